// A JSON object: members in the order in which they came, found by key.
//
// A call has two or three members, so a small object is a plain array searched from the front: no
// hashing, one allocation. From `JSONKeyIndex.threshold` members on an index is kept beside it, so
// that 100,000 keys cost 100,000 look-ups and not their square.

/// An ordered list of members with distinct keys.
///
/// ```swift
/// var object: JSONObject = ["dev.units.system": .string("metric")]
/// object["dev.units.system"] = .string("imperial")  // keeps its place
/// object["window.width"] = .integer(640)            // comes last
/// object["window.width"] = nil                      // removes
/// ```
///
/// Keys are compared byte by byte. Equality and hashing ignore the order.
public struct JSONObject: Sendable {
  /// One key with its value.
  public struct Member: Sendable, Hashable {
    /// The key, distinct within the object.
    public let key: String
    /// The value under the key.
    public internal(set) var value: JSONValue

    /// Makes a member.
    public init(key: String, value: JSONValue) {
      self.key = key
      self.value = value
    }

    /// Whether key and value are the same, text byte by byte.
    public static func == (left: Member, right: Member) -> Bool {
      haveSameBytes(left.key, right.key) && left.value == right.value
    }

    /// Feeds key and value.
    public func hash(into hasher: inout Hasher) {
      hasher.combineBytes(of: key)
      hasher.combine(value)
    }
  }

  /// In order. Kept apart from the index so that iteration is an array's.
  package private(set) var members: [Member] = []
  /// Empty until the object is large enough to be worth one.
  private var index = JSONKeyIndex()

  /// Makes an empty object.
  public init() {}

  /// Makes an object of `members`, in their order. A duplicate key is a programmer's error.
  public init(members: [Member]) {
    self.members = members
    guard let duplicate = members.count < 2 ? nil : reindex() else { return }
    preconditionFailure("the keys of an object must be distinct: \(members[duplicate].key)")
  }

  /// The value under `key`, nil where there is none.
  ///
  /// Setting a present key keeps its place, a new one comes last, nil removes. Reading, replacing
  /// and adding take constant time; removing moves the members behind, so remove many at once with
  /// ``removeAll(where:)``.
  public subscript(key: String) -> JSONValue? {
    get {
      position(of: key).map { members[$0].value }
    }
    set {
      switch (position(of: key), newValue) {
      case (let position?, let value?):
        members[position].value = value
      case (let position?, nil):
        members.remove(at: position)
        reindex()
      case (nil, let value?):
        appendNew(Member(key: key, value: value))
      case (nil, nil):
        break
      }
    }
  }

  /// Adds a member at the end. A present key is a programmer's error.
  public mutating func append(_ key: consuming String, _ value: consuming JSONValue) {
    precondition(position(of: key) == nil, "the keys of an object must be distinct: \(key)")
    appendNew(Member(key: key, value: value))
  }

  /// Makes room for so many members in all, so that adding them moves none.
  public mutating func reserveCapacity(_ count: Int) {
    members.reserveCapacity(count)
  }

  /// Removes the members for which `isRemoved` answers true, in linear time, keeping the order.
  public mutating func removeAll(where isRemoved: (Member) throws -> Bool) rethrows {
    let count = members.count
    try members.removeAll(where: isRemoved)
    if members.count != count { reindex() }
  }

  /// Applies `patch`, in linear time: a null removes the key, anything else is set as by the
  /// subscript. Nested objects are replaced, not merged.
  public mutating func apply(patch: JSONObject) {
    var removals = JSONObject()
    for member in patch.members {
      if member.value != .null {
        self[member.key] = member.value
      } else if position(of: member.key) != nil {
        removals.appendNew(member)
      }
    }
    guard !removals.isEmpty else { return }
    removeAll { removals.position(of: $0.key) != nil }
  }

  /// Where `key` is among the members.
  func position(of key: String) -> Int? {
    if !index.isEmpty { return index.position(of: key, in: members) }
    // An index loop: `firstIndex(where:)` would copy every member it passes.
    for position in members.indices where haveSameBytes(members[position].key, key) {
      return position
    }
    return nil
  }

  /// Adds a member whose key is known to be absent.
  mutating func appendNew(_ member: consuming Member) {
    // Most objects of a call have two members; Swift would grow one by one up to that.
    if members.capacity == 0 { members.reserveCapacity(2) }
    members.append(member)
    if !index.isEmpty || members.count >= JSONKeyIndex.threshold {
      index.insertLast(of: members)
    }
  }

  /// Makes the index anew after positions have changed, and tells the place of the first member
  /// whose key stands before it already.
  @discardableResult
  private mutating func reindex() -> Int? {
    index = JSONKeyIndex()
    if members.count >= JSONKeyIndex.threshold { return index.insertAll(of: members) }
    for later in members.indices {
      for earlier in 0..<later where haveSameBytes(members[earlier].key, members[later].key) {
        return later
      }
    }
    return nil
  }
}

extension JSONObject: RandomAccessCollection {
  /// The position of the first member, 0.
  public var startIndex: Int { 0 }
  /// The number of members.
  public var endIndex: Int { members.count }
  /// The member at a position from 0 up to ``endIndex``.
  public subscript(position: Int) -> Member { members[position] }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// Makes an object of the literal's pairs, in their order. A duplicate key is a programmer's
  /// error.
  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self.init(members: elements.map { Member(key: $0.0, value: $0.1) })
  }
}

extension JSONObject: Hashable {
  /// Whether both hold the same members, in whatever order.
  public static func == (left: JSONObject, right: JSONObject) -> Bool {
    guard left.count == right.count else { return false }
    for (place, member) in left.members.enumerated() {
      // Mostly the order is the same too, and then nothing needs to be searched.
      if right.members[place] == member { continue }
      guard let position = right.position(of: member.key),
        right.members[position].value == member.value
      else { return false }
    }
    return true
  }

  /// Feeds the members so that their order does not matter.
  public func hash(into hasher: inout Hasher) {
    var sum = 0
    for member in members { sum &+= member.hashValue }
    hasher.combine(members.count)
    hasher.combine(sum)
  }
}

extension JSONObject: CustomStringConvertible {
  /// The compact text of the object.
  public var description: String { JSONValue.object(self).description }
}
