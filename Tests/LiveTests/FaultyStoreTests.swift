import Foundation
import Testing

extension LiveTests {
  /// A store that cannot be written: the reason is told, the status says that nothing was stored,
  /// and the old value stays.
  @Suite struct FaultyStoreTests {
    enum Route: String, CaseIterable, Sendable { case daemon, direct }

    @Test(arguments: Route.allCases)
    func `a full disk keeps the old value and exits 74`(_ route: Route) throws {
      guard Requirement.areMet(.program(.unitsctl), .program(.unitsd), .root) else { return }
      let home = Sandbox()
      try home.mountDisk(at: home.configuration, options: "size=1m,mode=700")
      let daemon = try stored("metric", in: home, route)
      try fill(home.configuration)

      let outcome = home.run(.unitsctl, "set", "imperial")
      #expect(outcome.status == 74, "\(outcome)")
      #expect(outcome.error.contains("No space left on device"), "\(outcome)")
      #expect(outcome.error.contains(home.configuration), "\(outcome)")
      #expect(home.preferences == [Sandbox.systemKey: "metric"])
      #expect(home.unitsctl("get") == "metric")

      try FileManager.default.removeItem(atPath: "\(home.configuration)/filler")
      home.unitsctl("set", "imperial")
      #expect(home.preferences == [Sandbox.systemKey: "imperial"])
      #expect(daemon.map { $0.end() } ?? 0 == 0)
    }

    @Test(arguments: Route.allCases)
    func `a full disk keeps the records there are and exits 74`(_ route: Route) throws {
      guard
        Requirement.areMet(.program(.unitsctl), .program(.unitsd), .program(.unitsbar), .root)
      else { return }
      let home = Sandbox(language: "de_DE.UTF-8")
      try home.mountDisk(at: home.data, options: "size=1m,mode=700")
      let daemon = route == .daemon ? try home.startDaemon() : nil
      home.unitsctl("log", "distance", "5km")
      try fill(home.data)
      // The database has pages to spare at first.
      var outcome = home.run(.unitsctl, "log", "distance", "1km", "--note", note)
      for _ in 0..<100 where outcome.status == 0 {
        outcome = home.run(.unitsctl, "log", "distance", "1km", "--note", note)
      }
      #expect(outcome.status == 74, "\(outcome)")
      #expect(
        outcome.error.contains("No space left on device") || outcome.error.contains("full"),
        "\(outcome)")
      try FileManager.default.removeItem(atPath: "\(home.data)/filler")
      home.unitsctl("log", "distance", "1km")
      #expect(home.run(.unitsbar).output.hasSuffix(" km today\n"))
      #expect(daemon.map { $0.end() } ?? 0 == 0)
    }
    private var note: String { String(repeating: "n", count: 4000) }

    @Test(arguments: Room.allCases, Route.allCases)
    func `records are read where nothing can be written`(_ room: Room, _ route: Route) throws {
      guard
        Requirement.areMet(.program(.unitsctl), .program(.unitsd), .program(.unitsbar), .root)
      else { return }
      let home = Sandbox(language: "de_DE.UTF-8")
      try home.mountDisk(at: home.data, options: "size=1m,mode=700")
      home.unitsctl("log", "distance", "5km")
      switch room {
      case .full: try fill(home.data)
      case .readOnly: try home.remount(home.data, options: "ro")
      }
      let daemon = route == .daemon ? try home.startDaemon() : nil
      #expect(home.unitsctl("records").contains("\tdistance\t5.0 km\t"))
      #expect(home.unitsctl("records", "export").contains("\"value\":5000.0"))
      #expect(home.unitsctl("summary", "--json").contains("5000.0"))
      #expect(home.run(.unitsbar).output == "5.0 km today\n")
      #expect(home.run(.unitsctl, "log", "distance", "1km").status == 74)
      #expect(daemon.map { $0.end() } ?? 0 == 0)
    }

    enum Room: CaseIterable { case full, readOnly }

    @Test(arguments: Route.allCases)
    func `a read-only disk keeps the old value and exits 74`(_ route: Route) throws {
      guard Requirement.areMet(.program(.unitsctl), .program(.unitsd), .root) else { return }
      let home = Sandbox()
      try home.mountDisk(at: home.configuration, options: "size=1m,mode=700")
      let daemon = try stored("metric", in: home, route)
      try home.remount(home.configuration, options: "ro")
      let outcome = home.run(.unitsctl, "set", "imperial")
      #expect(outcome.status == 74, "\(outcome)")
      #expect(outcome.error.contains("Read-only file system"), "\(outcome)")
      #expect(home.preferences == [Sandbox.systemKey: "metric"])
      #expect(home.unitsctl("get") == "metric")
      #expect(daemon.map { $0.end() } ?? 0 == 0)
    }

