import Foundation
import Testing

extension LiveTests {
  /// What people get wrong, and the status that tells scripts so.
  @Suite struct BadInputTests {
    /// A command line, its exit status, and what standard error must hold.
    struct Case: Sendable, CustomTestStringConvertible {
      let arguments: [String]
      let status: Int32
      let says: [String]

      var testDescription: String { arguments.joined(separator: " ") }
    }

    static let cases = [
      Case(arguments: ["set", "furlong"], status: 65, says: ["furlong", "metric", "imperial"]),
      Case(
        arguments: ["set", "dev.units.system", "furlong"], status: 65,
        says: ["dev.units.system", "metric", "imperial"]),
      Case(arguments: ["set", "a=b=c"], status: 0, says: []),
      Case(arguments: ["set", "", "1"], status: 65, says: []),
      Case(arguments: ["get", "no.such.key"], status: 1, says: []),
      Case(arguments: ["cas", "no.such.key", "1", "2"], status: 1, says: []),
      Case(arguments: ["log", "distance", "0km"], status: 65, says: []),
      Case(arguments: ["log", "distance", "-5km"], status: 65, says: []),
      Case(arguments: ["log", "distance", "1,234km"], status: 65, says: []),
      Case(arguments: ["log", "distance", "5kg"], status: 65, says: []),
      Case(arguments: ["log", "distance", "far"], status: 65, says: ["far"]),
      Case(arguments: ["frobnicate"], status: 64, says: ["frobnicate"]),
      Case(arguments: ["--no-such-option", "get"], status: 64, says: ["--no-such-option"]),
      Case(arguments: ["cas", "key"], status: 64, says: []),
      Case(arguments: ["--group", "../evil", "get"], status: 64, says: ["../evil"]),
      Case(arguments: ["--socket", "/nowhere/unitsd.sock", "get"], status: 69, says: ["/nowhere"]),
    ]

    @Test(arguments: cases) func `without a daemon`(_ test: Case) {
      guard Requirement.areMet(.program(.unitsctl)) else { return }
      check(test, in: Sandbox())
    }

    @Test(arguments: cases) func `through the daemon`(_ test: Case) throws {
      guard Requirement.areMet(.program(.unitsctl), .program(.unitsd)) else { return }
      let home = Sandbox()
      let daemon = try home.startDaemon()
      check(test, in: home)
      #expect(daemon.end() == 0)
    }

