// Finds a key among many members in constant time, even if the keys were chosen by an enemy.
//
// An open-addressing table of positions, at most half full. The hash is Swift's `Hasher`, keyed
// anew in each process, fed with the key's bytes: `String`'s own hash is the same for all canonical
// spellings of a text, of which one can send thousands.

/// The positions of an object's members by key.
struct JSONKeyIndex: Sendable {
  /// From how many members on an object keeps an index. Below, comparing lengths and bytes is
  /// quicker than hashing.
  static let threshold = 16

  /// 0 is free; otherwise a position plus one. The size is a power of two.
  private var slots: [UInt32] = []

  var isEmpty: Bool { slots.isEmpty }

  func position(of key: String, in members: [JSONObject.Member]) -> Int? {
    let mask = slots.count - 1
    var slot = Self.hash(key) & mask
    while slots[slot] != 0 {
      let position = Int(slots[slot]) - 1
      if haveSameBytes(members[position].key, key) { return position }
      slot = (slot + 1) & mask
    }
    return nil
  }

  /// Takes in the last member, whose key is known to be absent.
  mutating func insertLast(of members: [JSONObject.Member]) {
    if members.count * 2 > slots.count {
      insertAll(of: members)
    } else {
      place(members.count - 1, key: members[members.count - 1].key)
    }
  }

  /// Takes in every member, and tells the place of the first whose key stands before it already.
  @discardableResult
  mutating func insertAll(of members: [JSONObject.Member]) -> Int? {
    var size = Self.threshold * 4
    while size < members.count * 4 { size *= 2 }
    slots = [UInt32](repeating: 0, count: size)
    for position in members.indices {
      if self.position(of: members[position].key, in: members) != nil { return position }
      place(position, key: members[position].key)
    }
    return nil
  }

  private mutating func place(_ position: Int, key: String) {
    let mask = slots.count - 1
    var slot = Self.hash(key) & mask
    while slots[slot] != 0 { slot = (slot + 1) & mask }
    slots[slot] = UInt32(position + 1)
  }

  private static func hash(_ key: String) -> Int {
    var hasher = Hasher()
    hasher.combineBytes(of: key)
    return hasher.finalize()
  }
}
