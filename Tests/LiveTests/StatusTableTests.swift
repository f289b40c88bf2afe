import Foundation
import Testing

extension LiveTests {
  /// Every exit status with its messages: with a daemon and without, to a pipe and to a terminal.
  @Suite struct StatusTableTests {
    enum Trap: Sendable {
      case none
      /// A value is stored.
      case stored
      /// Where the directory of configuration should be is a file.
      case noDirectory
      /// The store's directory is open to everybody.
      case openDirectory
      case damaged
      /// Somebody holds the group's lock.
      case lockHeld
      /// An administrator keeps a key.
      case mandatory
      case fullDisk
      case readOnlyDisk

      /// Whether only root can set it.
      var needsRoot: Bool {
        switch self {
        case .fullDisk, .readOnlyDisk: true
        default: false
        }
      }
    }

    struct Case: Sendable, CustomTestStringConvertible {
      let line: String
      var trap = Trap.none
      let status: Int32
      var output = ""
      /// On a terminal, where it is another text there.
      var terminalOutput: String?
      /// `HOME` stands for the home, `RUN` for the runtime directory.
      var error = ""

      var testDescription: String { "\(line) (\(trap))" }
    }

    static let cases = [
      Case(line: "get", status: 0, output: "imperial\n"),
      Case(line: "get --json", status: 0, output: "\"imperial\"\n"),
      Case(line: "set metric", status: 0), Case(line: "toggle", status: 0, output: "metric\n"),
      Case(line: "toggle --quiet", status: 0),
      Case(line: "get k", trap: .stored, status: 0, output: "v\n"),
      Case(
        line: "get k", trap: .damaged, status: 65,
        error: """
          unitsctl: damaged (line 1, column 2: expected a key in quotation marks): \
          HOME/.config/units/group.dev.units.json
          mend the file there, or move it away; `unitsctl doctor` says how

          """),
      Case(line: "get none", status: 1),
      Case(line: "get none --default 5", status: 0, output: "5\n"),
      Case(
        line: "list", trap: .stored, status: 0, output: "k\tv\nlonger.key\t1\n",
        terminalOutput: "k           v\nlonger.key  1\n"),
      Case(line: "list none", status: 0),
      Case(line: "unset k", trap: .stored, status: 0),
      Case(line: "cas k v w", trap: .stored, status: 0, output: "w\n"),
      Case(line: "cas k x w", trap: .stored, status: 1, output: "v\n"),
      Case(line: "cas k --absent w", trap: .stored, status: 1, output: "v\n"),
      Case(
        line: "dump", trap: .stored, status: 0,
        output: "{\n  \"k\": \"v\",\n  \"longer.key\": 1\n}\n"),
      Case(line: "convert 5km", status: 0, output: "3.11 mi\n"),
      Case(
        line: "", status: 64,
        error: "unitsctl: command missing\n`unitsctl --help` lists the commands\n"),
      Case(
        line: "toogle", status: 64,
        error: "unitsctl: unknown command: toogle\ndid you mean `toggle`?\n"),
      Case(
        line: "set", status: 64,
        error: """
          unitsctl: operand missing: metric|imperial
          usage: unitsctl set metric|imperial [--for TYPE]
                 unitsctl set KEY VALUE [--type TYPE]
                 unitsctl set KEY=VALUE… [--type TYPE]

          """),
      Case(
        line: "get --jsno", status: 64,
        error: "unitsctl: unknown option of get: --jsno\ndid you mean `--json`?\n"),
      Case(
        line: "get --group ../x", status: 64,
        error: """
          unitsctl: not a group's name: ../x
          letters, digits, '.', '-' and '_', at most 200

          """),
      Case(
        line: "set furlong", status: 65,
        error: "unitsctl: not a unit system: furlong\nallowed: metric, imperial\n"),
      Case(
        line: "log distance 1,234", status: 65,
        error: """
          unitsctl: ambiguous number: 1,234
          write 1234 without a sign between the thousands, or 1.2340 for a fraction

          """),
      Case(line: "set k=v", status: 0), Case(line: "load HOME/good.json", status: 0),
      Case(line: "records", status: 0), Case(line: "records export", status: 0),
      Case(line: "--version", status: 0, output: "unitsctl 0.1.0\n"),
      Case(
        line: "get a b", status: 64,
        error: """
          unitsctl: unexpected operand: b
          usage: unitsctl get [--for TYPE]
                 unitsctl get KEY [--default VALUE]
                 unitsctl get --explain [KEY]

          """),
      Case(
        line: "get --timeout", status: 64, error: "unitsctl: option needs a value: --timeout\n"),
      Case(
        line: "get --timeout soon", status: 64,
        error: "unitsctl: not a timeout: soon\nseconds above 0, up to 3600\n"),
      Case(
        line: "set k 1 --type itn", status: 64,
        error: """
          unitsctl: unknown type: itn
          allowed: string, bool, int, double, data, date, json

          """),
      Case(
        line: "cas k v", status: 64,
        error: """
          unitsctl: operand missing: VALUE
          usage: unitsctl cas KEY EXPECTED VALUE [--type TYPE]
                 unitsctl cas --absent KEY VALUE [--type TYPE]

          """),
      Case(
        line: "records --limit -1", status: 64,
        error: "unitsctl: not a count: -1\n1 or more\n"),
      Case(
        line: "pick --menu fzf", status: 64,
        error: "unitsctl: unknown menu: fzf\nallowed: rofi, dmenu, fuzzel, wofi\n"),
      Case(
        line: "completions tcsh", status: 64,
        error: "unitsctl: unknown shell: tcsh\nallowed: bash, zsh, fish\n"),
      Case(
        line: "help toogle", status: 64,
        error: "unitsctl: unknown command: toogle\ndid you mean `toggle`?\n"),
      Case(line: "set =1", status: 65, error: "unitsctl: empty key: \n"),
      Case(line: "set k x --type int", status: 65, error: "unitsctl: not of type int: x\n"),
      Case(
        line: "set k null --type json", status: 65,
        error: "unitsctl: null is no value\n`unitsctl unset KEY` removes a key\n"),
      Case(
        line: "set metric --for speed", status: 65,
        error: """
          unitsctl: not a measurement type: speed
          allowed: distance, weight, height, temperature, heart-rate

          """),
      Case(
        line: "log distance far", status: 65, error: "unitsctl: not a number: far\n"),
      Case(
        line: "log distance nan", status: 65, error: "unitsctl: not a number: nan\n"),
      Case(
        line: "log distance 5kg", status: 65,
        error: "unitsctl: not a unit of distance: kg\nallowed: km, m, mi, ft, yd, in\n"),
      Case(
        line: "log distance 0km", status: 65,
        error: "unitsctl: distance must be above zero: 0 km\n"),
      Case(
        line: "log weight -1kg", status: 65,
        error: "unitsctl: weight must not be below zero: -1 kg\n"),
      Case(
        line: "log height 0cm", status: 65,
        error: "unitsctl: height must be above zero: 0 cm\n"),
      Case(
        line: "log temperature -274C", status: 65,
        error: "unitsctl: temperature must not be below absolute zero: -274 °C\n"),
      Case(
        line: "log heart-rate 0", status: 65,
        error: "unitsctl: heart rate must be above zero: 0 bpm\n"),
      Case(
        line: "log distance 5km --at noonish", status: 65,
        error: """
          unitsctl: not a time: noonish
          write 07:15, 'yesterday 18:30', 2026-11-30T07:15, or with an offset \
          2026-11-30T07:15:00+01:00

          """),
      Case(
        line: "records --since never", status: 65,
        error: """
          unitsctl: not a day or a time: never
          write today, yesterday, monday, 2026-11-30, or 2026-11-30T07:15

          """),
      Case(
        line: "records remove 123", status: 65,
        error: "unitsctl: not a record's id: 123\n`unitsctl records` prints the ids\n"),
      Case(
        line: "records import HOME/array.json", status: 65,
        error: """
          unitsctl: neither a JSON object nor a header of CSV: HOME/array.json, line 1
          1 bad line, nothing was imported; --skip-bad imports the others

          """),
      Case(
        line: "summary --period day", status: 65,
        error: "unitsctl: not a period: day\nallowed: today, week, month, year\n"),
      Case(
        line: "convert 5parsec", status: 65,
        error: """
          unitsctl: unknown unit: parsec
          allowed: km, m, mi, ft, yd, in, kg, g, lb, lbs, oz, st, cm, mm, °C, C, °F, F, K, bpm

          """),
      Case(
        line: "load HOME/array.json", status: 65,
        error: "unitsctl: not a JSON object: HOME/array.json\n"),
      Case(
        line: "load HOME/cut.json", status: 65,
        error: "unitsctl: line 1, column 6: unexpected end of the text: HOME/cut.json\n"),
      Case(line: "load HOME", status: 65, error: "unitsctl: read HOME: Is a directory\n"),
      Case(
        line: "load HOME/none", status: 65,
        error: "unitsctl: open HOME/none: No such file or directory\n"),
      Case(
        line: "set metric", trap: .damaged, status: 65,
        error: """
          unitsctl: damaged (line 1, column 2: expected a key in quotation marks): \
          HOME/.config/units/group.dev.units.json
          mend the file there, or move it away; `unitsctl doctor` says how

          """),
      Case(
        line: "get --socket /nowhere/unitsd.sock", status: 69,
        error: """
          unitsctl: no daemon (No such file or directory): /nowhere/unitsd.sock
          without --socket and UNITS_SOCKET the store is used directly

          """),
      Case(
        line: "set metric", trap: .noDirectory, status: 74,
        error: """
          unitsctl: not durable (Not a directory): HOME/.config/units
          `unitsctl doctor` may know why

          """),
      Case(
        line: "get", trap: .noDirectory, status: 0, output: "imperial\n",
        error: "unitsctl: not durable (Not a directory): HOME/.config/units\n"),
      Case(
        line: "get", trap: .openDirectory, status: 77,
        error: """
          unitsctl: directory is writable by everybody: HOME/.config/units
          `unitsctl doctor` may know why

          """),
      Case(
        line: "set metric", trap: .openDirectory, status: 77,
        error: """
          unitsctl: directory is writable by everybody: HOME/.config/units
          `unitsctl doctor` may know why

          """),
      Case(
        line: "set metric", trap: .fullDisk, status: 74,
        error: """
          unitsctl: not durable (No space left on device): \
          HOME/.config/units/group.dev.units.json.N.tmp
          `unitsctl doctor` may know why

          """),
      Case(
        line: "get", trap: .fullDisk, status: 0, output: "imperial\n",
        error: """
          unitsctl: not durable (No space left on device): \
          HOME/.config/units/group.dev.units.json.N.tmp

          """),
      Case(
        line: "toggle", trap: .readOnlyDisk, status: 74,
        error: """
          unitsctl: not durable (Read-only file system): HOME/.config/units/group.dev.units.lock
          `unitsctl doctor` may know why

          """),
      Case(line: "get k", trap: .mandatory, status: 0, output: "kept\n"),
      Case(
        line: "set k=v other=1", trap: .mandatory, status: 77,
        error: "unitsctl: locked by HOME/site/units/group.dev.units.mandatory: k\n"),
      Case(
        line: "unset k", trap: .mandatory, status: 77,
        error: "unitsctl: locked by HOME/site/units/group.dev.units.mandatory: k\n"),
      Case(line: "cas k v w", trap: .mandatory, status: 1, output: "kept\n"),
      Case(
        line: "set metric", trap: .lockHeld, status: 75,
        error: """
          unitsctl: locked by another process: HOME/.config/units/group.dev.units.lock
          `unitsctl doctor` may know why

          """),
    ]

