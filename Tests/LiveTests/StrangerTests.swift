import Foundation
import Testing

extension LiveTests {
  /// Other users of the machine: they learn nothing, take nothing, and leave nothing behind.
  @Suite struct StrangerTests {
    @Test func `another user can neither connect nor read nor guess`() throws {
      guard let home = start(.tester, .peer("setpriv"), .peer("socat")) else { return }
      // What is above the home is open, as on a real machine: only what we made protects itself.
      for folder in [home.root, home.home, home.runtime] { chmod(folder, 0o755) }
      let daemon = try home.startDaemon()
      home.unitsctl("set", "metric")
      home.unitsctl("set", "secret=1")
      home.unitsctl("log", "distance", "5km")
      let stranger = Sandbox.Owner.nobody.prefix
      func tries(_ program: String, _ arguments: String...) -> Child.Outcome {
        let command = stranger + [program] + arguments
        return Child.run(
          command[0], Array(command.dropFirst()), environment: Sandbox.bareEnvironment)
      }
      for socket in [home.socket, home.readOnlySocket] {
        let outcome = tries("/usr/bin/socat", "-u", "OPEN:/dev/null", "UNIX-CONNECT:\(socket)")
        #expect(outcome.status != 0 && outcome.error.contains("Permission denied"), "\(outcome)")
      }
      // Not what is in a file, and not whether there is one.
      let files = [
        home.groupFile, "\(home.configuration)/\(Sandbox.group).lock",
        "\(home.data)/\(Sandbox.group).sqlite", home.socket, home.readOnlySocket,
        "\(home.configuration)/no.such.group.json",
      ]
      for file in files {
        for (program, arguments) in [("/bin/cat", [file]), ("/usr/bin/stat", [file])] {
          let outcome = tries(program, arguments[0])
          #expect(outcome.status != 0 && outcome.error.contains("Permission denied"), "\(outcome)")
        }
      }
      for folder in [
        home.configuration, home.data, "\(home.runtime)/units", "\(home.runtime)/units-readonly",
      ] {
        let outcome = tries("/bin/ls", folder)
        #expect(outcome.status != 0 && outcome.error.contains("Permission denied"), "\(outcome)")
      }
      #expect(daemon.end() == 0 && daemon.errorText.isEmpty)
    }

    @Test func `root on a user's home is refused, and leaves nothing of root's`() throws {
      guard let home = start(.nobody, .peer("setpriv")) else { return }
      func asRoot(_ program: Program, _ arguments: String...) -> Child.Outcome {
        Child.run(home.path(of: program), arguments, environment: home.environment)
      }
      func refused(_ outcome: Child.Outcome, sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(outcome.status == 77, "\(outcome)", sourceLocation: sourceLocation)
        #expect(
          outcome.error.contains("directory belongs to user 65534, this is user 0"), "\(outcome)",
          sourceLocation: sourceLocation)
      }
      // A home where nothing is yet, then one that is in use.
      for _ in 0..<2 {
        refused(asRoot(.unitsctl, "set", "metric"))
        refused(asRoot(.unitsctl, "set", "a=1"))
        refused(asRoot(.unitsctl, "log", "distance", "5km"))
        refused(asRoot(.unitsd))
        let system = asRoot(.unitsctl, "get")
        #expect(system.status == (home.groupText == nil ? 0 : 77), "\(system)")
        _ = asRoot(.unitsbar)
        #expect(try foreign(to: home) == [])
        home.unitsctl("set", "imperial")
        home.unitsctl("log", "weight", "80kg")
      }
      // With the user's daemon there, root is no client of it.
      let daemon = try home.startDaemon()
      refused(asRoot(.unitsctl, "set", "metric"))
      #expect(home.unitsctl("get") == "imperial")
      #expect(try foreign(to: home) == [])
      #expect(daemon.end() == 0)
    }

