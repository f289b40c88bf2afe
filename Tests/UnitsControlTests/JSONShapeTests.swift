import Foundation
import TestSupport
import Testing
import UnitsCommandLine
import UnitsJSON
import UnitsLinux

@testable import UnitsControl

/// What `--json` prints, beside what is said of it.
@Suite(.timeLimit(.minutes(10))) struct JSONShapeTests {
  private static let id = "019ac000-0000-7000-8000-000000000001"

  /// A command whose outputs have, together, every member of one of its shapes.
  struct Scene: Sendable, CustomTestStringConvertible {
    let command: CommandName
    /// The form of it; empty where the shape is that of all.
    let condition: String
    /// Commands that come first.
    let before: [String]
    /// Commands whose output is looked at.
    let lines: [String]

    init(
      _ command: CommandName, when condition: String = "", before: [String] = [], _ lines: String...
    ) {
      self.command = command
      self.condition = condition
      self.before = before
      self.lines = lines
    }

    var testDescription: String { "\(command.rawValue) \(condition)" }
  }

  private static let measurements = [
    "log distance 5km --note n --at 2026-11-30T07:15:00Z", "log weight 70kg",
    "log height 1.8m", "log weight 71kg",
  ]

  /// All but `watch` and `status`, which have a test of their own.
  static let scenes: [Scene] = [
    Scene(.cas, "cas k --absent 1 --json", "cas k 2 3 --json"),
    Scene(.log, "log distance 5km --note n --json", "log weight 70kg --quiet --json"),
    Scene(
      .records, before: measurements, "records --json", "records --type distance --json",
      "records export --json"),
    Scene(
      .records, when: "import", "records import - --json", "records import - --json --skip-bad"),
    Scene(
      .summary, before: measurements, "summary --period year --json", "summary heart-rate --json"),
    Scene(
      .chart, before: measurements, "chart --json", "chart weight --period week --json"),
    Scene(.convert, "convert 5km --json", "convert 5'11\" cm --json"),
    Scene(.doctor, "doctor --json", "doctor --json --no-daemon"),
  ]

  @Test(arguments: scenes)
  func `a command prints the members that are documented and no other`(scene: Scene) throws {
    let session = Session()
    for line in scene.before { #expect(session.run(line).status == 0, "\(line)") }
    let input = #"{"type":"weight","value":70,"time":"2026-11-30T07:15:00Z"}"#
    var objects: [JSONObject] = []
    for line in scene.lines {
      let outcome = session.run(line, input: input)
      #expect(outcome.error == "", "\(line)")
      objects += try Self.objects(outcome.output)
    }
    try Self.expect(objects, toBe: scene.command, scene.condition)
  }

  @Test func `an explanation has the documented members`() throws {
    let session = Session()
    try session.administer("json", #"{"theme":"dark"}"#)
    #expect(session.run("set theme=light").status == 0)
    try session.administer("mandatory", "theme\n")
    let objects = try Self.objects(session.run("get --explain theme --json").output)
    try Self.expect(objects, toBe: .get, "--explain")
    #expect(session.run("get --explain absent --json") == .init(status: 1, output: "{}\n"))
  }

  @Test func `status has the documented members, with a daemon and without`() throws {
    let session = Session()
    #expect(session.run("set a=1").status == 0)
    var objects = try Self.objects(session.run("status --json").output)
    let daemon = try session.startDaemon()
    #expect(session.run("get a") == .done("1\n"))
    try session.write("{")
    // An editor may be in the middle: the daemon looks again before it says so.
    let deadline = MonotonicTime.now() + .seconds(60)
    while objects.last?["damaged"] == nil, !deadline.isPast {
      MonotonicTime.sleep(until: .now() + .milliseconds(20))
      objects += try Self.objects(session.run("status --json").output)
    }
    try Self.expect(objects, toBe: .status, "")
    daemon.signal(SIGTERM)
  }

  @Test func `watch has the documented members`() throws {
    let session = Session()
    #expect(session.run("set a=1").status == 0)
    var text = ""
    let status = Control.run(
      arguments: ["watch", "--json"], environment: session.environment,
      streams: ControlStreams(
        output: TextSink(
          isTerminal: { false },
          write: { more in
            text += more
            return .closed
          }),
        error: TextSink(isTerminal: { false }, write: { _ in .delivered }), readInput: { _ in [] }))
    #expect(status == 0)
    try Self.expect(try Self.objects(text), toBe: .watch, "")
  }

  @Test(arguments: [
    ("get --json", "\"imperial\"\n"), ("get a --json", "1\n"), ("toggle --json", "\"metric\"\n"),
    ("list a --json", "{\"a\":1}\n"), ("pick --json", "\"imperial\"\n"),
  ])
  func `a command whose value is no object of fixed members prints it alone`(
    line: String, output: String
  ) throws {
    let session = Session()
    #expect(session.run("set a=1").status == 0)
    let outcome = session.run(line, input: "imperial\n")
    #expect(outcome.status == 0)
    #expect(outcome.output == output)
    let command = try #require(CommandName(rawValue: String(line.prefix { $0 != " " })))
    let shape = try #require(command.declaration.json.first)
    #expect(shape.members.isEmpty)
  }

  /// Each with a line that works.
  static let indifferent: [(CommandName, String)] = [
    (.set, "set a=2"), (.unset, "unset a"), (.load, "load -"), (.dump, "dump"),
    (.completions, "completions bash"), (.manual, "manual"), (.help, "help set"),
    (.complete, "complete unitsctl -- li"),
  ]

  @Test(arguments: indifferent)
  func `a command of which nothing is said prints the same with it`(
    command: CommandName, line: String
  ) throws {
    let outcomes = [line, "\(line) --json"].map { line in
      let session = Session()
      _ = session.run("set a=1")
      // Behind `--` an option would be a word.
      let words = line.replacing(" -- li --json", with: " --json -- li")
      return session.run(words, input: "{\"b\":2}")
    }
    #expect(outcomes[0].status == 0)
    #expect(outcomes[0] == outcomes[1])
    #expect(command.declaration.json.isEmpty)
    let help = Session().run("\(command.rawValue) --help").output
    #expect(help.contains("--json             changes nothing here"))
  }

  @Test func `every command is looked at`() {
    let objects = Self.scenes.map(\.command) + [.get, .status, .watch]
    let values: [CommandName] = [.list, .toggle, .pick]
    // Of `import` the test is with its own program, and `demo` shows the programs as they are.
    let others: [CommandName] = [.import, .demo]
    let seen = Set(objects + values + Self.indifferent.map(\.0) + others)
    #expect(seen == Set(CommandName.allCases))
    #expect(CommandName.demo.declaration.json.isEmpty)
  }

  @Test(arguments: CommandName.listed.filter { !$0.declaration.json.isEmpty })
  func `help and the manual show the shape`(command: CommandName) throws {
    let session = Session()
    let help = session.run("\(command.rawValue) --help", columns: 100).output
    let page = session.run("manual").output
    for shape in command.declaration.json {
      #expect(help.replacing("\n", with: " ").contains(shape.sentence))
      for member in shape.members {
        #expect(help.contains("\n  \(member.name) "))
        #expect(page.contains("\n.TP\n\\fB\(member.name)\\fR\n"))
      }
    }
  }

  // MARK: Comparing

  /// The objects in what was printed: one a line, or an array of them.
  private static func objects(_ text: String) throws -> [JSONObject] {
    try text.split(separator: "\n").flatMap { line -> [JSONObject] in
      switch try JSONValue(parsing: Array(line.utf8)) {
      case .object(let object): return [object]
      case .array(let values):
        return try values.map { value in
          guard case .object(let object) = value else { throw NoObject(text: value.description) }
          return object
        }
      case let other: throw NoObject(text: other.description)
      }
    }
  }

  private struct NoObject: Error {
    let text: String
  }

  private static func expect(
    _ objects: [JSONObject], toBe command: CommandName, _ condition: String
  ) throws {
    let shape = try #require(
      command.declaration.json.first { $0.condition == condition && !$0.members.isEmpty })
    let names = shape.members.map(\.name)
    #expect(!objects.isEmpty)
    for object in objects {
      let own = object.map(\.key)
      #expect(own == names.filter(own.contains), "all documented, and in this order")
    }
    let seen = Set(objects.flatMap { $0.map(\.key) })
    #expect(seen == Set(names))
  }
}
