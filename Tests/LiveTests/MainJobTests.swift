import Foundation
import Testing

extension LiveTests {
  /// A person logs a distance, sees it in a status line, and switches the unit system.
  @Suite struct MainJobTests {
    @Test func `a follower shows each change at once and outlives the daemon's death`() throws {
      guard Requirement.areMet(.program(.unitsd), .program(.unitsctl), .program(.unitsbar)) else {
        return
      }
      let home = Sandbox(language: "en_US.UTF-8")
      var daemon: Child?
      try MainJob(home: home).run(
        startingDaemon: { daemon = try home.startDaemon() },
        killingDaemon: {
          #expect(daemon?.end(by: SIGKILL) == 128 + SIGKILL)
          daemon = try home.startDaemon()
        })
      #expect(daemon?.end() == 0)
    }

    @Test func `a follower shows each change when no daemon runs`() {
      guard Requirement.areMet(.program(.unitsctl), .program(.unitsbar)) else { return }
      let home = Sandbox(language: "de_DE.UTF-8")
      home.unitsctl("log", "distance", "5km")
      let follower = home.start(.unitsbar, "--follow")
      #expect(follower.firstLine == "5.0 km today")
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
      #expect(follower.firstLine == "5.0 km today")
      let daemon = try home.startDaemon()
      follower.expects("3.1 mi today", within: .seconds(1)) { home.unitsctl("toggle") }
      #expect(
        Deadline.poll {
          let status = home.unitsctl("status")
          return status.contains("subscribers\t") && !status.contains("subscribers\t0")
        }, "the follower is told by the daemon")
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
      #expect(follower.firstLine == "1.0 km today")
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
