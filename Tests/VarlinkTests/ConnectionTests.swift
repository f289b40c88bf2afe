import Testing
import UnitsJSON
import Varlink

@Suite struct ConnectionTests {
  private static func bytes(of calls: Call...) -> [UInt8] {
    var output: [UInt8] = []
    for call in calls { call.encode(into: &output) }
    return output
  }

  @Test func `a call waits until the one before it is answered`() throws {
    var server = ServerConnection(maximumCallSize: 1_000)
    server.receive(Self.bytes(of: Call(method: "a.b.One"), Call(method: "a.b.Two")).span)
    #expect(try server.next()?.method == "a.b.One")
    #expect(server.callInProgress == .single)
    #expect(try server.next() == nil)
    var output: [UInt8] = []
    server.encode(.success(), into: &output)
    #expect(server.callInProgress == nil)
    #expect(try server.next()?.method == "a.b.Two")
  }

  @Test func `a call with more is answered until a final reply`() throws {
    var server = ServerConnection(maximumCallSize: 1_000)
    server.receive(Self.bytes(of: Call(method: "a.b.One", mode: .more)).span)
    #expect(try server.next()?.mode == .more)
    server.receiveEnd()
    var output: [UInt8] = []
    server.encode(.success(["n": .integer(1)], continuation: .continues), into: &output)
    #expect(server.callInProgress == .more)
    #expect(!server.isFinished)
    server.encode(.success(), into: &output)
    #expect(server.isFinished)
    #expect(
      String(decoding: output, as: UTF8.self)
        == #"{"parameters":{"n":1},"continues":true}"# + "\0" + #"{"parameters":{}}"# + "\0")
  }

  @Test func `a violation stays`() throws {
    var server = ServerConnection(maximumCallSize: 1_000)
    server.receive(Array("[]\0{\"method\":\"a.b.C\"}\0".utf8).span)
    for _ in 0..<2 { #expect(throws: ProtocolViolation.notAnObject) { try server.next() } }
    #expect(!server.isFinished)
  }

  @Test func `a call that the end tore off is dropped`() throws {
    var server = ServerConnection(maximumCallSize: 1_000)
    server.receive(Array("{\"method\"".utf8).span)
    #expect(try server.next() == nil)
    #expect(!server.isFinished)
    server.receiveEnd()
    #expect(server.isFinished)
    #expect(server.bufferedByteCount == 9)
  }

  @Test func `a whole call behind the end is still answered`() throws {
    var server = ServerConnection(maximumCallSize: 1_000)
    server.receive(Self.bytes(of: Call(method: "a.b.One")).span)
    server.receiveEnd()
    #expect(!server.isFinished)
    #expect(try server.next() != nil)
  }

  @Test func `bytes behind an upgrade are left alone`() throws {
    var client = ClientConnection()
    var server = ServerConnection(maximumCallSize: 1_000)
    var toServer: [UInt8] = []
    client.send(Call(method: "a.b.Up", mode: .upgrade), into: &toServer)
    server.receive((toServer + [1, 0, 2]).span)
    #expect(try server.next()?.mode == .upgrade)
    var toClient: [UInt8] = []
    server.encode(.success(), into: &toClient)
    #expect(try server.next() == nil)
    #expect(server.takeUpgradedBytes() == [1, 0, 2])
    client.receive((toClient + [3, 0]).span)
    #expect(try client.next() == .success())
    #expect(try client.next() == nil)
    #expect(client.takeUpgradedBytes() == [3, 0])
  }

  @Test func `a refused upgrade leaves the connection as it was`() throws {
    var server = ServerConnection(maximumCallSize: 1_000)
    server.receive(
      Self.bytes(of: Call(method: "a.b.Up", mode: .upgrade), Call(method: "a.b.One")).span)
    _ = try server.next()
    var output: [UInt8] = []
    server.encode(.error(.methodNotImplemented("a.b.Up")), into: &output)
    #expect(try server.next()?.method == "a.b.One")
  }

  @Test func `replies come in the order of the calls, none for oneway`() throws {
    var client = ClientConnection()
    var output: [UInt8] = []
    client.send(Call(method: "a.b.One"), into: &output)
    client.send(Call(method: "a.b.Two", mode: .oneway), into: &output)
    client.send(Call(method: "a.b.Three", mode: .more), into: &output)
    #expect(client.outstandingCalls == 2)
    var input: [UInt8] = []
    Reply.success(["n": .integer(1)]).encode(into: &input)
    Reply.success(["n": .integer(2)], continuation: .continues).encode(into: &input)
    Reply.error("a.b.Oops").encode(into: &input)
    client.receive(input.span)
    #expect(try client.next()?.parameters["n"] == .integer(1))
    #expect(client.outstandingCalls == 1)
    #expect(try client.next()?.parameters["n"] == .integer(2))
    #expect(client.outstandingCalls == 1)
    #expect(try client.next()?.outcome == .error("a.b.Oops"))
    #expect(client.outstandingCalls == 0)
    #expect(try client.next() == nil)
  }

  @Test func `a client refuses what it did not ask for`() {
    var idle = ClientConnection()
    idle.receive(Array("{}\0".utf8).span)
    for _ in 0..<2 { #expect(throws: ProtocolViolation.unexpectedReply) { try idle.next() } }

    var single = ClientConnection()
    var output: [UInt8] = []
    single.send(Call(method: "a.b.One"), into: &output)
    single.receive(Array("{\"continues\":true}\0".utf8).span)
    #expect(throws: ProtocolViolation.unexpectedContinues) { try single.next() }
  }

  static let descriptions: [(ProtocolViolation, String)] = [
    (.unexpectedReply, "reply without a call"),
    (.unexpectedContinues, "reply continues, but the call did not ask for more"),
    (.continuedError, "error reply continues"),
  ]

  @Test(arguments: descriptions)
  func `a server's violation says why`(violation: ProtocolViolation, description: String) {
    #expect(violation.description == description)
  }

  @Test func `a continued reply to a single call is a programmer's error`() async {
    await #expect(processExitsWith: .failure) {
      var server = ServerConnection(maximumCallSize: 1_000)
      server.receive(Array("{\"method\":\"a.b.C\"}\0".utf8).span)
      _ = try server.next()
      var output: [UInt8] = []
      server.encode(.success(continuation: .continues), into: &output)
    }
  }
}
