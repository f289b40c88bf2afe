import Foundation
import Testing

extension LiveTests {
  /// Whatever others do, a command ends within its time.
  @Suite struct DeadlineTests {
    /// Two seconds, and what starting a process may take on a busy machine.
    private static let limit: Duration = .milliseconds(2700)

    @Test func `a lock holder that was stopped costs a direct writer two seconds`() throws {
      guard Requirement.areMet(.program(.unitsctl), .peer("flock")) else { return }
      let home = Sandbox()
      home.unitsctl("set", "metric")
      let holder = try lockHolder(in: home)
      let outcome = timed { home.run(.unitsctl, "set", "imperial") }
      #expect(outcome.status == 75, "\(outcome)")
      #expect(outcome.error.contains("\(Sandbox.group).lock"), "\(outcome)")
      #expect(timed { home.run(.unitsctl, "get") }.output == "metric\n")
      holder.send(signal: SIGKILL)
      _ = holder.finish()
      home.unitsctl("set", "imperial")
    }

    @Test func `a lock holder that was stopped costs the daemon nothing`() throws {
      guard Requirement.areMet(.program(.unitsctl), .program(.unitsd), .peer("flock")) else {
        return
      }
      let home = Sandbox()
      let daemon = try home.startDaemon()
      home.unitsctl("set", "metric")
      let holder = try lockHolder(in: home)
      let waiting = home.start(.unitsctl, "set", "imperial")
      // Meanwhile it answers, and writes another group.
      let clock = ContinuousClock()
      let start = clock.now
      #expect(home.unitsctl("get") == "metric")
      home.unitsctl("--group", "group.other", "set", "key", "1")
      #expect(clock.now - start < .seconds(1))
      let outcome = timed { waiting.finish() }
      #expect(outcome.status == 75, "\(outcome)")
      holder.send(signal: SIGKILL)
      _ = holder.finish()
      home.unitsctl("set", "imperial")
      #expect(home.preferences == [Sandbox.systemKey: "imperial"])
      #expect(daemon.end() == 0)
    }

    @Test func `a stopped daemon is waited for in vain by a write, and a read asks the store`()
      throws
    {
      guard Requirement.areMet(.program(.unitsctl), .program(.unitsd)) else { return }
      let home = Sandbox()
      let daemon = try home.startDaemon()
      home.unitsctl("set", "metric")
      daemon.send(signal: SIGSTOP)
      let write = timed { home.run(.unitsctl, "toggle") }
      #expect(write.status == 75, "\(write)")
      #expect(home.preferences == [Sandbox.systemKey: "metric"])
      let read = timed { home.run(.unitsctl, "get") }
      #expect(read.status == 0 && read.output == "metric\n", "\(read)")
      daemon.send(signal: SIGCONT)
      #expect(home.run(.unitsctl, "status").status == 0)
      #expect(daemon.end() == 0)
    }

    @Test func `a stopped daemon is waited for once, whatever a command asks`() throws {
      guard Requirement.areMet(.program(.unitsctl), .program(.unitsd), .program(.unitsbar)) else {
        return
      }
      let home = Sandbox()
      let daemon = try home.startDaemon()
      home.unitsctl("set", "metric")
      home.unitsctl("log", "distance", "1km")
      daemon.send(signal: SIGSTOP)
      for words in [
        ["records"], ["records", "--json"], ["summary"], ["summary", "distance"], ["chart"],
        ["log", "distance", "2km"], ["list"], ["get", "dev.units.system", "--explain"],
      ] {
        let outcome = timed { home.finish(home.path(of: .unitsctl), words) }
        #expect(outcome.status == 0, "\(words): \(outcome)")
      }
      #expect(timed { home.run(.unitsctl, "doctor") }.status == 1)
      #expect(timed { home.run(.unitsctl, "status") }.status == 75)
      // Bars wait for a line and not for a daemon: with a second for starting a process.
      for words in [["json"], ["--goal", "5km", "waybar"], ["--toggle"], ["--scroll", "up"]] {
        let clock = ContinuousClock()
        let start = clock.now
        let outcome = home.finish(home.path(of: .unitsbar), words)
        #expect(outcome.status == 0, "\(words): \(outcome)")
        #expect(clock.now - start < .milliseconds(1250), "\(words)")
      }
      daemon.send(signal: SIGCONT)
      #expect(home.unitsctl("get") == "imperial")
      #expect(daemon.end() == 0)
    }

    @Test func `what was told as unknown while the daemon stood is not done over what came later`()
      throws
    {
      guard Requirement.areMet(.program(.unitsctl), .program(.unitsd)) else { return }
      let home = Sandbox()
      let daemon = try home.startDaemon()
      home.unitsctl("set", "a", "1")
      daemon.send(signal: SIGSTOP)
      #expect(home.run(.unitsctl, "--timeout", "0.3", "set", "a", "2").status == 75)
      home.unitsctl("--no-daemon", "set", "a", "9")
      daemon.send(signal: SIGCONT)
      #expect(home.unitsctl("get", "a") == "9")
      home.unitsctl("set", "b", "1")
      #expect(home.unitsctl("get", "a") == "9")
      #expect(daemon.end() == 0)
    }

    @Test func `the time can be chosen`() throws {
      guard Requirement.areMet(.program(.unitsctl), .peer("flock")) else { return }
      let home = Sandbox()
      home.unitsctl("set", "metric")
      let holder = try lockHolder(in: home)
      let clock = ContinuousClock()
      let start = clock.now
      #expect(home.run(.unitsctl, "--timeout", "0.2", "set", "imperial").status == 75)
      #expect(clock.now - start < .seconds(1))
      holder.send(signal: SIGKILL)
    }

    /// A process of somebody else that holds the group's lock and is stopped.
    private func lockHolder(in home: Sandbox) throws -> Child {
      let holder = Child(
        "/usr/bin/flock",
        [
          "--no-fork", "\(home.configuration)/\(Sandbox.group).lock", "/bin/sh", "-c",
          "echo held; exec sleep 60",
        ],
        environment: home.environment)
      try #require(holder.nextLine(within: .seconds(5)) == "held")
      holder.send(signal: SIGSTOP)
      return holder
    }

    private func timed(
      _ body: () -> Child.Outcome, sourceLocation: SourceLocation = #_sourceLocation
    ) -> Child.Outcome {
      let clock = ContinuousClock()
      let start = clock.now
      let outcome = body()
      #expect(clock.now - start < Self.limit, sourceLocation: sourceLocation)
      return outcome
    }
  }
}
