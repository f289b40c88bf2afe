import Foundation
import Testing

extension LiveTests {
  /// What README shows is what the programs print.
  @Suite struct ReadmeTests {
    /// A command of a `console` block and the output that README shows for it.
    private struct Example: Equatable {
      let command: String
      var output = ""
    }

    @Test func `every console block prints what it shows, in one story`() throws {
      guard
        Requirement.areMet(
          .program(.unitsd), .program(.unitsctl), .program(.unitsbar), .peer("socat"),
          .peer("jq"), .file("/bin/bash"))
      else { return }
      let home = Sandbox(language: "en_US.UTF-8")
      try home.installPrograms()
      home.environment["PATH"] = "\(home.home)/.local/bin:\(home.environment["PATH"] ?? "")"
      let daemon = try home.startDaemon()
      let examples = try Self.examples()
      try #require(examples.count > 20)
      let printed = run(examples.map(\.command), in: home)
      for (example, output) in zip(examples, printed) {
        #expect(
          Self.masked(output, in: home) == Self.masked(example.output, in: home),
          "\(example.command)")
      }
      #expect(printed.count == examples.count)
      #expect(daemon.end() == 0)
    }

    @Test func `every file that README names is there`() throws {
      let text = try Self.text()
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

    private static func text() throws -> String {
      try String(contentsOfFile: "\(packageRoot)/README.md", encoding: .utf8)
    }

    private static func examples() throws -> [Example] {
      var examples: [Example] = []
      var isInside = false
      for line in try text().split(separator: "\n", omittingEmptySubsequences: false) {
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