    enum Reader: Sendable, CaseIterable {
      case pipe, terminal
    }

    @Test(arguments: cases, Reader.allCases)
    func `without a daemon`(_ test: Case, _ reader: Reader) throws {
      guard Requirement.areMet(.program(.unitsctl), .peer("script")), canSet(test.trap) else {
        return
      }
      let home = Sandbox()
      try set(test.trap, in: home)
      let lock = hold(test.trap, in: home)
      check(test, reader, in: home)
      close(lock)
    }

    @Test(arguments: cases, Reader.allCases)
    func `through a daemon`(_ test: Case, _ reader: Reader) throws {
      guard Requirement.areMet(.program(.unitsctl), .program(.unitsd), .peer("script")),
        canSet(test.trap)
      else { return }
      let home = Sandbox()
      try set(test.trap, in: home)
      let daemon = try home.startDaemon()
      let lock = hold(test.trap, in: home)
      check(test, reader, in: home)
      close(lock)
      // It may be asked to end before it has begun to listen to signals.
      _ = daemon.end(by: SIGKILL)
    }

    @Test(arguments: Reader.allCases)
    func `a daemon that does not answer, and an outcome that nobody knows, are 75`(
      _ reader: Reader
    ) throws {
      guard Requirement.areMet(.program(.unitsctl), .program(.unitsd), .peer("script")) else {
        return
      }
      let home = Sandbox()
      let daemon = try home.startDaemon()
      let socket = "\(home.runtime)/units/unitsd.sock"
      // Fed while it was awake; now it takes connections and says nothing.
      #expect(run("set metric", reader, in: home).status == 0)
      daemon.send(signal: SIGSTOP)
      let unknown = """
        unitsctl: outcome unknown (the reply was lost): \(socket)
        look whether it was done before you do it again

        """
      let silent = "unitsctl: timed out: \(socket)\n`unitsctl doctor` may know why\n"
      for (line, error) in [
        ("set imperial", unknown), ("unset a", unknown), ("status", silent),
        // It asks before it sets, and has no time left.
        ("toggle", silent),
      ] {
        let outcome = run("\(line) --timeout 0.3", reader, in: home)
        #expect(outcome.status == 75, "\(line): \(outcome)")
        #expect((reader == .pipe ? outcome.error : outcome.output) == error, "\(line)")
      }
      // What asks before it changes finds out, and goes to the files.
      #expect(run("log distance 1km --timeout 0.3", reader, in: home).status == 0)
      // What changes nothing asks the files.
      #expect(run("get --timeout 0.3", reader, in: home).output == "metric\n")
      _ = daemon.end(by: SIGKILL)
    }

