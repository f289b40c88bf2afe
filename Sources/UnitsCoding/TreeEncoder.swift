/// Writes Codable values as trees.
package enum TreeEncoder<Tree: CodingTree> {
  /// The tree of a value. Throws ``Uncodable`` for what has no exact place in it, and whatever the
  /// value's own code throws.
  package static func encode(_ value: some Encodable) throws -> Tree {
    let slot = Slot<Tree>()
    try slot.put(value, at: [])
    return slot.tree
  }
}

/// A place of the tree in the making. Containers are references: a nested one may be filled after
/// its neighbour.
private final class Slot<Tree: CodingTree> {
  private enum Content {
    case empty
    case value(Tree)
    case array([Slot])
    case object([(key: String, slot: Slot)])
  }

  private var content = Content.empty
  private var places: [String: Int] = [:]

  var tree: Tree {
    switch content {
    // A type without properties encodes nothing.
    case .empty: .object([])
    case .value(let value): value
    case .array(let slots): .array(slots.map(\.tree))
    case .object(let members): .object(members.map { ($0.key, $0.slot.tree) })
    }
  }

  var count: Int { if case .array(let slots) = content { slots.count } else { 0 } }

  func put(_ value: Tree) { content = .value(value) }

  func put<Value: Encodable>(_ value: Value, at path: [any CodingKey]) throws {
    if let leaf = try Tree.leaf(of: value) { return put(leaf) }
    try value.encode(to: SlotEncoder(slot: self, codingPath: path))
  }

  func put(_ value: some FixedWidthInteger) throws(Uncodable) {
    guard let integer = Int(exactly: value) else { throw .range(value) }
    put(.integer(integer))
  }

  func put(_ value: Double) throws(Uncodable) {
    guard value.isFinite else { throw .notFinite }
    put(.double(value))
  }

  /// A float is kept as the double that people would write for it, which rounds to the same float.
  func put(_ value: Float) throws(Uncodable) {
    try put(Double(value.description) ?? Double(value))
  }

  func makeArray() { if case .array = content {} else { content = .array([]) } }

  func makeObject() { if case .object = content {} else { content = .object([]) } }

  func element() -> Slot {
    let slot = Slot()
    guard case .array(var slots) = content else { return slot }
    content = .empty
    slots.append(slot)
    content = .array(slots)
    return slot
  }

  func member(_ key: String) -> Slot {
    let slot = Slot()
    guard case .object(var members) = content else { return slot }
    content = .empty
    if let place = places[key] {
      members[place].slot = slot
    } else {
      places[key] = members.count
      members.append((key, slot))
    }
    content = .object(members)
    return slot
  }
}

extension Uncodable {
  /// A whole number beyond those that are stored exactly.
  package static func range(_ value: some FixedWidthInteger) -> Uncodable {
    Uncodable(reason: "integer outside of -2^63 to 2^63 - 1: \(value)")
  }

  package static var notFinite: Uncodable { Uncodable(reason: "number that is not finite") }
}

private struct SlotEncoder<Tree: CodingTree>: Encoder {
  let slot: Slot<Tree>
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    slot.makeObject()
    return KeyedEncodingContainer(KeyedSlots(slot: slot, codingPath: codingPath))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    slot.makeArray()
    return UnkeyedSlots(slot: slot, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    SingleSlot(slot: slot, codingPath: codingPath)
  }
}

private struct SingleSlot<Tree: CodingTree>: SingleValueEncodingContainer {
  let slot: Slot<Tree>
  let codingPath: [any CodingKey]

  func encodeNil() { slot.put(.null) }
  func encode(_ value: Bool) { slot.put(.bool(value)) }
  func encode(_ value: String) { slot.put(.string(value)) }
  func encode(_ value: Double) throws { try slot.put(value) }
  func encode(_ value: Float) throws { try slot.put(value) }
  func encode(_ value: Int) { slot.put(.integer(value)) }
  func encode(_ value: Int8) throws { try slot.put(value) }
  func encode(_ value: Int16) throws { try slot.put(value) }
  func encode(_ value: Int32) throws { try slot.put(value) }
  func encode(_ value: Int64) throws { try slot.put(value) }
  func encode(_ value: Int128) throws { try slot.put(value) }
  func encode(_ value: UInt) throws { try slot.put(value) }
  func encode(_ value: UInt8) throws { try slot.put(value) }
  func encode(_ value: UInt16) throws { try slot.put(value) }
  func encode(_ value: UInt32) throws { try slot.put(value) }
  func encode(_ value: UInt64) throws { try slot.put(value) }
  func encode(_ value: UInt128) throws { try slot.put(value) }
  func encode(_ value: some Encodable) throws { try slot.put(value, at: codingPath) }
}

// Keyed and unkeyed containers say of each type what ``SingleSlot`` says of it.

private struct UnkeyedSlots<Tree: CodingTree>: UnkeyedEncodingContainer {
  let slot: Slot<Tree>
  let codingPath: [any CodingKey]
  var count: Int { slot.count }

  private func path() -> [any CodingKey] { codingPath + [IndexKey(count)] }

  func encodeNil() { slot.element().put(.null) }
  func encode(_ value: some Encodable) throws {
    let path = path()
    try slot.element().put(value, at: path)
  }

  func nestedContainer<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    let path = path()
    return SlotEncoder(slot: slot.element(), codingPath: path).container(keyedBy: type)
  }

  func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    let path = path()
    return SlotEncoder(slot: slot.element(), codingPath: path).unkeyedContainer()
  }

  func superEncoder() -> any Encoder {
    let path = path()
    return SlotEncoder(slot: slot.element(), codingPath: path)
  }
}

private struct KeyedSlots<Tree: CodingTree, Key: CodingKey>: KeyedEncodingContainerProtocol {
  let slot: Slot<Tree>
  let codingPath: [any CodingKey]

  func encodeNil(forKey key: Key) { slot.member(key.stringValue).put(.null) }
  func encode(_ value: some Encodable, forKey key: Key) throws {
    try slot.member(key.stringValue).put(value, at: codingPath + [key])
  }

  private func encoder(_ key: any CodingKey) -> SlotEncoder<Tree> {
    SlotEncoder(slot: slot.member(key.stringValue), codingPath: codingPath + [key])
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) -> KeyedEncodingContainer<Nested> { encoder(key).container(keyedBy: type) }

  func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    encoder(key).unkeyedContainer()
  }

  func superEncoder() -> any Encoder { encoder(SuperKey()) }
  func superEncoder(forKey key: Key) -> any Encoder { encoder(key) }
}
