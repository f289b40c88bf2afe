import Foundation
import Testing

extension LiveTests {
  /// What README and the articles show is what the programs print.
  @Suite struct ReadmeTests {
    /// The texts that show how the programs are used, by their places in the package.
    enum Document: String, CaseIterable, Sendable {
      case readme = "README.md"
      case byExample = "Sources/UnitsControl/UnitsControl.docc/ByExample.md"
      case bars = "Sources/UnitsWidget/UnitsWidget.docc/Bars.md"
      case administrators = "Sources/UnitsDaemon/UnitsDaemon.docc/Administrators.md"
      case howItWorks = "Sources/UnitsDaemon/UnitsDaemon.docc/HowItWorks.md"
      case files = "Sources/UnitsDaemon/UnitsDaemon.docc/Files.md"
      case guarantees = "Sources/UnitsDaemon/UnitsDaemon.docc/Guarantees.md"
      case costs = "Sources/UnitsDaemon/UnitsDaemon.docc/Costs.md"
      case comparison = "Sources/UnitsDaemon/UnitsDaemon.docc/Comparison.md"

      func text() throws -> String {
        try String(contentsOfFile: "\(packageRoot)/\(rawValue)", encoding: .utf8)
      }
    }

    /// More is not read to its end. In bytes.
    private static let readmeLimit = 14_000

    @Test func `README is short, and leads to each article`() throws {
      let text = try Document.readme.text()
      #expect(text.utf8.count <= Self.readmeLimit)
      for document in Document.allCases where document != .readme {
        #expect(text.contains("](\(document.rawValue))"), "\(document)")
      }
      for link in text.matches(of: /\]\(([^)#:]+)\)/) {
        #expect(access("\(packageRoot)/\(link.output.1)", F_OK) == 0, "\(link.output.1)")
      }
    }

    @Test func `the bar's snippet in README is the one of the article`() throws {
      let snippets = try [Document.readme, .bars].map { document in
        try #require(Self.blocks(of: document).first { $0.text.hasPrefix("\"custom/units\"") }).text
      }
      #expect(snippets[0] == snippets[1])
    }

    /// A command of a `console` block and the output that is shown for it.
    private struct Example: Equatable {
      let command: String
      var output = ""
    }

    @Test(arguments: [Document.readme, .byExample, .administrators, .files])
    func `every console block prints what it shows, in one story`(document: Document) throws {
      guard
        Requirement.areMet(
          .program(.unitsd), .program(.unitsctl), .program(.unitsbar), .peer("socat"),
          .peer("jq"), .file("/bin/bash"))
      else { return }
      let home = try Self.home()
      let daemon = try home.startDaemon()
      let examples = try Self.examples(of: document)
      try #require(examples.count > 1)
      let printed = run(examples.map(\.command), in: home)
      for (example, output) in zip(examples, printed) {
        #expect(
          Self.masked(output, in: home) == Self.masked(example.output, in: home),
          "\(example.command)")
      }
      #expect(printed.count == examples.count)
      #expect(daemon.end() == 0)
    }

    // MARK: Blocks that are no story

    /// Every block that is not a console, by its first line, and who runs it.
    private static let bars = "nobody, for want of these bars: FormatTests has what they read"
    private static let runners = [
      "  unitsctl set imperial  ": "a picture",
      "The first time, the locale": "`demo`, in DemoTests",
      "systemd/install.sh && ": ".ci/main-job",
      "~/.local/bin/unitsctl toggle": ".ci/main-job",
      "3.1 mi today": ".ci/main-job",
      "$ unitsctl chart": "here", "unitsctl import ": "here", "dev.units.system\t": "here",
      "python3 -m varlink.cli": "here", "bwrap ": "here",
      "\"custom/units\": {": "BarTests", "[module/units]": "BarTests", "bar {\n": "BarTests",
      "[units]": "BarTests", "set -g mouse on": "BarTests",
      "unitsbar --follow lemonbar": "BarTests",
      "commands = [ Run": "BarTests",
      "(deflisten ": bars, "[[block]]": bars,
      "#!/bin/sh\n": bars,
      "dependencies: [": "AppGroupTests", "import AppGroup": "AppGroupTests",
      "systemctl --user status": "UserServiceTests, but for journalctl: no journal is there",
      "what  ": "units-bench",
      ".ci/test": ".ci/run", "swift build ": "whoever changes something",
      "SetCommand.run": "a picture, whose names are looked for here",
    ]