    @Test(arguments: Reader.allCases)
    func `status is 1 without a daemon and 0 with one`(_ reader: Reader) throws {
      guard Requirement.areMet(.program(.unitsctl), .program(.unitsd), .peer("script")) else {
        return
      }
      let home = Sandbox()
      #expect(run("status", reader, in: home).status == 1)
      #expect(run("doctor", reader, in: home).error.isEmpty)
      let daemon = try home.startDaemon()
      #expect(run("status", reader, in: home).status == 0)
      #expect(daemon.end() == 0)
    }

    @Test func `a reader that goes ends it quietly`() throws {
      guard Requirement.areMet(.program(.unitsctl), .file("/bin/bash")) else { return }
      let home = Sandbox()
      let values = (0..<2000).map { "key.\($0)=\(String(repeating: "v", count: 200))" }
      #expect(home.finish(home.path(of: .unitsctl), ["set"] + values).status == 0)
      for line in [
        "list | head -n 1", "watch | head -n 1", "dump | head -n 1", "--help | head -n 1",
      ] {
        let outcome = Child.run(
          "/bin/bash", ["-c", "\(Program.unitsctl.path) \(line); echo ${PIPESTATUS[0]}"],
          environment: home.environment)
        #expect(outcome.error.isEmpty, "\(line): \(outcome)")
        #expect(outcome.output.hasSuffix("\n0\n") || outcome.output == "0\n", "\(line): \(outcome)")
      }
      // Without an output there is no reader that could have gone.
      let closed = Child.run(
        "/bin/bash", ["-c", "\(Program.unitsctl.path) list >&-"], environment: home.environment)
      #expect(closed.status == 74)
    }

