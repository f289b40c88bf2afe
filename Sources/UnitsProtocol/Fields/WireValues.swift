package import UnitsJSON

/// Keys with values as they are sent: an object of which nothing is to be found by its key, so that a
/// state can be written without making one.
package struct WireValues: WireValue {
  /// In the order of sending. Each key once.
  package let members: [JSONObject.Member]

  /// Members whose keys are distinct.
  package init(_ members: [JSONObject.Member]) {
    self.members = members
  }

  package init(_ object: JSONObject) {
    members = object.members
  }

  package init(wire: JSONView, undeclared: Undeclared) throws(InvalidField) {
    guard let members = wire.members else { throw InvalidField() }
    self.members = members
  }

  package func write(into output: inout [UInt8]) {
    JSONObject.write(members, into: &output)
  }

  /// The same, with its values to be found by their keys.
  package var object: JSONObject { JSONObject(members: members) }

  /// Whether both hold the same members, in whatever order.
  package static func == (left: WireValues, right: WireValues) -> Bool {
    left.object == right.object
  }
}

extension WireValues: ExpressibleByDictionaryLiteral {
  /// The literal's pairs, in their order. A duplicate key is a programmer's error.
  package init(dictionaryLiteral elements: (String, JSONValue)...) {
    self.init(elements.map { JSONObject.Member(key: $0.0, value: $0.1) })
  }
}
