import CUnitsLinux
import Foundation
import Testing

extension LiveTests {
  /// The group's file as people keep it: edited by hand, linked from a repository.
  @Suite struct DotfilesTests {
    @Test func `a link stays a link, and what it points to is replaced and watched`() throws {
      guard Requirement.areMet(.program(.unitsd), .program(.unitsctl)) else { return }
      let home = Sandbox()
      let repository = "\(home.home)/dotfiles"
      mkdir(repository, 0o700)
      let target = "\(repository)/units.json"
      try #"{"dev.units.system": "metric"}"#.write(
        toFile: target, atomically: false, encoding: .utf8)
      try FileManager.default.createDirectory(
        atPath: home.configuration, withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
      symlink("../../dotfiles/units.json", home.groupFile)

      for daemon in [nil, try home.startDaemon()] {
        #expect(home.unitsctl("toggle") == "imperial")
        #expect(try destination(of: home.groupFile) == "../../dotfiles/units.json")
        #expect(try String(contentsOfFile: target, encoding: .utf8).contains("imperial"))
        guard let daemon else {
          home.unitsctl("set", "metric")
          continue
        }
        let watcher = home.start(.unitsctl, "watch", "--changes")
        #expect(Deadline.poll { home.unitsctl("status").contains("subscribers\t1\n") })
        // As git does: a new file, renamed over the target.
        try #"{"dev.units.system": "metric"}"#.write(
          toFile: target, atomically: true, encoding: .utf8)
        #expect(watcher.nextLine(within: .seconds(2)) == "dev.units.system\tmetric")
        #expect(daemon.end() == 0)
      }
    }

    @Test func `what a person wrote by hand is kept by the next write`() throws {
      guard Requirement.areMet(.program(.unitsd), .program(.unitsctl)) else { return }
      let home = Sandbox()
      let daemon = try home.startDaemon()
      home.unitsctl("set", "metric")
      for round in 0..<20 {
        try home.edit(#"{"dev.units.system": "metric", "by.hand": "\#(round)"}"#)
        home.unitsctl("set", "by.program", "\(round)x")
        #expect(
          home.preferences == [
            Sandbox.systemKey: "metric", "by.hand": "\(round)", "by.program": "\(round)x",
          ])
      }
      #expect(daemon.end() == 0)
    }

    @Test func `the file's mode is kept`() throws {
      guard Requirement.areMet(.program(.unitsctl)) else { return }
      let home = Sandbox()
      home.unitsctl("set", "metric")
      #expect(mode(of: home.groupFile) == 0o600)
      #expect(mode(of: home.configuration) == 0o700)
      chmod(home.groupFile, 0o640)
      home.unitsctl("toggle")
      #expect(mode(of: home.groupFile) == 0o640)
    }

    private func destination(of link: String) throws -> String {
      try FileManager.default.destinationOfSymbolicLink(atPath: link)
    }

    private func mode(of path: String) -> mode_t {
      var status = stat()
      return stat(path, &status) == 0 ? status.st_mode & 0o777 : 0
    }
  }
}