    @Test func `a closed output and a limit of file sizes are errors of writing`() {
      guard Requirement.areMet(.program(.unitsctl)) else { return }
      let home = Sandbox()
      home.unitsctl("set", "a", "1")
      func shell(_ script: String) -> Child.Outcome {
        home.finish("/bin/sh", ["-c", script, "sh", home.path(of: .unitsctl)])
      }
      #expect(shell(#"exec "$1" dump >&-"#).status == 74)
      let limited = shell(#"ulimit -f 0; { "$1" set a 2 2>&1; echo $?; } | cat"#)
      #expect(limited.output.contains("File too large") && limited.output.hasSuffix("\n74\n"))
      #expect(home.unitsctl("get", "a") == "1")
    }

    @Test func `bytes that are not UTF-8 are refused but in the names of files`() throws {
      guard Requirement.areMet(.program(.unitsctl), .program(.unitsImport)) else { return }
      let home = Sandbox()
      home.unitsctl("set", "metric")
      // `\\351` becomes the byte 0xE9.
      func run(_ words: [String]) -> Child.Outcome {
        let script =
          #"n=$#; while [ $n -gt 0 ]; do w=$(printf -- "$1"); shift; set -- "$@" "$w"; n=$((n-1)); done; exec "$@""#
        return home.finish("/bin/sh", ["-c", script, "sh", home.path(of: .unitsctl)] + words)
      }
      for words in [
        ["set", #"name"#, #"Caf\351"#], ["get", #"k\350y"#], ["log", "distance", #"5k\351"#],
      ] {
        let outcome = run(words)
        #expect(outcome.status == 65 && outcome.error.contains(#"not UTF-8: "#), "\(outcome)")
      }
      #expect(home.run(.unitsctl, "list").output == "dev.units.system\tmetric\n")
      let track = ActivityFolderTests.track(kilometres: 5)
      try home.drop(track, as: "plain.gpx", in: home.home, way: .inPlace)
      let move = #"cd "$1"; mv plain.gpx "$(printf 'caf\351.gpx')""#
      #expect(home.finish("/bin/sh", ["-c", move, "sh", home.home]).status == 0)
      let file = home.home + #"/caf\351.gpx"#
      let imported = run(["import", file])
      #expect(
        imported
          == .init(
            status: 0, output: home.home + #"/caf\xE9.gpx: 5.0 km in 1 activity, 1 added"# + "\n",
            error: ""))
      #expect(
        run(["--json", "import", file]).output.contains(#"caf\\xE9.gpx","activities":1,"added":0"#))
      let missing = run(["import", home.home + #"/no\351.gpx"#])
      #expect(missing.status == 65)
      #expect(missing.error.contains(#"open "# + home.home + #"/no\xE9.gpx: No such file"#))
      // In the watched folder it blocks nothing.
      let folder = "\(home.home)/.local/share/units/import"
      try home.makeFolder(folder)
      #expect(
        home.finish("/bin/sh", ["-c", #"mv "$1"/caf* "$2""#, "sh", home.home, folder]).status == 0)
      #expect(home.run(.unitsctl, "import", "--folder").status == 0)
      let left = home.finish("/bin/ls", ["-b", folder, "\(folder)/imported"]).output
      #expect(left.contains(#"caf\351.gpx"#) && left.hasPrefix("\(folder):\nimported\n"), "\(left)")
    }

    @Test(arguments: [Program.unitsctl, .unitsbar, .unitsd])
    func `help and version go to standard output`(_ program: Program) {
      guard Requirement.areMet(.program(program)) else { return }
      let home = Sandbox()
      let help = home.run(program, "--help")
      #expect(help.status == 0 && help.error.isEmpty)
      #expect(help.output.contains("usage:"))
      let version = home.run(program, "--version")
      #expect(version.status == 0 && version.error.isEmpty)
      #expect(version.output.hasPrefix("\(program.rawValue) "))
    }

    private func check(_ test: Case, in home: Sandbox) {
      let outcome = Child.run(
        Program.unitsctl.path, test.arguments, environment: home.environment)
      #expect(outcome.status == test.status, "\(outcome)")
      for word in test.says { #expect(outcome.error.contains(word), "\(outcome)") }
      let mayBeSilent = [0, 1].contains(test.status)
      #expect(mayBeSilent || outcome.error.hasPrefix("unitsctl: "), "\(outcome)")
      #expect(test.status == 0 || home.groupText == nil, "nothing is stored")
    }

    @Test(arguments: [
      "unitsctl get", "unitsbar", "unitsbar --help", "unitsd --help", "units-import --help",
    ])
    func `what is said and cannot be written is told, with 74`(_ command: String) {
      guard
        Requirement.areMet(
          .program(.unitsctl), .program(.unitsbar), .program(.unitsd), .program(.unitsImport))
      else { return }
      let home = Sandbox()
      let folder = URL(filePath: home.path(of: .unitsctl)).deletingLastPathComponent().path
      let full = home.finish("/bin/sh", ["-c", "\(folder)/\(command) >/dev/full"])
      #expect(full.status == 74, "\(full)")
      // Bars display what a widget says on standard error.
      let isSilent = command == "unitsbar"
      #expect(isSilent || full.error.contains("No space left on device"), "\(full)")
      let gone = home.finish("/bin/sh", ["-c", "{ \(folder)/\(command); echo $? >&2; } | true"])
      #expect(gone.error == "0\n", "\(gone)")
    }

    @Test func `a file may have no size: a widget's action is refused, and ends no program`() {
      guard Requirement.areMet(.program(.unitsbar)) else { return }
      let home = Sandbox()
      let toggle = home.finish(
        "/bin/sh",
        ["-c", "(ulimit -f 0; \(home.path(of: .unitsbar)) --toggle --no-daemon; echo $?) | cat"])
      #expect(toggle.output == "74\n", "\(toggle)")
    }

    @Test func `an import of the folder that cannot begin ends at once`() throws {
      guard Requirement.areMet(.program(.unitsctl), .program(.unitsImport)) else { return }
      let home = Sandbox()
      try home.edit("{")
      let begin = ContinuousClock.now
      let outcome = home.run(.unitsctl, "import", "--folder", "--timeout", "1")
      #expect(outcome.status == 65, "\(outcome)")
      // It waited for ten seconds, as systemd is to.
      #expect(ContinuousClock.now - begin < .seconds(9))
    }
  }
}