    @Test func `of every block of code it is known who runs it`() throws {
      let blocks = try Self.blocks().filter { $0.language != "console" }
      for block in blocks {
        #expect(
          Self.runners.keys.contains { block.text.hasPrefix($0) },
          "nobody has said who runs this: \(block.text.prefix(80))")
      }
    }

    @Test func `every function on the way of a set is there`() throws {
      let text = try Self.block("SetCommand.run")
      let names = text.matches(of: /([A-Z][A-Za-z]+)\.([a-z][A-Za-z]+)/)
      try #require(names.count > 10)
      let sources = try #require(FileManager.default.enumerator(atPath: "\(packageRoot)/Sources"))
      let files = try sources.compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }
        .map { try String(contentsOfFile: "\(packageRoot)/Sources/\($0)", encoding: .utf8) }
      for name in names {
        let (type, function) = (name.output.1, name.output.2)
        let isThere = files.contains { file in
          file.contains("func \(function)")
            && ["extension", "class", "struct", "enum"].contains { kind in
              [" ", ":", ",", "("].contains { file.contains("\(kind) \(type)\($0)") }
            }
        }
        #expect(isThere, "\(name.output.0)")
      }
    }

    @Test func `activities are imported as it says`() throws {
      guard
        Requirement.areMet(
          .program(.unitsctl), .program(.unitsbar), .program(.unitsd), .program(.unitsImport))
      else { return }
      let home = try Self.home()
      let fit = try #require(Data(base64Encoded: Self.ride))
      try fit.write(to: URL(filePath: "\(home.home)/ride.fit"))
      let track = """
        <gpx version="1.1" creator="Watch 7"><trk><trkseg>
        <trkpt lat="0" lon="0"><time>2026-11-30T07:15:00Z</time></trkpt>
        <trkpt lat="0" lon="0.02"/></trkseg></trk></gpx>
        """
      try track.write(toFile: "\(home.home)/walk.gpx", atomically: false, encoding: .utf8)
      // Synchronisers pack them.
      let packer = Child.run(
        "/bin/sh", ["-c", "exec gzip '\(home.home)/walk.gpx'"], environment: home.environment)
      #expect(packer.status == 0, "\(packer)")
      // And whole accounts come as archives.
      let archiver = Child.run(
        "/usr/bin/python3", ["-c", Self.archives, home.home], environment: home.environment)
      #expect(archiver.status == 0, "\(archiver)")
      let outcome = try Self.runBlock("unitsctl import ", in: home)
      #expect(outcome.status == 0 && outcome.error.isEmpty, "\(outcome)")
      #expect(outcome.output.split(separator: "\n").count == 4, "\(outcome)")
      #expect(outcome.output.contains("strava.zip: 3.1 mi in 1 activity, 1 added"), "\(outcome)")
      #expect(outcome.output.contains("export.zip: 1 measurement, 1 added"), "\(outcome)")
      #expect(home.unitsctl("get", "dev.units.import.folder") == "\(home.home)/Sync/Activities")
    }

    /// Writes `strava.zip`, with a run that has no file, and `export.zip`, with a weight, into a folder.
    private static let archives = """
      import os, sys, zipfile
      os.chdir(sys.argv[1])
      with zipfile.ZipFile("strava.zip", "w") as archive:
          archive.writestr("activities.csv", "\\n".join([
              "Activity ID,Activity Date,Activity Name,Activity Type,Filename,Distance",
              '7,"Nov 29, 2026, 7:15:00 AM",Morning,Run,,5.0', ""]))
      with zipfile.ZipFile("export.zip", "w") as archive:
          archive.writestr("apple_health_export/export.xml",
              '<HealthData><Record type="HKQuantityTypeIdentifierBodyMass" unit="kg" value="78" '
              'startDate="2026-11-29 08:00:00 +0100" endDate="2026-11-29 08:00:00 +0100"/></HealthData>')
      """

    /// A FIT file of a run of five kilometres.
    private static let ride = """
      DiBUCD4AAAAuRklUO0lAAAAAAAQAAQABAoQDBIYEBIYABAEATQAAAHPWb0VDAAASAAT9BIYCBIYFAQAJBIYDy9hvRXPWb0UB\
      IKEHAO4L
      """

    @Test func `watch prints what it shows`() throws {
      guard Requirement.areMet(.program(.unitsctl), .program(.unitsd)) else { return }
      let home = try Self.home()
      let daemon = try home.startDaemon()
      home.unitsctl("set", "dev.units.system=imperial", "editor.fontsize=12.5", "theme=light")
      let watch = home.start(.unitsctl, "watch")
      let lines = try Self.block("dev.units.system\t").split(separator: "\n").map(String.init)
      try #require(lines.count == 5)
      for line in lines[..<3] { #expect(watch.prints(line, within: .seconds(60))) }
      home.unitsctl("set", "metric")
      home.unitsctl("unset", "theme")
      for line in lines[3...] { #expect(watch.prints(line, within: .seconds(60))) }
      _ = watch.end()
      #expect(daemon.end() == 0)
    }

    @Test func `the chart is one of forty columns`() throws {
      guard Requirement.areMet(.program(.unitsctl)) else { return }
      let home = try Self.home()
      home.unitsctl("set", "metric")
      // The day of the home's time zone is that of Greenwich; early, so that it is past.
      let days = DateFormatter()
      days.locale = Locale(identifier: "en_US_POSIX")
      days.timeZone = TimeZone(secondsFromGMT: 0)
      days.dateFormat = "yyyy-MM-dd"
      for (daysAgo, distance) in [(5.0, "6.2km"), (1, "10km"), (0, "5km")] {
        let day = days.string(from: Date().addingTimeInterval(-daysAgo * 86_400))
        home.unitsctl("log", "distance", distance, "--at", "\(day)T00:30:00")
      }
      home.environment["COLUMNS"] = "40"
      let words = try Self.block("$ unitsctl chart").split(separator: "\n")
      let line = try #require(words.first).dropFirst("$ unitsctl ".count).split(separator: " ")
      let outcome = home.finish(home.path(of: .unitsctl), line.map(String.init))
      #expect(
        Self.dayless(outcome.output)
          == Self.dayless(words.dropFirst().joined(separator: "\n") + "\n"))
    }

    /// Without the names of the days.
    private static func dayless(_ chart: String) -> String {
      chart.replacingOccurrences(
        of: "(?m)^[a-z]{3} [0-9]{2}-[0-9]{2} ", with: "DAY ", options: .regularExpression)
    }

    @Test func `clients of other people describe and call it as it says`() throws {
      guard Requirement.areMet(.program(.unitsd), .pythonModule("varlink")) else { return }
      let home = try Self.home()
      let python = try #require(Peers.python)
      home.environment["PATH"] =
        "\(URL(filePath: python).deletingLastPathComponent().path):\(home.environment["PATH"] ?? "")"
      let daemon = try home.startDaemon()
      home.environment["PYTHONUNBUFFERED"] = "1"
      // The monitor goes on until somebody ends it.
      let calls = try Self.block("python3 -m varlink.cli").split(separator: "\n").map(String.init)
      try #require(calls.count == 2)
      let help = Child.run("/bin/bash", ["-c", calls[0]], environment: home.environment)
      #expect(help.status == 0 && help.output.contains("method Monitor"), "\(help)")
      let monitor = Child("/bin/bash", ["-c", "exec \(calls[1])"], environment: home.environment)
      #expect(monitor.prints("  \"complete\": true,", within: .seconds(60)))
      _ = monitor.end(by: SIGKILL)
      #expect(daemon.end() == 0)
    }

    @Test func `a widget in a sandbox shows the day`() throws {
      guard Requirement.areMet(.program(.unitsd), .program(.unitsbar), .peer("bwrap")) else {
        return
      }
      let home = try Self.home()
      let probe = Child.run(
        "/bin/sh", ["-c", "exec bwrap --unshare-all --ro-bind / / true"],
        environment: home.environment)
      guard probe.status == 0 else {
        print("skipped: this machine lets nobody have namespaces: \(probe.error)")
        return
      }
      let daemon = try home.startDaemon()
      home.unitsctl("log", "distance", "5km")
      let widget = Child(
        "/bin/bash", ["-c", "exec \(try Self.block("bwrap "))"], environment: home.environment)
      #expect(widget.prints("3.1 mi today", within: .seconds(60)))
      _ = widget.end(by: SIGKILL)
      #expect(daemon.end() == 0)
    }

    /// A home with the programs in it, and first in its path.
    private static func home() throws -> Sandbox {
      let home = Sandbox(language: "en_US.UTF-8")
      try home.installPrograms()
      home.environment["PATH"] = "\(home.home)/.local/bin:\(home.environment["PATH"] ?? "")"
      return home
    }

    private static func block(_ beginning: String) throws -> String {
      try #require(try blocks().first { $0.text.hasPrefix(beginning) }, "\(beginning)").text
    }

    /// Runs a block in the home.
    private static func runBlock(_ beginning: String, in home: Sandbox) throws -> Child.Outcome {
      let script = "set -e; cd; \(try block(beginning))"
      return Child.run("/bin/bash", ["-c", script], environment: home.environment)
    }

    private struct Block {
      let language: Substring
      var text = ""
    }

    private static func blocks() throws -> [Block] { try Document.allCases.flatMap(blocks) }

    private static func blocks(of document: Document) throws -> [Block] {
      var blocks: [Block] = []
      var isInside = false
      for line in try document.text().split(separator: "\n", omittingEmptySubsequences: false) {
        if line.hasPrefix("```") {
          isInside.toggle()
          if isInside { blocks.append(Block(language: line.dropFirst(3))) }
        } else if isInside {
          blocks[blocks.count - 1].text += line + "\n"
        }
      }
      return blocks
    }

    @Test func `every file that README names is there`() throws {
      let text = try Document.readme.text()
      for path in ["systemd/install.sh", ".ci/test", ".ci/run", ".ci/long"] {
        #expect(access("\(packageRoot)/\(path)", X_OK) == 0, "\(path)")
      }
      for name in try FileManager.default.contentsOfDirectory(atPath: "\(packageRoot)/Sources")
      where name.hasPrefix("Units") { #expect(text.contains(name), "\(name)") }
    }

    /// Runs the commands in one shell, and gives what each printed on both streams.
    private func run(_ commands: [String], in home: Sandbox) -> [String] {
      let mark = "\u{1}"
      // The mark goes between the outputs and leaves `$?` as it was.
      let script = commands.map { "(s=$?; printf '\(mark)'; exit $s)\n\($0)\n" }.joined()
      let outcome = Child.run(
        "/bin/bash", ["-c", "exec 2>&1\n\(script)"], environment: home.environment)
      return outcome.output.split(separator: Character(mark), omittingEmptySubsequences: false)
        .dropFirst().map(String.init)
    }

    private static func examples(of document: Document) throws -> [Example] {
      var examples: [Example] = []
      var isInside = false
      for line in try document.text().split(separator: "\n", omittingEmptySubsequences: false) {
        if line.hasPrefix("```") {
          isInside = line == "```console"
        } else if isInside, line.hasPrefix("$ ") {
          examples.append(Example(command: String(line.dropFirst(2))))
        } else if isInside {
          examples[examples.count - 1].output += line + "\n"
        }
      }
      return examples
    }

    /// The same text with what differs from run to run taken out.
    private static func masked(_ text: String, in home: Sandbox) -> String {
      var text = text.replacingOccurrences(of: home.home, with: "/home/ann")
        .replacingOccurrences(of: home.runtime, with: "/run/user/1000")
      let masks = [
        ("[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}", "ID"),
        ("[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9:.]+(Z|[+-][0-9:]+)", "TIME"),
        (#""epoch":"[0-9a-f]{16}""#, "EPOCH"), ("(?m)^pid\t[0-9]+$", "PID"),
        ("(?m)^uptime\t[0-9]+ s$", "UPTIME"),
      ]
      for (pattern, name) in masks {
        text = text.replacingOccurrences(of: pattern, with: name, options: .regularExpression)
      }
      return text
    }
  }
}
