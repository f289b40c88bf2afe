import Foundation
import Testing

extension LiveTests {
  /// A group file that cannot be understood: what is known is served, and nothing is lost.
  @Suite struct DamagedFileTests {
    private static let damaged = "{\n  \"dev.units.system\": metric\n}\n"

    @Test func `a daemon serves the last good state and keeps a copy before it writes`() throws {
      guard Requirement.areMet(.program(.unitsctl), .program(.unitsd)) else { return }
      let home = Sandbox()
      let daemon = try home.startDaemon()
      home.unitsctl("set", "metric")
      home.unitsctl("set", "other", "kept")
      try home.edit(Self.damaged)
      #expect(home.unitsctl("get") == "metric")
      #expect(Deadline.poll { daemon.errorText.contains("line 2, column 23") })
      #expect(home.run(.unitsctl, "status").output.contains("line 2, column 23"))
      #expect(home.groupText == Self.damaged)
      #expect(copies(in: home).isEmpty)

      home.unitsctl("set", "imperial")
      #expect(home.preferences == [Sandbox.systemKey: "imperial", "other": "kept"])
      let copy = try #require(copies(in: home).first)
      #expect(try String(contentsOfFile: copy, encoding: .utf8) == Self.damaged)
      #expect(copies(in: home).count == 1)
      #expect(daemon.end() == 0)
    }

    @Test func `without a last good state an explicit write is refused`() {
      guard Requirement.areMet(.program(.unitsctl)) else { return }
      let home = Sandbox()
      #expect(throws: Never.self) { try home.edit(Self.damaged) }
      checkRefusal(in: home)
    }

    @Test func `a fresh daemon refuses an explicit write as well`() throws {
      guard Requirement.areMet(.program(.unitsctl), .program(.unitsd)) else { return }
      let home = Sandbox()
      try home.edit(Self.damaged)
      let daemon = try home.startDaemon()
      checkRefusal(in: home)
      #expect(daemon.end() == 0)
    }

    @Test func `a first default never touches a damaged file`() throws {
      guard Requirement.areMet(.program(.unitsctl), .program(.unitsd)) else { return }
      let home = Sandbox(language: "en_US.UTF-8")
      try home.edit(Self.damaged)
      for daemon in [nil, try home.startDaemon()] {
        let outcome = home.run(.unitsctl, "get")
        #expect(outcome.status == 0 && outcome.output == "imperial\n", "\(outcome)")
        #expect(outcome.error.contains("line 2, column 23"), "\(outcome)")
        #expect(home.groupText == Self.damaged)
        #expect(copies(in: home).isEmpty)
        #expect(daemon.map { $0.end() } ?? 0 == 0)
      }
    }

    private func checkRefusal(
      in home: Sandbox, sourceLocation: SourceLocation = #_sourceLocation
    ) {
      let outcome = home.run(.unitsctl, "set", "imperial")
      #expect(outcome.status == 65, "\(outcome)", sourceLocation: sourceLocation)
      #expect(
        outcome.error.contains("line 2, column 23"), "\(outcome)", sourceLocation: sourceLocation)
      #expect(
        outcome.error.contains("mend the file there"), "\(outcome)", sourceLocation: sourceLocation)
      #expect(home.groupText == Self.damaged, sourceLocation: sourceLocation)
      #expect(copies(in: home).isEmpty, sourceLocation: sourceLocation)
    }

    private func copies(in home: Sandbox) -> [String] {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: home.configuration)) ?? []
      return names.filter { $0.contains(".damaged-") }.map { "\(home.configuration)/\($0)" }
    }
  }
}
