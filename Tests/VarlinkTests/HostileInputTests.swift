import Testing
import UnitsJSON
import Varlink

/// A small generator with a seed, so that a failure can be had again.
private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

@Suite struct HostileInputTests {
  private static func mutate(_ bytes: [UInt8], _ random: inout SplitMix) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...4, using: &random) {
      let place = Int.random(in: 0...bytes.count, using: &random)
      switch Int.random(in: 0..<3, using: &random) {
      case 0: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
      case 1 where place < bytes.count: bytes.remove(at: place)
      default:
        if place < bytes.count { bytes[place] = UInt8.random(in: 0...255, using: &random) }
      }
    }
    return bytes
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `changed calls are answered or refused, and replies stay whole`(seed: UInt64) throws {
    var random = SplitMix(state: seed)
    let calls = [
      #"{"method":"org.varlink.service.GetInfo","parameters":{},"more":true}"#,
      #"{"method":"org.varlink.service.GetInterfaceDescription","#
        + #""parameters":{"interface":"org.varlink.service"},"oneway":false}"#,
    ].flatMap { (text: String) -> [UInt8] in Array(text.utf8) + [0] }
    for _ in 0..<200 {
      var peer = Peer()
      peer.receive(Self.mutate(calls, &random))
      peer.receiveEnd()
      #expect(peer.isClosed)
      for reply in peer.replies {
        #expect(throws: Never.self) { try Reply(parsing: Array(reply.utf8).span) }
      }
    }
  }

  @Test(arguments: 0..<20 as Range<UInt64>)
  func `changed descriptions are parsed or refused, and what is parsed is formatted`(
    seed: UInt64
  ) throws {
    var random = SplitMix(state: seed)
    let text = Array(InterfaceDescriptionTests.complete.utf8)
    for _ in 0..<50 {
      let changed = String(decoding: Self.mutate(text, &random), as: UTF8.self)
      do {
        let interface = try InterfaceDescription(parsing: changed)
        let canonical = interface.format()
        let again = try InterfaceDescription(parsing: canonical)
        #expect(again.members == interface.members)
        #expect(again.format() == canonical)
      } catch {
        #expect(error.line >= 1 && error.column >= 1)
      }
    }
  }

  @Test func `a flood without a NUL is refused and then dropped`() {
    var server = ServerConnection(maximumCallSize: 1_000)
    server.receive([UInt8](repeating: 97, count: 1_001).span)
    #expect(throws: ProtocolViolation.frameTooLarge(limit: 1_000)) { try server.next() }
    server.receive([UInt8](repeating: 97, count: 1_000_000).span)
    #expect(server.bufferedByteCount == 1_001)
  }
}
