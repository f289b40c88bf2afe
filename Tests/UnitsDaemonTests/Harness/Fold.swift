import Testing
import UnitsJSON

/// A Monitor whose replies are folded into a state.
struct Fold {
  let client: Client
  private(set) var state = JSONObject()
  private(set) var revision = -1
  private(set) var replies = 0

  init(_ client: Client) {
    self.client = client
  }

  /// Takes what has come.
  mutating func read() throws {
    for reply in try client.takeReplies() { try take(reply) }
  }

  /// Takes replies until this revision.
  mutating func read(through last: Int) throws {
    while revision < last { try take(try client.reply()) }
  }

  private mutating func take(_ text: String) throws {
    let reply = try ParsedReply(text)
    #expect(reply.revision > revision, "revisions only rise")
    #expect(replies > 0 || reply.isComplete, "the first is whole")
    if reply.isComplete { state = reply.values } else { state.apply(patch: reply.values) }
    revision = reply.revision
    replies += 1
  }
}

/// The generator of Vigna's splitmix64: the same numbers each time.
struct Numbers: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var number = state
    number = (number ^ (number >> 30)) &* 0xbf58_476d_1ce4_e5b9
    number = (number ^ (number >> 27)) &* 0x94d0_49bb_1331_11eb
    return number ^ (number >> 31)
  }
}
