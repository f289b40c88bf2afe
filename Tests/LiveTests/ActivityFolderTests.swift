import Foundation
import Testing

extension LiveTests {
  /// The folder into which a synchroniser drops activities, under a real `systemd --user`.
  @Suite struct ActivityFolderTests {
    @Test(arguments: UserServiceTests.owners)
    func `a file that is dropped into the folder is imported, and the bar changes`(
      _ owner: Sandbox.Owner
    ) throws {
      guard Requirement.areMet(.program(.unitsImport)),
        let (home, manager) = try UserManager.start(owner)
      else { return }
      home.unitsctl("set", "metric")
      #expect(manager.systemctl("enable", "--now", "units-import.path").status == 0)
      #expect(manager.systemctl("start", "units-import.service").status == 0)
      let folder = "\(home.home)/.local/share/units/import"
      #expect(Deadline.poll { access(folder, F_OK) == 0 })
      let bar = home.start(.unitsbar, "--follow")
      #expect(bar.prints("0.0 km today", within: .seconds(10)))

      // As a synchroniser does it: under a hidden name first, then by a rename.
      try home.drop(Self.track(kilometres: 5), as: "run.gpx", in: folder, way: .rename)
      #expect(bar.prints("5.0 km today", within: .seconds(60)))
      #expect(Deadline.poll { access("\(folder)/imported/run.gpx", F_OK) == 0 })

      // One that is wrong is tried once and moved aside, and `status` shows it.
      try home.drop("<gpx", as: "broken.GPX", in: folder, way: .rename)
      #expect(Deadline.poll { access("\(folder)/failed/broken.GPX", F_OK) == 0 })
      #expect(
        home.unitsctl("status").contains("\nfailed imports\t\(folder)/failed/broken.GPX"))

      // Written in place and slowly: nothing is taken before it is complete.
      let text = Self.track(kilometres: 2)
      try home.drop("", as: "slow.gpx", in: folder, way: .inPlace)
      let writer = try #require(FileHandle(forWritingAtPath: "\(folder)/slow.gpx"))
      try writer.write(contentsOf: Data(text.prefix(60).utf8))
      #expect(bar.nextLine(within: .seconds(3)) == nil)
      try writer.write(contentsOf: Data(text.dropFirst(60).utf8))
      try writer.close()
      #expect(bar.prints("7.0 km today", within: .seconds(60)))

      // Another folder is obeyed at once.
      let other = "\(home.home)/Sync"
      try home.makeFolder(other)
      home.unitsctl("set", "dev.units.import.folder", other)
      try home.drop(Self.track(kilometres: 1), as: "walk.gpx", in: other, way: .rename)
      #expect(bar.prints("8.0 km today", within: .seconds(60)))
      #expect(Deadline.poll { access("\(other)/imported/walk.gpx", F_OK) == 0 })

      #expect(
        Deadline.poll { manager.property("ActiveState", of: "units-import.service") == "inactive" })
      #expect(manager.property("ActiveState", of: "units-import.path") == "active")
      #expect(manager.property("Result", of: "units-import.path") == "success")
    }

    @Test
    func `a folder that is set while the service ends is watched, and no other change starts it`()
      throws
    {
      let service = "units-import.service"
      // The unit does not watch while its service runs, which here it does until this file is there.
      let dropIn = """
        [Service]
        ExecStopPost=/bin/sh -c 'until [ -e ~/may-end ]; do sleep 0.1; done'
        TimeoutStopSec=300

        """
      guard Requirement.areMet(.program(.unitsImport)),
        let (home, manager) = try UserManager.start(.tester, dropIn: dropIn, of: service)
      else { return }
      func state() -> String { manager.property("ActiveState", of: service) }
      home.unitsctl("set", "metric")
      #expect(manager.systemctl("enable", "--now", "units-import.path").status == 0)
      #expect(manager.systemctl("start", service).status == 0)
      let gate = "\(home.home)/may-end"
      try home.drop("", as: "may-end", in: home.home, way: .inPlace)
      #expect(Deadline.poll { state() == "inactive" })
      try FileManager.default.removeItem(atPath: gate)
      let bar = home.start(.unitsbar, "--follow")
      #expect(bar.prints("0.0 km today", within: .seconds(10)))
      let folder = "\(home.home)/.local/share/units/import"
      try home.drop(Self.track(kilometres: 5), as: "run.gpx", in: folder, way: .rename)
      #expect(bar.prints("5.0 km today", within: .seconds(60)))
      #expect(Deadline.poll { state() == "deactivating" })
      let other = "\(home.home)/Sync"
      try home.makeFolder(other)
      home.unitsctl("set", "dev.units.import.folder", other)
      #expect(state() == "deactivating")
      try home.drop("", as: "may-end", in: home.home, way: .inPlace)
      try home.drop(Self.track(kilometres: 1), as: "walk.gpx", in: other, way: .rename)
      #expect(bar.prints("6.0 km today", within: .seconds(60)))

      #expect(Deadline.poll { state() == "inactive" })
      let invocation = manager.property("InvocationID", of: service)
      for number in 0..<10 { home.unitsctl("set", "editor.number", "\(number)") }
      #expect(manager.property("InvocationID", of: service) == invocation)
      #expect(state() == "inactive")
    }

    @Test func `unitsctl import has units-import do it, through the daemon`() throws {
      guard
        Requirement.areMet(
          .program(.unitsd), .program(.unitsctl), .program(.unitsbar), .program(.unitsImport))
      else { return }
      let home = Sandbox(language: "de_DE.UTF-8")
      let daemon = try home.startDaemon()
      let bar = home.start(.unitsbar, "--follow")
      #expect(bar.prints("0.0 km today", within: .seconds(10)))
      try home.drop(
        Self.track(kilometres: 5), as: "-a run.gpx", in: home.home, way: .inPlace)
      try home.drop("<gpx>", as: "broken.gpx", in: home.home, way: .inPlace)
      let (run, broken) = ("\(home.home)/-a run.gpx", "\(home.home)/broken.gpx")
      #expect(
        home.run(.unitsctl, "import", broken, run)
          == .init(
            status: 65, output: "\(run): 5.0 km in 1 activity, 1 added\n",
            error: "units-import: not XML: no element found: \(broken), line 1, column 6\n"))
      #expect(bar.prints("5.0 km today", within: .seconds(10)))
      #expect(home.unitsctl("--json", "import", run).contains(#","activities":1,"added":0,"#))
      #expect(home.run(.unitsctl, "import").status == 64)
      #expect(home.run(.unitsctl, "import", "--folder", run).status == 64)
      #expect(daemon.end() == 0)
    }

    /// A track of today along the equator.
    static func track(kilometres: Double) -> String {
      let time = ISO8601DateFormatter().string(from: Date())
      return """
        <?xml version="1.0"?>
        <gpx version="1.1" creator="Watch 7"><trk><trkseg>
        <trkpt lat="0" lon="0"><time>\(time)</time></trkpt>
        <trkpt lat="0" lon="\(kilometres / 111.319490793)"/></trkseg></trk></gpx>
        """
    }
  }
}
