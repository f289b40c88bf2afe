import Testing
import UnitsClient
import UnitsJSON
import UnitsLinux
import UnitsProtocol
import UnitsStore
import Varlink

/// A daemon from before there were administrators' values and lists of records: what both know works,
/// and what it does not know is named.
@Suite(.timeLimit(.minutes(10))) struct EarlierDaemonTests {
  let scratch = Scratch()

  private func earlierDaemon() throws -> FalseDaemon {
    try FalseDaemon(at: scratch.socketPath, serving: Self.serve)
  }

  /// Answers each call of a connection as the first daemon did; nothing is stored.
  private static func serve(_ socket: consuming FileDescriptor, until stop: CInt) throws {
    var machine = ServerConnection(maximumCallSize: 1 << 20)
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      while let call = try machine.next() {
        var output: [UInt8] = []
        machine.encode(answer(to: call), into: &output)
        _ = try UnixSocket.send(output, from: 0, to: socket.number)
      }
      let deadline = MonotonicTime.now() + .seconds(60)
      _ = try UnixSocket.wait(for: .readable, on: socket.number, until: deadline)
      guard case .bytes(let count) = try UnixSocket.receive(into: &buffer, from: socket.number)
      else { return }
      machine.receive(buffer.span.extracting(0..<count))
    }
  }

  private static func answer(to call: Call) -> Reply {
    guard call.method == "dev.units.preferences.Get" else {
      return .error(.methodNotFound(call.method))
    }
    for member in call.parameters where !["group", "keys"].contains(member.key) {
      return .error(.invalidParameter(member.key))
    }
    return .success([
      "values": .object(["a": .integer(1)]), "epoch": .string("e"), "revision": .integer(1),
    ])
  }

  @Test func `what both know works, and a field that it does not know is done without`() throws {
    let daemon = try earlierDaemon()
    let client = scratch.client()
    #expect(try client.get(["a"]).object == ["a": .integer(1)])
    #expect(try client.ownValues().object == ["a": .integer(1)])
    #expect(client.route == .daemon)
    withExtendedLifetime(daemon) {}
  }

  @Test func `a method that it does not know is named`() throws {
    let daemon = try earlierDaemon()
    let error = #expect(throws: ClientError.self) {
      try scratch.client().explanation(of: "a")
    }
    #expect(error == .service(.methodNotFound("dev.units.preferences.Explain")))
    #expect(error?.description == "method dev.units.preferences.Explain: not known")
    withExtendedLifetime(daemon) {}
  }
}
