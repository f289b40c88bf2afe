import Foundation
import Testing

extension LiveTests {
  /// Clients that mean harm, or know no better: they cost nobody else anything.
  @Suite struct HostileClientTests {
    @Test(arguments: [
      "not JSON", "{", "[]", "null", "5", "{\"method\":5}",
      "{\"method\":\"a.b.C\",\"parameters\":[]}", "{\"method\":\"a.b.C\"} x", "\u{FEFF}{}",
      "GET / HTTP/1.1\r\n\r\n", "",
    ])
    func `garbage closes its own connection only`(_ text: String) throws {
      guard let (home, daemon, witness) = try start() else { return }
      let hostile = try #require(UnixConnection(to: home.socket))
      _ = hostile.send(text)
      #expect(hostile.isClosed(within: .seconds(5)))
      check(witness, daemon)
    }

    @Test func `half a frame and silence cost nobody else anything`() throws {
      guard let (home, daemon, witness) = try start() else { return }
      var silent: [UnixConnection] = []
      for index in 0..<200 {
        let connection = try #require(UnixConnection(to: home.socket))
        if index % 2 == 0 {
          _ = connection.send(Array(#"{"method":"dev.units.prefer"#.utf8))
        }
        silent.append(connection)
      }
      check(witness, daemon)
    }

    @Test func `a hundred megabytes without an end are cut off, and not kept`() throws {
      guard let (home, daemon, witness) = try start() else { return }
      let before = residentMegabytes(of: daemon)
      let hostile = try #require(UnixConnection(to: home.socket))
      let block = [UInt8](repeating: UInt8(ascii: "a"), count: 1 << 20)
      var taken = 0
      for _ in 0..<100 where hostile.send(block) { taken += 1 }
      #expect(taken < 100)
      #expect(hostile.isClosed(within: .seconds(5)))
      check(witness, daemon)
      #expect(residentMegabytes(of: daemon) - before < 16)
    }

    @Test func `replies that nobody reads hold up no other program`() throws {
      guard let (home, daemon, witness) = try start() else { return }
      let filler = String(repeating: "x", count: 100_000)
      for index in 0..<9 {
        let call = #"{"method":"dev.units.preferences.Set","parameters":{"values":{"k\#(index)":""#
        #expect(witness.send(call + filler + #""}}}"#))
        #expect(witness.receive()?.contains("revision") == true)
      }
      // A group of 900 kB for each of them: five times what the daemon keeps for all clients.
      var deaf: [UnixConnection] = []
      for _ in 0..<300 {
        let connection = try #require(UnixConnection(to: home.socket))
        #expect(connection.send(#"{"method":"dev.units.preferences.Get"}"#))
        deaf.append(connection)
      }
      for index in 0..<20 {
        let set = home.run(.unitsctl, "--timeout", "1", "set", "n=\(index)")
        #expect(set.status == 0, "\(set)")
      }
      #expect(residentMegabytes(of: daemon) < 160)
      #expect(!daemon.hasEnded)
      #expect(deaf.count == 300)
    }

    @Test func `a monitor that never reads holds up no writer`() throws {
      guard let (home, daemon, witness) = try start() else { return }
      let stopped = try #require(UnixConnection(to: home.socket))
      #expect(stopped.send(#"{"method":"dev.units.preferences.Monitor","more":true}"#))
      let filler = String(repeating: "x", count: 10_000)
      for index in 0..<300 {
        #expect(
          witness.send(
            #"{"method":"dev.units.preferences.Set","parameters":{"values":{"k":"\#(index)\#(filler)"}}}"#
          ))
        #expect(witness.receive()?.contains("revision") == true)
      }
      // It has missed nothing: whatever was merged, the last value is the last one set.
      var last: String?
      while let message = stopped.receive(within: .milliseconds(500)) { last = message }
      #expect(last?.contains(#""k":"299x"#) == true)
      check(witness, daemon)
    }

    private func start() throws -> (Sandbox, Child, UnixConnection)? {
      guard Requirement.areMet(.program(.unitsd)) else { return nil }
      let home = Sandbox()
      let daemon = try home.startDaemon()
      return (home, daemon, try #require(UnixConnection(to: home.socket)))
    }

    /// The connection that was there before still works, at once, and so does the daemon.
    private func check(
      _ witness: UnixConnection, _ daemon: Child, sourceLocation: SourceLocation = #_sourceLocation
    ) {
      #expect(witness.send(#"{"method":"dev.units.preferences.Get"}"#))
      let reply = witness.receive(within: .seconds(1))
      #expect(reply?.contains(#""values""#) == true, sourceLocation: sourceLocation)
      #expect(daemon.end() == 0, "\(daemon.errorText)", sourceLocation: sourceLocation)
    }

    private func residentMegabytes(of daemon: Child) -> Int {
      let pages = try? String(contentsOfFile: "/proc/\(daemon.process)/statm", encoding: .utf8)
      return ((pages ?? "").split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) * 4
        / 1024
    }
  }
}
