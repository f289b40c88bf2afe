import Testing
import UnitsCommandLine
import UnitsLinux
import UnitsStore

@testable import UnitsControl

@Suite struct CommandLineTests {
  let session = Session()

  @Test(arguments: [
    ("", "command missing", "`unitsctl --help` lists the commands"),
    ("togle", "unknown command: togle", "did you mean `toggle`?"),
    ("lsit", "unknown command: lsit", "did you mean `list`?"),
    ("frobnicate", "unknown command: frobnicate", "`unitsctl --help` lists the commands"),
    ("get --jsn", "unknown option of get: --jsn", "did you mean `--json`?"),
    ("get --absent", "unknown option of get: --absent", "`unitsctl get --help` says what it takes"),
    ("--grup x get", "unknown option: --grup", "did you mean `--group`?"),
    ("get --group", "option needs a value: --group", nil),
    ("get --json=1", "option takes no value: --json", nil),
    (
      "get a b", "unexpected operand: b",
      "usage: unitsctl get [--for TYPE]\n       unitsctl get KEY [--default VALUE]"
        + "\n       unitsctl get --explain [KEY]"
    ),
    (
      "unset", "operand missing: KEY",
      "usage: unitsctl unset KEY…\n       unitsctl unset --for TYPE [KEY…]"
    ),
    ("get --timeout 0", "not a timeout: 0", "seconds above 0, up to 3600"),
    ("get --timeout nan", "not a timeout: nan", "seconds above 0, up to 3600"),
    ("get --group .x", "not a group's name: .x", "letters, digits, '.', '-' and '_', at most 200"),
    (
      "get --socket /s --no-daemon", "options exclude each other: --socket, --no-daemon", nil
    ),
    (
      "set k v --type colour", "unknown type: colour",
      "allowed: string, bool, int, double, data, date, json"
    ),
    (
      "set k v --for distance", "option of another form: --for",
      "usage: unitsctl set metric|imperial [--for TYPE]"
        + "\n       unitsctl set KEY VALUE [--type TYPE]"
        + "\n       unitsctl set KEY=VALUE… [--type TYPE]"
    ),
  ])
  func `a line that is no command says what is wrong with it`(
    line: String, message: String, hint: String?
  ) {
    let error = "unitsctl: \(message)\n" + (hint.map { "\($0)\n" } ?? "")
    #expect(session.run(line) == .init(status: 64, error: error))
  }

  @Test func `options may stand anywhere, and two dashes end them`() {
    #expect(session.run("--no-daemon set --quiet k 1 --group=g.x") == .done())
    #expect(session.run("get k --group g.x") == .done("1\n"))
    #expect(session.run("set k -- --quiet") == .done())
    #expect(session.run("get k") == .done("--quiet\n"))
  }

  @Test(arguments: CommandName.listed.map(\.rawValue))
  func `every command has help with an example`(command: String) {
    let help = session.run("\(command) --help")
    #expect(help.status == 0)
    #expect(help.error.isEmpty)
    #expect(help.output.hasPrefix("usage: unitsctl \(command)"))
    let example = help.output.split(separator: "\n").last ?? ""
    #expect(example.hasPrefix("example: ") && example.contains("unitsctl \(command)"))
    #expect(session.run("help \(command)") == help)
    #expect(session.run("--help").output.contains("\n  \(command) "))
    #expect(help.output.split(separator: "\n").allSatisfy { $0.count <= 80 })
  }

  @Test(arguments: [50, 60, 80, 100])
  func `help is as wide as the terminal`(columns: Int) {
    let wide = session.run("set --help", columns: columns).output.split(separator: "\n")
      .filter { !$0.hasPrefix("usage: ") && !$0.hasPrefix("example: ") }
    #expect(wide.allSatisfy { $0.count <= columns })
    #expect(wide.contains { $0.count > columns - 20 })
    #expect(session.run("set --help", columns: 300) == session.run("set --help", columns: 100))
  }

  @Test func `the helper of the shells is not listed, offered or documented`() {
    #expect(!session.run("--help").output.contains("\n  complete "))
    #expect(!session.run("complte").error.contains("`complete`"))
    #expect(!session.run("manual").output.contains(".SS complete\n"))
  }

  @Test func `the version is one line`() {
    #expect(session.run("--version") == .done("unitsctl \(Version.text)\n"))
    #expect(session.run("-V get") == .done("unitsctl \(Version.text)\n"))
  }

  @Test func `a named socket without a daemon is unavailable`() {
    let path = "\(session.root)/none"
    for line in ["get", "set k 1", "watch", "toggle"] {
      #expect(
        session.run("\(line) --socket \(path)")
          == .init(
            status: 69,
            error: """
              unitsctl: no daemon (No such file or directory): \(path)
              without --socket and UNITS_SOCKET the store is used directly

              """))
    }
    #expect(session.content == nil)
  }

  @Test(arguments: [
    (StandardStream.Delivery.closed, Int32(0), ""),
    (
      .failed(SystemError(operation: "write", code: 28)), 74,
      "unitsctl: write standard output: No space left on device\n"
    ),
  ])
  func `output that cannot be written ends the command`(
    delivery: StandardStream.Delivery, status: Int32, message: String
  ) {
    var error = ""
    let result = Control.run(
      arguments: ["get"], environment: session.environment,
      streams: ControlStreams(
        output: TextSink(isTerminal: { false }, write: { _ in delivery }),
        error: TextSink(
          isTerminal: { false },
          write: {
            error += $0
            return .delivered
          }),
        readInput: { _ in [] }))
    #expect(result == status)
    #expect(error == message)
  }
}
