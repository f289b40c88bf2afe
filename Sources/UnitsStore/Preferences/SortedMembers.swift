// Keys and values in the order of the keys' bytes.
//
// A sorted array rather than a dictionary: it is written in order without sorting, compared and
// merged in one pass, small, and a process that starts in under a millisecond does not pay for
// hashing. Swift compares strings by canonical equivalence; keys here are told apart by their
// bytes, as JSON does.

package import UnitsJSON
package import UnitsProtocol

/// Keys with values, sorted by the keys' UTF-8 bytes, each key once.
package struct SortedMembers: Equatable, Sendable {
  package typealias Member = JSONObject.Member

  package private(set) var members: [Member]

  package init() {
    members = []
  }

  /// The members of an object, whose keys are distinct.
  package init(_ object: JSONObject) {
    members = object.members
    Self.sort(&members)
  }

  /// The members of an object as it was sent.
  package init(wire values: WireValues) {
    members = values.members
    Self.sort(&members)
  }

  /// Members already in ascending order of their keys.
  package init(ascending members: [Member]) {
    self.members = members
  }

  package var isEmpty: Bool { members.isEmpty }
  package var count: Int { members.count }
  package var keys: [String] { members.map(\.key) }

  /// The value under a key. O(log n)
  package subscript(key: String) -> JSONValue? {
    let (index, found) = position(of: key)
    return found ? members[index].value : nil
  }

  /// Puts a value under a key, or with nil removes it; returns what was there. O(n), by a move of
  /// memory.
  @discardableResult
  package mutating func set(_ key: String, to value: JSONValue?) -> JSONValue? {
    let (index, found) = position(of: key)
    let old = found ? members[index].value : nil
    switch (value, found) {
    case (let value?, true): members[index] = Member(key: key, value: value)
    case (let value?, false): members.insert(Member(key: key, value: value), at: index)
    case (nil, true): members.remove(at: index)
    case (nil, false): break
    }
    return old
  }

  /// Puts in a member whose key is known to be absent and to belong at this place.
  mutating func insert(_ member: Member, at index: Int) {
    members.insert(member, at: index)
  }

  /// The members with these keys, which may come in any order and more than once.
  /// O(m log n + m log m)
  package func restricted(to keys: [String]) -> SortedMembers {
    var places: [Int] = []
    places.reserveCapacity(keys.count)
    for key in keys {
      let (index, found) = position(of: key)
      if found { places.append(index) }
    }
    places.sort()
    var result: [Member] = []
    result.reserveCapacity(places.count)
    var last = -1
    for place in places where place != last {
      result.append(members[place])
      last = place
    }
    return SortedMembers(ascending: result)
  }

  /// Where a key is, or where it would be.
  package func position(of key: String) -> (index: Int, found: Bool) {
    var low = 0
    var high = members.count
    while low < high {
      let middle = (low + high) / 2
      switch ByteOrder(members[middle].key, key) {
      case .before: low = middle + 1
      case .after: high = middle
      case .same: return (middle, true)
      }
    }
    return (low, false)
  }

  package static func isAscending(_ left: String, _ right: String) -> Bool {
    ByteOrder(left, right) == .before
  }

  /// Brings members with distinct keys into order; O(n) where they are, as in a file of ours.
  static func sort(_ members: inout [Member]) {
    let isSorted = zip(members, members.dropFirst()).allSatisfy { isAscending($0.key, $1.key) }
    if !isSorted { members.sort { isAscending($0.key, $1.key) } }
  }

  /// As they are sent, without a copy.
  package var wire: WireValues { WireValues(members) }

  /// As JSON.
  package var object: JSONObject {
    JSONObject(members: members)
  }
}
