import CUnitsLinux
import Foundation
import Testing

extension LiveTests {
  /// The units under a real `systemd --user`, whose runtime directory is a tmpfs as on a desktop.
  @Suite struct UserServiceTests {
    static let owners: [Sandbox.Owner] = [.tester, .nobody]

    @Test(arguments: owners)
    func `unitsctl get on the socket starts everything`(_ owner: Sandbox.Owner) throws {
      guard let (home, manager) = try UserManager.start(owner) else { return }
      #expect(manager.property("ActiveState", of: "unitsd.service") == "inactive")
      try MainJob(home: home).run(
        startingDaemon: {
          // Nobody has to: the `get` before has done it.
          #expect(manager.property("ActiveState", of: "unitsd.service") == "active")
        },
        killingDaemon: {
          let process = manager.property("MainPID", of: "unitsd.service")
          #expect(manager.systemctl("kill", "--signal=KILL", "unitsd.service").status == 0)
          #expect(Deadline.poll { manager.property("MainPID", of: "unitsd.service") != process })
        })
      #expect(home.unitsctl("status").contains("daemon"))
      #expect(manager.property("Result", of: "unitsd.service") == "success")
    }

    @Test(arguments: owners)
    func `a stopped service comes back at the next call and keeps the socket`(
      _ owner: Sandbox.Owner
    ) throws {
      guard let (home, manager) = try UserManager.start(owner) else { return }
      home.unitsctl("set", "metric")
      #expect(manager.systemctl("stop", "unitsd.service").status == 0)
      #expect(manager.property("Result", of: "unitsd.service") == "success")
      #expect(access(home.socket, F_OK) == 0)
      var folder = stat()
      #expect(stat("\(home.runtime)/units", &folder) == 0 && folder.st_mode & 0o777 == 0o700)
      #expect(home.unitsctl("get") == "metric")
      #expect(manager.property("ActiveState", of: "unitsd.service") == "active")
    }

    @Test func `with socket and service stopped the programs use the store`() throws {
      guard let (home, manager) = try UserManager.start(.tester) else { return }
      home.unitsctl("set", "metric")
      #expect(manager.systemctl("stop", "unitsd.socket", "unitsd.service").status == 0)
      #expect(access(home.socket, F_OK) != 0)
      #expect(home.unitsctl("toggle") == "imperial")
      #expect(home.run(.unitsctl, "status").status == 1)
      #expect(manager.systemctl("start", "unitsd.socket").status == 0)
      #expect(home.unitsctl("get") == "imperial")
      #expect(home.run(.unitsctl, "status").status == 0)
    }

    @Test(arguments: owners)
    func `the socket unit registers the interfaces and leaves names of others alone`(
      _ owner: Sandbox.Owner
    ) throws {
      guard let (home, manager) = try UserManager.start(owner) else { return }
      let registry = "\(home.runtime)/varlink/registry"
      func destination(_ interface: String) -> String? {
        try? FileManager.default.destinationOfSymbolicLink(atPath: "\(registry)/\(interface)")
      }
      let interfaces = ["dev.units.preferences", "dev.units.records", "dev.units.daemon"]
      #expect(interfaces.map(destination) == [home.socket, home.socket, home.socket])
      // A daemon that is started by the socket, and one that ends, changes nothing.
      home.unitsctl("get")
      #expect(manager.systemctl("stop", "unitsd.service").status == 0)
      #expect(interfaces.map(destination) == [home.socket, home.socket, home.socket])
      #expect(manager.systemctl("stop", "unitsd.socket").status == 0)
      #expect(interfaces.map(destination) == [nil, nil, nil])
      try FileManager.default.createSymbolicLink(
        atPath: "\(registry)/dev.units.records", withDestinationPath: "/somebody/else")
      #expect(manager.systemctl("start", "unitsd.socket").status == 0)
      #expect(interfaces.map(destination) == [home.socket, "/somebody/else", home.socket])
      #expect(manager.systemctl("stop", "unitsd.socket").status == 0)
      #expect(interfaces.map(destination) == [nil, "/somebody/else", nil])
    }

    @Test(arguments: owners)
    func `the read-only socket starts everything, looks and does not touch`(
      _ owner: Sandbox.Owner
    ) throws {
      guard let (home, manager) = try UserManager.start(owner) else { return }
      #expect(manager.property("ActiveState", of: "unitsd.service") == "inactive")
      var folder = stat()
      #expect(stat("\(home.runtime)/units-readonly", &folder) == 0)
      #expect(folder.st_mode & 0o777 == 0o700)
      let named = ["--socket", home.readOnlySocket]
      #expect(home.finish(home.path(of: .unitsctl), named + ["list"]).status == 0)
      #expect(manager.property("ActiveState", of: "unitsd.service") == "active")
      home.unitsctl("set", "metric")
      let outcome = home.finish(home.path(of: .unitsctl), named + ["toggle"])
      #expect(outcome == .init(status: 77, output: "", error: "unitsctl: permission denied\n"))
      #expect(home.finish(home.path(of: .unitsctl), named + ["get"]).output == "metric\n")
      // Whoever stops the first socket and the service means both.
      #expect(manager.systemctl("stop", "unitsd.socket", "unitsd.service").status == 0)
      #expect(access(home.readOnlySocket, F_OK) != 0)
      #expect(manager.property("ActiveState", of: "unitsd-readonly.socket") == "inactive")
    }

    @Test(arguments: owners)
    func `the daemon is confined`(_ owner: Sandbox.Owner) throws {
      guard let (home, manager) = try UserManager.start(owner) else { return }
      home.unitsctl("get")
      let process = manager.property("MainPID", of: "unitsd.service")
      let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
      #expect(status.contains("NoNewPrivs:\t1"))
      #expect(status.contains("Seccomp:\t2"))
    }

    @Test func `systemd finds nothing to say about the units`() throws {
      guard Requirement.areMet(.program(.unitsd), .peer("systemd-analyze")) else { return }
      let home = Sandbox()
      try home.installPrograms()
      let units = UserManager.units.map { "\(packageRoot)/systemd/\($0)" }
      let outcome = home.finish("/usr/bin/systemd-analyze", ["verify", "--user"] + units)
      // The manual pages that they name are installed by the package and not here.
      let findings = (outcome.output + outcome.error).split(separator: "\n").filter {
        !$0.contains("Command 'man ")
      }
      #expect(findings == [])
    }
  }
}