    @Test(arguments: Route.allCases)
    func `what another machine writes into a home on the network is seen`(_ route: Route) throws {
      guard
        Requirement.areMet(
          .program(.unitsctl), .program(.unitsd), .root, .peer("bindfs"), .file("/dev/fuse"))
      else { return }
      let home = Sandbox()
      let other = try home.serve(home.configuration)
      let daemon = route == .daemon ? try home.startDaemon() : nil
      home.unitsctl("set", "a", "1")
      let watch = home.start(.unitsctl, "watch", "a")
      #expect(watch.firstLine == "a\t1")
      // As the editor of another machine: this kernel does not hear of it.
      let file = "\(other)/\(URL(filePath: home.groupFile).lastPathComponent)"
      try #"{"a": 2}"#.write(toFile: file, atomically: true, encoding: .utf8)
      #expect(home.unitsctl("get", "a") == "2")
      #expect(watch.nextLine(within: .seconds(30)) == "a\t2")
      if route == .daemon { #expect(home.run(.unitsctl, "status").output.contains("watched\tno")) }
      #expect(daemon.map { $0.end() } ?? 0 == 0)
    }

    @Test(arguments: Route.allCases)
    func `a first default that cannot be stored is printed all the same`(_ route: Route) throws {
      guard Requirement.areMet(.program(.unitsctl), .program(.unitsd), .root) else { return }
      let home = Sandbox(language: "en_US.UTF-8")
      try home.mountDisk(at: home.configuration, options: "size=1m,mode=700")
      try home.remount(home.configuration, options: "ro")
      let daemon = route == .daemon ? try home.startDaemon() : nil
      let outcome = home.run(.unitsctl, "get")
      #expect(outcome.status == 0 && outcome.output == "imperial\n", "\(outcome)")
      #expect(outcome.error.contains("Read-only file system"), "\(outcome)")
      #expect(home.groupText == nil)
      #expect(daemon.map { $0.end() } ?? 0 == 0)
    }

    @Test(arguments: Route.allCases)
    func `a directory of another owner is refused with 77 and left as it is`(_ route: Route) throws
    {
      guard Requirement.areMet(.program(.unitsctl), .program(.unitsd), .root) else { return }
      let home = Sandbox()
      try home.edit(#"{"dev.units.system": "metric"}"#)
      chown(home.configuration, 65534, 65534)
      let daemon = route == .daemon ? try home.startDaemon() : nil
      let outcome = home.run(.unitsctl, "set", "imperial")
      #expect(outcome.status == 77, "\(outcome)")
      #expect(outcome.error.contains(home.configuration), "\(outcome)")
      #expect(home.groupText == #"{"dev.units.system": "metric"}"#)
      #expect(daemon.map { $0.end() } ?? 0 == 0)
    }

    @Test(arguments: Route.allCases)
    func `a world-writable directory is refused with 77`(_ route: Route) throws {
      guard Requirement.areMet(.program(.unitsctl), .program(.unitsd)) else { return }
      let home = Sandbox()
      try home.edit("{}")
      chmod(home.configuration, 0o777)
      let daemon = route == .daemon ? try home.startDaemon() : nil
      let outcome = home.run(.unitsctl, "set", "imperial")
      #expect(outcome.status == 77, "\(outcome)")
      #expect(outcome.error.contains(home.configuration), "\(outcome)")
      #expect(home.groupText == "{}")
      #expect(daemon.map { $0.end() } ?? 0 == 0)
    }

    @Test func `a home that another user owns refuses the daemon's socket`() {
      guard Requirement.areMet(.program(.unitsd), .root) else { return }
      let home = Sandbox()
      mkdir("\(home.runtime)/units", 0o700)
      chown("\(home.runtime)/units", 65534, 65534)
      let outcome = home.run(.unitsd)
      #expect(outcome.status == 77, "\(outcome)")
      #expect(outcome.error.contains("\(home.runtime)/units"), "\(outcome)")
    }

    private func stored(_ word: String, in home: Sandbox, _ route: Route) throws -> Child? {
      let daemon = route == .daemon ? try home.startDaemon() : nil
      home.unitsctl("set", word)
      return daemon
    }

    /// Leaves no byte free.
    private func fill(_ folder: String) throws {
      let file = open("\(folder)/filler", O_WRONLY | O_CREAT, 0o600)
      try #require(file >= 0)
      defer { close(file) }
      let block = [UInt8](repeating: 1, count: 4096)
      while write(file, block, block.count) > 0 {}
      try #require(errno == ENOSPC)
    }
  }
}
