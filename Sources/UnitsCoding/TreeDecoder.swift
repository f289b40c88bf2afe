/// Reads Codable values from trees.
package enum TreeDecoder<Tree: CodingTree> {
  /// The value of a tree. Throws a `DecodingError` where the tree is none of that type, and whatever
  /// the type's own code throws.
  package static func decode<Value: Decodable>(_ type: Value.Type, from tree: Tree) throws -> Value
  {
    try Place(tree: tree, codingPath: []).decode(type)
  }
}

/// One place of a tree, as a decoder and as the container of a single value.
private struct Place<Tree: CodingTree>: Decoder, SingleValueDecodingContainer {
  let tree: Tree
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func mismatch<Value>(_ type: Value.Type) -> DecodingError {
    .typeMismatch(type, .init(codingPath: codingPath, debugDescription: "not a \(type)"))
  }

  // MARK: Containers

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .object(let keys, let member) = tree.shape else {
      throw mismatch([String: Tree].self)
    }
    return KeyedDecodingContainer(
      KeyedPlaces(keys: keys, member: member, codingPath: codingPath))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .array(let elements) = tree.shape else { throw mismatch([Tree].self) }
    return UnkeyedPlaces(elements: elements, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }

  // MARK: Values

  func decodeNil() -> Bool { if case .null = tree.shape { true } else { false } }

  func decode(_ type: Bool.Type) throws -> Bool {
    guard case .bool(let value) = tree.shape else { throw mismatch(type) }
    return value
  }

  func decode(_ type: String.Type) throws -> String {
    guard case .string(let value) = tree.shape else { throw mismatch(type) }
    return value
  }

  func decode(_ type: Double.Type) throws -> Double {
    switch tree.shape {
    case .double(let value): return value
    case .integer(let value): return Double(value)
    default: throw mismatch(type)
    }
  }

  func decode(_ type: Float.Type) throws -> Float {
    let value = Float(try decode(Double.self))
    guard value.isFinite else { throw mismatch(type) }
    return value
  }

  private func integer<Value: FixedWidthInteger>(_ type: Value.Type) throws -> Value {
    let value: Value? =
      switch tree.shape {
      case .integer(let value): Value(exactly: value)
      // What people write by hand: 5.0.
      case .double(let value): Value(exactly: value)
      default: nil
      }
    guard let value else { throw mismatch(type) }
    return value
  }

  func decode(_ type: Int.Type) throws -> Int { try integer(type) }
  func decode(_ type: Int8.Type) throws -> Int8 { try integer(type) }
  func decode(_ type: Int16.Type) throws -> Int16 { try integer(type) }
  func decode(_ type: Int32.Type) throws -> Int32 { try integer(type) }
  func decode(_ type: Int64.Type) throws -> Int64 { try integer(type) }
  func decode(_ type: Int128.Type) throws -> Int128 { try integer(type) }
  func decode(_ type: UInt.Type) throws -> UInt { try integer(type) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try integer(type) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try integer(type) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try integer(type) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try integer(type) }
  func decode(_ type: UInt128.Type) throws -> UInt128 { try integer(type) }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    guard Tree.isLeaf(type) else { return try Value(from: self) }
    guard let value = tree.leaf(as: type) as? Value else { throw mismatch(type) }
    return value
  }
}

// Keyed and unkeyed containers say of each type what ``Place`` says of it.

private struct UnkeyedPlaces<Tree: CodingTree>: UnkeyedDecodingContainer {
  let elements: [Tree]
  let codingPath: [any CodingKey]
  var currentIndex = 0
  var count: Int? { elements.count }
  var isAtEnd: Bool { currentIndex == elements.count }

  init(elements: [Tree], codingPath: [any CodingKey]) {
    self.elements = elements
    self.codingPath = codingPath
  }

  private func place<Value>(_ type: Value.Type) throws -> Place<Tree> {
    let path = codingPath + [IndexKey(currentIndex)]
    guard !isAtEnd else {
      throw DecodingError.valueNotFound(
        type, .init(codingPath: path, debugDescription: "no further element"))
    }
    return Place(tree: elements[currentIndex], codingPath: path)
  }

  mutating func decodeNil() throws -> Bool {
    guard try place(Never.self).decodeNil() else { return false }
    currentIndex += 1
    return true
  }

  mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let value = try place(type).decode(type)
    currentIndex += 1
    return value
  }

  mutating func nestedContainer<Key: CodingKey>(
    keyedBy type: Key.Type
  ) throws -> KeyedDecodingContainer<Key> {
    let container = try place(Tree.self).container(keyedBy: type)
    currentIndex += 1
    return container
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let container = try place(Tree.self).unkeyedContainer()
    currentIndex += 1
    return container
  }

  mutating func superDecoder() throws -> any Decoder {
    let place = try place(Tree.self)
    currentIndex += 1
    return place
  }
}

private struct KeyedPlaces<Tree: CodingTree, Key: CodingKey>: KeyedDecodingContainerProtocol {
  let keys: [String]
  let member: (String) -> Tree?
  let codingPath: [any CodingKey]

  var allKeys: [Key] { keys.compactMap { Key(stringValue: $0) } }

  func contains(_ key: Key) -> Bool { member(key.stringValue) != nil }

  private func place(_ key: any CodingKey) throws -> Place<Tree> {
    guard let tree = member(key.stringValue) else {
      throw DecodingError.keyNotFound(
        key, .init(codingPath: codingPath, debugDescription: "no \(key.stringValue)"))
    }
    return Place(tree: tree, codingPath: codingPath + [key])
  }

  func decodeNil(forKey key: Key) throws -> Bool { try place(key).decodeNil() }

  func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
    try place(key).decode(type)
  }

  func nestedContainer<Nested: CodingKey>(
    keyedBy type: Nested.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<Nested> { try place(key).container(keyedBy: type) }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try place(key).unkeyedContainer()
  }

  func superDecoder() throws -> any Decoder { try place(SuperKey()) }
  func superDecoder(forKey key: Key) throws -> any Decoder { try place(key) }
}
