import CUnitsLinux
import Foundation
import Testing

extension LiveTests {
  /// The service's life under a real `systemd --user`: reload, failures, the watchdog, stopping, and
  /// ending while nobody needs it.
  @Suite struct ServiceLifeTests {
    @Test(arguments: UserServiceTests.owners)
    func `reload has the files read anew, by the same daemon`(_ owner: Sandbox.Owner) throws {
      guard let (home, manager) = try UserManager.start(owner) else { return }
      home.unitsctl("set", "n=1")
      let daemon = manager.daemon
      // The daemon looks once more when the clock that stamps files has ticked, and then no more.
      Thread.sleep(forTimeInterval: 0.3)
      // A disk that is mounted over the folder is a change that the kernel does not tell of.
      try home.mountDisk(at: "\(home.configuration)", options: "size=1m,mode=700")
      try home.edit(#"{"n": 2}"#)
      chown(home.groupFile, home.owner.identifier, home.owner.identifier)
      #expect(home.unitsctl("get", "n") == "1", "or the test proves nothing")
      #expect(manager.systemctl("reload", "unitsd.service").status == 0)
      #expect(Deadline.poll { home.unitsctl("get", "n") == "2" })
      #expect(manager.daemon == daemon)
      #expect(manager.property("NRestarts", of: "unitsd.service") == "0")
    }

    @Test(arguments: UserServiceTests.owners)
    func `killed again and again it comes back, and a follower never loses its line`(
      _ owner: Sandbox.Owner
    ) throws {
      guard let (home, manager) = try UserManager.start(owner) else { return }
      home.unitsctl("set", "metric")
      home.unitsctl("log", "distance", "5km")
      let follower = home.start(.unitsbar, "--follow")
      #expect(follower.firstLine == "5.0 km today")
      let lines = ["5.0 km today", "3.1 mi today"]
      // More often than systemd lets a service fail by itself: five times in ten seconds.
      for round in 1...8 {
        let daemon = manager.daemon
        #expect(kill(daemon, SIGKILL) == 0)
        // What is set while there is no daemon is neither lost nor told twice.
        home.unitsctl("set", round % 2 == 0 ? "metric" : "imperial")
        #expect(follower.nextLine(within: .seconds(30)) == lines[round % 2])
        #expect(Deadline.poll(.seconds(30)) { ![0, daemon].contains(manager.daemon) })
      }
      #expect(manager.property("ActiveState", of: "unitsd.service") == "active")
      #expect(manager.property("ActiveState", of: "unitsd.socket") == "active")
      #expect(follower.nextLine(within: .milliseconds(500)) == nil)
      #expect(!follower.hasEnded && follower.errorText.isEmpty)
    }

    /// Stops one thread of a process, as a debugger does, until the process is gone.
    private static let stopThread = """
      import ctypes, os, sys
      libc = ctypes.CDLL(None, use_errno=True)
      libc.ptrace.argtypes = [ctypes.c_long] * 4
      thread, wait_all = int(sys.argv[1]), 0x40000000
      for request in (0x4206, 0x4207):  # PTRACE_SEIZE, PTRACE_INTERRUPT
          if libc.ptrace(request, thread, 0, 0) != 0:
              sys.exit(os.strerror(ctypes.get_errno()))
      while True:
          _, status = os.waitpid(thread, wait_all)
          if not os.WIFSTOPPED(status): break
          print("stopped", flush=True)
      """

    @Test(arguments: [
      "[Service]\nExecStart=\nExecStart=/nowhere/unitsd\n",
      "[Service]\nExecStart=\nExecStart=%h/.local/bin/unitsd --no-such-option\n",
      "[Service]\nExecStart=\nExecStart=/bin/sh -c 'kill -SEGV $$$$'\n",
    ])
    func `a daemon that cannot start is given up, and the files are used directly`(
      _ dropIn: String
    ) throws {
      guard let (home, manager) = try UserManager.start(.tester, dropIn: dropIn) else { return }
      func status(_ words: String...) -> Int32 {
        home.finish(home.path(of: .unitsctl), ["--timeout", "0.5"] + words).status
      }
      _ = status("set", "a", "1")
      #expect(
        Deadline.poll(.seconds(60)) {
          manager.property("ActiveState", of: "unitsd.socket") == "failed"
        })
      #expect(manager.property("ActiveState", of: "unitsd.service") == "failed")
      home.unitsctl("set", "a", "2")
      #expect(home.unitsctl("get", "a") == "2")
      let direct = home.run(.unitsctl, "status")
      #expect(direct.status == 1 && direct.output.contains("\nroute\tdirect\n"))
      let advice = home.run(.unitsctl, "doctor")
      #expect(advice.status == 1)
      for unit in ["unitsd.service", "unitsd.socket"] {
        #expect(advice.output.contains("problem\tunit\t\(unit) failed: "), "\(advice.output)")
      }
      // As it advises, once the fault is mended.
      try FileManager.default.removeItem(
        atPath: "\(home.home)/.config/systemd/user/unitsd.service.d/test.conf")
      #expect(manager.systemctl("daemon-reload").status == 0)
      #expect(manager.systemctl("reset-failed", "unitsd.service", "unitsd.socket").status == 0)
      #expect(manager.systemctl("start", "unitsd.socket").status == 0)
      home.unitsctl("set", "a", "3")
      #expect(home.unitsctl("status").contains("\nroute\tdaemon\n"))
      #expect(home.run(.unitsctl, "doctor").status == 0)
    }