    @Test func `a value cannot drive the terminal`() throws {
      guard Requirement.areMet(.program(.unitsctl), .peer("script")) else { return }
      let home = Sandbox()
      let evil = "a\u{1b}[2J\u{9b}31m\u{7}\r\nb"
      #expect(home.finish(home.path(of: .unitsctl), ["set", "k", evil]).status == 0)
      let shown = "a\\u001b[2J\\u009b31m\\u0007\\r\\nb"
      #expect(run("get k", .terminal, in: home).output == "\(shown)\n")
      #expect(run("list", .terminal, in: home).output == "k  \(shown)\n")
      #expect(run("list", .pipe, in: home).output == "k\t\(shown)\n")
      // A program gets what was stored.
      #expect(run("get k", .pipe, in: home).output == "\(evil)\n")
    }

    private func canSet(_ trap: Trap) -> Bool { !trap.needsRoot || Requirement.areMet(.root) }

    private func set(_ trap: Trap, in home: Sandbox) throws {
      for (name, text) in [("good", "{}"), ("array", "[1]\n"), ("cut", #"{"a":"#)] {
        try text.write(toFile: "\(home.home)/\(name).json", atomically: false, encoding: .utf8)
      }
      switch trap {
      case .none, .lockHeld: break
      case .stored: try home.edit(#"{"k": "v", "longer.key": 1}"#)
      case .noDirectory:
        try "".write(toFile: "\(home.home)/.config", atomically: false, encoding: .utf8)
      case .openDirectory:
        try home.edit("{}")
        chmod(home.configuration, 0o777)
      case .damaged: try home.edit("{oops")
      case .mandatory:
        let site = "\(home.home)/site"
        try FileManager.default.createDirectory(
          atPath: "\(site)/units", withIntermediateDirectories: true)
        for (name, text) in [("json", #"{"k": "kept"}"#), ("mandatory", "k\n")] {
          try text.write(
            toFile: "\(site)/units/\(Sandbox.group).\(name)", atomically: false, encoding: .utf8)
        }
        home.environment["XDG_CONFIG_DIRS"] = site
      case .fullDisk:
        try home.mountDisk(at: home.configuration, options: "size=64k,mode=700")
        let filler = open("\(home.configuration)/filler", O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        let block = [UInt8](repeating: 1, count: 4096)
        while write(filler, block, block.count) > 0 {}
        #expect(errno == ENOSPC)
        close(filler)
      case .readOnlyDisk:
        try home.mountDisk(at: home.configuration, options: "size=64k,mode=700")
        try home.remount(home.configuration, options: "ro")
      }
    }

    /// Takes the lock as a stopped program holds it; -1 where nobody does.
    private func hold(_ trap: Trap, in home: Sandbox) -> CInt {
      guard case .lockHeld = trap else { return -1 }
      #expect(throws: Never.self) { try home.edit("{}") }
      let lock = open(
        "\(home.configuration)/\(Sandbox.group).lock", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
      #expect(flock(lock, LOCK_EX | LOCK_NB) == 0)
      return lock
    }

    private func check(_ test: Case, _ reader: Reader, in home: Sandbox) {
      func fill(_ text: String) -> String {
        text.replacingOccurrences(of: "HOME", with: home.home)
      }
      // The name of the file that is being written tells whose lock it is.
      func mask(_ text: String) -> String {
        text.replacingOccurrences(
          of: #"\.json\.[0-9]+\.[0-9]+\.tmp"#, with: ".json.N.tmp", options: .regularExpression)
      }
      let given = run(fill(test.line), reader, in: home)
      let outcome = Child.Outcome(
        status: given.status, output: mask(given.output), error: mask(given.error))
      #expect(outcome.status == test.status, "\(outcome)")
      switch reader {
      case .pipe:
        #expect(outcome.output == fill(test.output))
        #expect(outcome.error == fill(test.error))
      case .terminal:
        // Both streams are the terminal.
        let output = fill(test.terminalOutput ?? test.output)
        let error = fill(test.error)
        #expect([output + error, error + output].contains(outcome.output), "\(outcome)")
      }
    }

    private func run(_ line: String, _ reader: Reader, in home: Sandbox) -> Child.Outcome {
      let program = home.path(of: .unitsctl)
      let words = line.split(separator: " ").map(String.init)
      guard reader == .terminal else {
        return Child.run(program, words, environment: home.environment)
      }
      let command = ([program] + words).map { "'\($0)'" }.joined(separator: " ")
      let outcome = Child.run(
        "/usr/bin/script", ["-qec", command, "/dev/null"], environment: home.environment)
      // The terminal's own line ends, and the end of the input that `script` sends.
      let text = outcome.output.replacingOccurrences(of: "\r\n", with: "\n")
        .replacingOccurrences(of: "^D\u{8}\u{8}", with: "")
      return Child.Outcome(status: outcome.status, output: text, error: outcome.error)
    }
  }

  /// The demonstration, which people run first.
  @Suite struct DemoTests {
    @Test func `it shows everything in a few seconds and leaves nothing`() throws {
      guard
        Requirement.areMet(.program(.unitsctl), .program(.unitsd), .program(.unitsbar))
      else { return }
      let home = Sandbox(language: "C")
      home.environment["TMPDIR"] = home.root
      let before = try FileManager.default.contentsOfDirectory(atPath: home.root).sorted()
      let start = ContinuousClock.now
      let outcome = home.run(.unitsctl, "demo")
      #expect(ContinuousClock.now - start < .seconds(10))
      #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome)")
      for line in [
        "$ unitsctl get", "imperial", "    the bar now shows: 3.1 mi today",
        "    the bar now shows: 5.0 km today", "    the bar now shows: 7.5 km today",
        "    the bar now shows: 4.7 mi today",
      ] {
        #expect(outcome.output.contains("\(line)\n"), "\(line)\n\(outcome)")
      }
      #expect(try FileManager.default.contentsOfDirectory(atPath: home.root).sorted() == before)
      #expect(home.groupText == nil)
      #expect(processes(in: home).isEmpty)
    }

    @Test(arguments: [SIGINT, SIGTERM, SIGKILL])
    func `ended early it leaves nothing either`(_ signal: CInt) throws {
      guard
        Requirement.areMet(.program(.unitsctl), .program(.unitsd), .program(.unitsbar))
      else { return }
      let home = Sandbox()
      home.environment["TMPDIR"] = home.root
      let before = try FileManager.default.contentsOfDirectory(atPath: home.root).sorted()
      let demo = home.start(.unitsctl, "demo")
      #expect(demo.prints("imperial", within: .seconds(30)))
      demo.send(signal: signal)
      #expect(Deadline.poll(.seconds(30)) { demo.hasEnded && processes(in: home).isEmpty })
      let isClean = Deadline.poll(.seconds(30)) {
        (try? FileManager.default.contentsOfDirectory(atPath: home.root).sorted()) == before
      }
      #expect(isClean)
    }

    /// What runs below the home's temporary directory.
    private func processes(in home: Sandbox) -> [String] {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
      return names.filter { name in
        guard Int(name) != nil,
          let data = FileManager.default.contents(atPath: "/proc/\(name)/environ")
        else { return false }
        return String(decoding: data, as: UTF8.self).contains("HOME=\(home.root)/units-demo.")
      }
    }
  }
}
