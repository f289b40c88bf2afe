import Foundation
import Testing

extension LiveTests {
  /// A person logs a distance, sees it in a status line, and switches the unit system.
  @Suite struct MainJobTests {
    /// How soon a status line shows a change made elsewhere, counted from before the command that
    /// makes it was started.
    private static let promptly: Duration = .milliseconds(250)

    @Test func `a follower shows each change at once and outlives the daemon's death`() throws {
      guard Requirement.areMet(.program(.unitsd), .program(.unitsctl), .program(.unitsbar)) else {
        return
      }
      let home = Sandbox(language: "en_US.UTF-8")

      // No daemon yet: the first default is stored all the same.
      #expect(home.unitsctl("get") == "imperial")
      #expect(home.preferences == [Sandbox.systemKey: "imperial"])

      var daemon = try home.startDaemon()
      home.unitsctl("log", "distance", "5000m")
      #expect(home.run(.unitsbar) == .init(status: 0, output: "3.1 mi today\n", error: ""))

      let follower = home.start(.unitsbar, "--follow")
      #expect(follower.nextLine(within: .seconds(5)) == "3.1 mi today")
      follower.expects("5.0 km today", within: Self.promptly) { home.unitsctl("set", "metric") }
      follower.expects("7.5 km today", within: Self.promptly) {
        home.unitsctl("log", "distance", "2.5km")
      }

      #expect(daemon.end(by: SIGKILL) == 128 + SIGKILL)
      daemon = try home.startDaemon()
      follower.expects("4.7 mi today", within: .seconds(5)) {
        #expect(home.unitsctl("toggle") == "imperial")
      }

      try home.edit(#"{"dev.units.system": "metric"}"#)
      #expect(follower.nextLine(within: .seconds(1)) == "7.5 km today")
      #expect(home.unitsctl("get") == "metric")

      // Back in touch with the new daemon, it is as prompt as before.
      follower.expects("4.7 mi today", within: Self.promptly) { home.unitsctl("set", "imperial") }

      #expect(!follower.hasEnded)
      #expect(follower.end() == 0 || follower.hasEnded)
      #expect(follower.errorText.isEmpty)
      #expect(daemon.end() == 0)
    }

    @Test func `a follower shows each change when no daemon runs`() {
      guard Requirement.areMet(.program(.unitsctl), .program(.unitsbar)) else { return }
      let home = Sandbox(language: "de_DE.UTF-8")
      home.unitsctl("log", "distance", "5km")
      let follower = home.start(.unitsbar, "--follow")
      #expect(follower.nextLine(within: .seconds(5)) == "5.0 km today")
      follower.expects("3.1 mi today", within: .seconds(1)) { home.unitsctl("set", "imperial") }
      follower.expects("4.7 mi today", within: .seconds(1)) {
        home.unitsctl("log", "distance", "2.5km")
      }
      follower.expects("7.5 km today", within: .seconds(1)) { home.unitsctl("toggle") }
    }

    @Test func `a follower that began without a daemon finds the one that starts later`() throws {
      guard Requirement.areMet(.program(.unitsd), .program(.unitsctl), .program(.unitsbar)) else {
        return
      }
      let home = Sandbox(language: "de_DE.UTF-8")
      home.unitsctl("log", "distance", "5km")
      let follower = home.start(.unitsbar, "--follow")
      #expect(follower.nextLine(within: .seconds(5)) == "5.0 km today")
      let daemon = try home.startDaemon()
      follower.expects("3.1 mi today", within: .seconds(1)) { home.unitsctl("toggle") }
      #expect(
        Deadline.poll { home.unitsctl("status").contains("subscribers") },
        "the follower is told by the daemon")
      #expect(daemon.end() == 0)
      follower.expects("5.0 km today", within: .seconds(1)) { home.unitsctl("toggle") }
    }

    @Test func `a follower prints a line for each change and none for a change of nothing`() throws
    {
      guard Requirement.areMet(.program(.unitsd), .program(.unitsctl), .program(.unitsbar)) else {
        return
      }
      let home = Sandbox(language: "de_DE.UTF-8")
      let daemon = try home.startDaemon()
      home.unitsctl("log", "distance", "1km")
      let follower = home.start(.unitsbar, "--follow")
      #expect(follower.nextLine(within: .seconds(5)) == "1.0 km today")
      home.unitsctl("set", "metric")
      home.unitsctl("set", "another.key", "5")
      home.unitsctl("log", "distance", "1km")
      #expect(follower.nextLine(within: .seconds(5)) == "2.0 km today")
      home.unitsctl("set", "imperial")
      #expect(follower.nextLine(within: .seconds(5)) == "1.2 mi today")
      #expect(daemon.end() == 0)
    }
  }
}

extension Child {
  /// Expects `line` to come within `limit` of the moment before `change` is made.
  fileprivate func expects(
    _ line: String, within limit: Duration, after change: () -> Void,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let clock = ContinuousClock()
    let start = clock.now
    change()
    let next = nextLine(within: .seconds(10))
    let elapsed = clock.now - start
    #expect(next == line, sourceLocation: sourceLocation)
    #expect(elapsed <= limit, "\(line) came after \(elapsed)", sourceLocation: sourceLocation)
  }
}