    @Test func `a debugger shows in which functions and lines the daemon is`() throws {
      guard Requirement.areMet(.program(.unitsd), .program(.unitsctl), .peer("gdb")) else { return }
      let home = Sandbox()
      let daemon = try home.startDaemon()
      home.unitsctl("set", "metric")
      let gdb = try #require(Peers.find("gdb"))
      let threads = Child.run(
        gdb,
        ["-batch", "-nx", "-p", String(daemon.process), "-ex", "thread apply all bt"],
        environment: Sandbox.bareEnvironment
      ).output
      for file in ["Daemon", "PreferencesThread", "RecordsThread"] {
        let place = try Regex("UnitsDaemon/\(file)\\.swift:[0-9]+")
        #expect(threads.contains(place), "\(threads)")
      }
    }

    @Test(arguments: ["unitsd", "preferences", "records"])
    func `a thread that stands still is noticed, and the service begins anew`(_ name: String) throws
    {
      let dropIn = "[Service]\nWatchdogSec=2\nRestartSec=2\n"
      guard let (home, manager) = try UserManager.start(.nobody, dropIn: dropIn),
        Requirement.areMet(.peer("python3"))
      else { return }
      home.unitsctl("set", "metric")
      home.unitsctl("log", "distance", "5km")
      let follower = home.start(.unitsbar, "--follow")
      #expect(follower.firstLine == "5.0 km today")
      let daemon = manager.daemon
      let tasks = "/proc/\(daemon)/task"
      let thread = try #require(
        try FileManager.default.contentsOfDirectory(atPath: tasks).first { task in
          try String(contentsOfFile: "\(tasks)/\(task)/comm", encoding: .utf8) == "\(name)\n"
        })
      // Alive it is left alone, however long.
      #expect(!Deadline.poll(.seconds(5)) { manager.daemon != daemon })
      let python = try #require(Peers.find("python3"))
      let debugger = Child(
        python, ["-c", Self.stopThread, thread], environment: Sandbox.bareEnvironment)
      #expect(debugger.nextLine(within: .seconds(10)) == "stopped", "\(debugger.errorText)")
      #expect(
        Deadline.poll(.seconds(60)) {
          manager.property("Result", of: "unitsd.service") == "watchdog"
        })
      #expect(Deadline.poll(.seconds(60)) { ![0, daemon].contains(manager.daemon) })
      #expect(manager.property("NRestarts", of: "unitsd.service") == "1")
      home.unitsctl("set", "imperial")
      #expect(follower.prints("3.1 mi today", within: .seconds(30)))
      #expect(follower.errorText.isEmpty)
    }

    @Test func `waiting for a lock is no standing still`() throws {
      let dropIn = "[Service]\nWatchdogSec=3\n"
      guard let (home, manager) = try UserManager.start(.tester, dropIn: dropIn),
        Requirement.areMet(.peer("flock"), .peer("python3"))
      else { return }
      home.unitsctl("set", "metric")
      home.unitsctl("log", "distance", "5km")
      let daemon = manager.daemon
      // Both are held: the group's lock, and the database by a transaction.
      let lock = "\(home.configuration)/\(Sandbox.group).lock"
      let python = try #require(Peers.find("python3"))
      let holder = Child(
        python,
        [
          "-c",
          """
          import fcntl, sqlite3, sys, time
          lock = open(sys.argv[1]); fcntl.flock(lock, fcntl.LOCK_EX)
          database = sqlite3.connect(sys.argv[2], isolation_level=None)
          database.execute("begin exclusive"); print("held", flush=True); time.sleep(600)
          """, lock, "\(home.data)/\(Sandbox.group).sqlite",
        ], environment: home.environment)
      #expect(holder.nextLine(within: .seconds(10)) == "held", "\(holder.errorText)")
      let end = Deadline(in: .seconds(7))
      while !end.hasPassed {
        #expect(home.run(.unitsctl, "set", "imperial").status == 75)
        #expect(home.run(.unitsctl, "log", "distance", "1km").status == 75)
      }
      #expect(manager.daemon == daemon)
      _ = holder.end()
      home.unitsctl("set", "imperial")
      #expect(manager.property("NRestarts", of: "unitsd.service") == "0")
    }

    @Test func `it stops within a second, whoever is connected`() throws {
      guard let (home, manager) = try UserManager.start(.tester) else { return }
      home.unitsctl("set", "metric")
      let followers = (0..<10).map { _ in home.start(.unitsbar, "--follow") }
      for follower in followers { #expect(follower.firstLine != nil) }
      followers[0].send(signal: SIGSTOP)
      // One sends half a call, one never reads what it has asked for.
      let half = try #require(UnixConnection(to: home.socket))
      #expect(half.send(Array(#"{"method":"dev.un"#.utf8)))
      let deaf = try #require(UnixConnection(to: home.socket))
      home.unitsctl("set", "text=\(String(repeating: "x", count: 100_000))")
      for _ in 0..<8 { #expect(deaf.send(#"{"method":"dev.units.preferences.Get"}"#)) }
      let clock = ContinuousClock()
      let time = clock.measure {
        #expect(manager.systemctl("stop", "unitsd.socket", "unitsd.service").status == 0)
      }
      #expect(time < .seconds(1), "\(time)")
      #expect(manager.property("Result", of: "unitsd.service") == "success")
      followers[0].send(signal: SIGCONT)
    }

    @Test func `stopped it stays stopped, though followers wait for it`() throws {
      guard let (home, manager) = try UserManager.start(.tester) else { return }
      home.unitsctl("set", "metric")
      home.unitsctl("log", "distance", "5km")
      let follower = home.start(.unitsbar, "--follow")
      #expect(follower.firstLine == "5.0 km today")
      #expect(manager.systemctl("stop", "unitsd.socket", "unitsd.service").status == 0)
      // Longer than a follower tries.
      #expect(
        !Deadline.poll(.seconds(9)) {
          manager.property("ActiveState", of: "unitsd.service") != "inactive"
        })
      home.unitsctl("set", "imperial")
      #expect(follower.nextLine(within: .seconds(10)) == "3.1 mi today")
      #expect(manager.property("ActiveState", of: "unitsd.service") == "inactive")
      // And it is noticed when it is there again.
      #expect(manager.systemctl("start", "unitsd.socket").status == 0)
      home.unitsctl("set", "metric")
      #expect(follower.nextLine(within: .seconds(10)) == "5.0 km today")
      #expect(manager.property("ActiveState", of: "unitsd.service") == "active")
    }

    @Test func `unused it ends, and comes back without a lost change`() throws {
      let dropIn = """
        [Service]
        ExecStart=
        ExecStart=%h/.local/bin/unitsd --idle-exit 0.1

        """
      guard let (home, manager) = try UserManager.start(.nobody, dropIn: dropIn) else { return }
      func isActive() -> Bool {
        manager.property("ActiveState", of: "unitsd.service") == "active"
      }
      home.unitsctl("set", "n=0")
      #expect(Deadline.poll(.seconds(30)) { !isActive() })
      #expect(manager.property("Result", of: "unitsd.service") == "success")
      #expect(access(home.socket, F_OK) == 0 && access(home.readOnlySocket, F_OK) == 0)
      // Changes just while it ends: each is accepted and there afterwards.
      for round in 1...60 {
        usleep(UInt32(100_000 + (round % 20) * 2_000))
        home.unitsctl("set", "n=\(round)")
        #expect(home.unitsctl("get", "n") == "\(round)")
      }
      #expect(try String(contentsOfFile: home.groupFile, encoding: .utf8).contains("\"n\": 60"))
      #expect(access(home.socket, F_OK) == 0)
      // A follower is a use.
      home.unitsctl("set", "metric")
      home.unitsctl("log", "distance", "5km")
      let follower = home.start(.unitsbar, "--follow")
      #expect(follower.firstLine == "5.0 km today")
      let daemon = manager.daemon
      #expect(!Deadline.poll(.seconds(2)) { manager.daemon != daemon })
      home.unitsctl("set", "imperial")
      #expect(follower.nextLine(within: .seconds(10)) == "3.1 mi today")
      #expect(follower.end() == 143)
      #expect(Deadline.poll(.seconds(30)) { !isActive() })
    }

    @Test func `without a service manager there is nobody to come back for`() throws {
      guard Requirement.areMet(.program(.unitsd)) else { return }
      let home = Sandbox()
      #expect(
        home.run(.unitsd, "--idle-exit", "1")
          == .init(
            status: 64, output: "",
            error: "unitsd: --idle-exit takes a service manager that starts the daemon again\n"))
    }
  }
}