    @Test func `a squatted folder in tmp is neither used nor believed`() throws {
      guard let home = start(.nobody, .peer("setpriv")) else { return }
      // No runtime directory: the folder in /tmp is what is left. `nobody` has none in /run/user.
      home.environment["XDG_RUNTIME_DIR"] = nil
      let id = home.owner.identifier
      try #require(access("/run/user/\(id)", F_OK) != 0)
      let folder = "/tmp/units-\(id)"
      let both = [folder, "\(folder)-readonly"]
      for place in both { try #require(access(place, F_OK) != 0, "\(place) is in the way") }
      defer { for place in both { try? FileManager.default.removeItem(atPath: place) } }
      let elsewhere = "\(home.root)/elsewhere"
      mkdir(elsewhere, 0o700)
      chown(elsewhere, id, id)

      for place in both {
        // Of another user; a link to a folder of one's own; open to others.
        mkdir(place, 0o777)
        expectNoUse(of: place, home, "directory belongs to user 0, this is user \(id): \(place)")
        rmdir(place)
        symlink(elsewhere, place)
        expectNoUse(of: place, home, "directory is a symbolic link or no directory: \(place)")
        unlink(place)
        mkdir(place, 0o700)
        chown(place, id, id)
        chmod(place, 0o770)
        expectNoUse(
          of: place, home, "directory is open to other users (mode 0700 is due): \(place)")
        rmdir(place)
        // The first, made for the second's sake.
        try? FileManager.default.removeItem(atPath: folder)
      }

      // A socket of somebody else in that place is told nothing.
      mkdir(folder, 0o755)
      let listener = squat("\(folder)/unitsd.sock")
      defer { close(listener) }
      let outcome = home.run(.unitsctl, "set", "metric")
      #expect(outcome.status == 77 && outcome.error.contains("another user's socket"), "\(outcome)")
      #expect(home.groupText == nil)
      unlink("\(folder)/unitsd.sock")
      rmdir(folder)

      // Free, it is made and used, by both.
      let daemon = home.start(.unitsd)
      #expect(Deadline.poll { access("\(folder)-readonly/unitsd.sock", F_OK) == 0 })
      home.unitsctl("set", "metric")
      #expect(home.unitsctl("status").contains("daemon\trunning"))
      #expect(daemon.end() == 0)
    }

    private func start(_ owner: Sandbox.Owner, _ peers: Requirement...) -> Sandbox? {
      guard
        Requirement.areMet(.program(.unitsd), .program(.unitsctl), .program(.unitsbar), .root),
        peers.allSatisfy({ Requirement.areMet($0) })
      else { return nil }
      return Sandbox(owner: owner)
    }

    /// The daemon does not start; without the place for those who may only look it goes on.
    private func expectNoUse(
      of place: String, _ home: Sandbox, _ words: String,
      sourceLocation: SourceLocation = #_sourceLocation
    ) {
      guard !place.hasSuffix("-readonly") else {
        let daemon = home.start(.unitsd)
        let socket = place.replacing("-readonly", with: "") + "/unitsd.sock"
        #expect(Deadline.poll { access(socket, F_OK) == 0 }, sourceLocation: sourceLocation)
        #expect(home.unitsctl("status").contains("daemon\trunning"), sourceLocation: sourceLocation)
        #expect(access("\(place)/unitsd.sock", F_OK) != 0, sourceLocation: sourceLocation)
        #expect(daemon.errorText.contains(words), sourceLocation: sourceLocation)
        #expect(daemon.end() == 0, sourceLocation: sourceLocation)
        return
      }
      let outcome = home.run(.unitsd)
      #expect(
        outcome == .init(status: 77, output: "", error: "unitsd: \(words)\n"),
        sourceLocation: sourceLocation)
    }

    /// What in a home belongs to somebody else than its owner.
    private func foreign(to home: Sandbox) throws -> [String] {
      let outcome = Child.run(
        "/usr/bin/find", [home.root, "!", "-uid", String(home.owner.identifier)],
        environment: Sandbox.bareEnvironment)
      try #require(outcome.status == 0)
      return outcome.output.split(separator: "\n").map(String.init)
    }

    /// A socket that accepts everybody, of whoever runs the tests.
    private func squat(_ path: String) -> CInt {
      let listener = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
      let length = socklen_t(MemoryLayout<sockaddr_un>.size)
      let result = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(listener, $0, length) }
      }
      precondition(result == 0 && listen(listener, 8) == 0)
      chmod(path, 0o777)
      return listener
    }
  }
}
