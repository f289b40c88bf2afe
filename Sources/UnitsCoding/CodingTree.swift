// Codable values as trees, without a detour over text.
//
// An encoder that writes JSON text and a parser that reads it lose what text does not tell apart:
// a nil from nothing, an integer past the parser's range from a double. Here a value is written
// straight to the tree that is kept, and what the tree has no place for is refused with the reason.

/// A tree that Codable values are written to and read from. What it is to be known of it is
/// ``shape``; what has a form of its own there, a date for instance, is a leaf.
package protocol CodingTree: Sendable {
  /// Nothing, where something could be.
  static var null: Self { get }
  static func bool(_ value: Bool) -> Self
  static func integer(_ value: Int) -> Self
  static func double(_ value: Double) -> Self
  static func string(_ value: String) -> Self
  static func array(_ elements: [Self]) -> Self
  /// Members with distinct keys, in the order in which they were written.
  static func object(_ members: [(key: String, value: Self)]) -> Self

  var shape: TreeShape<Self> { get }

  /// The value's own form in the tree; nil for a value that is taken apart by its own code.
  static func leaf(of value: any Encodable) throws(Uncodable) -> Self?
  /// Whether values of the type are leaves.
  static func isLeaf(_ type: any Decodable.Type) -> Bool
  /// Reads a leaf of that type; nil if this is none.
  func leaf(as type: any Decodable.Type) -> Any?
}

extension CodingTree {
  package static func leaf(of value: any Encodable) throws(Uncodable) -> Self? { nil }
  package static func isLeaf(_ type: any Decodable.Type) -> Bool { false }
  package func leaf(as type: any Decodable.Type) -> Any? { nil }
}

/// What a decoder finds at one place of a tree.
package enum TreeShape<Tree: CodingTree> {
  case null
  case bool(Bool)
  case integer(Int)
  case double(Double)
  case string(String)
  case array([Tree])
  case object(keys: [String], member: (String) -> Tree?)
  /// A leaf of the tree's own, which no other type is read from.
  case leaf
}

/// A value that has no exact place in a tree, and why.
package struct Uncodable: Error, Equatable {
  package let reason: String

  package init(reason: String) {
    self.reason = reason
  }
}

/// The place of an array's element in a coding path.
struct IndexKey: CodingKey {
  let index: Int

  init(_ index: Int) { self.index = index }
  init?(stringValue: String) { nil }
  init?(intValue: Int) { index = intValue }

  var stringValue: String { "Index \(index)" }
  var intValue: Int? { index }
}

/// The key under which a superclass is coded.
struct SuperKey: CodingKey {
  init() {}
  init?(stringValue: String) { nil }
  init?(intValue: Int) { nil }

  var stringValue: String { "super" }
  var intValue: Int? { nil }
}
