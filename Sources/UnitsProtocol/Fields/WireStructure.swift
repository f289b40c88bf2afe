package import UnitsJSON

/// A structure of the interface descriptions: fields with names and types.
///
/// Its fields are declared once, as the cases of `Field`, whose raw values are their names.
package protocol WireStructure: WireValue {
  /// The fields' names.
  associatedtype Field: RawRepresentable<String>, CaseIterable, Sendable

  /// Reads the fields.
  init(_ fields: FieldReader<Field>) throws(InvalidField)

  /// Writes the fields.
  func write(_ fields: inout FieldWriter<Field>)
}

extension WireStructure {
  /// Reads a structure from an object's members.
  package init(members: JSONObject, undeclared: Undeclared) throws(InvalidField) {
    if undeclared == .refused { try Self.refuseUndeclared(members) }
    try self.init(FieldReader(members: members, undeclared: undeclared))
  }

  // Never inlined: a client, which refuses nothing, would make an optional type for it of each reply.
  @inline(never)
  private static func refuseUndeclared(_ members: JSONObject) throws(InvalidField) {
    for member in members where Field(rawValue: member.key) == nil {
      throw InvalidField(member.key)
    }
  }

  /// The structure as an object's members; what is absent is left out.
  package var members: JSONObject {
    var fields = FieldWriter<Field>()
    write(&fields)
    return fields.members
  }

  package init(wire: JSONValue, undeclared: Undeclared) throws(InvalidField) {
    guard case .object(let members) = wire else { throw InvalidField() }
    try self.init(members: members, undeclared: undeclared)
  }

  package var wire: JSONValue { .object(members) }
}

/// The field of a structure that has none.
package enum NoField: RawRepresentable, CaseIterable, Sendable {
  package init?(rawValue: String) { nil }

  package var rawValue: String {
    switch self {}
  }
}

/// Takes the fields of a structure from an object, by name and type.
package struct FieldReader<Field: RawRepresentable<String>>: Sendable {
  let members: JSONObject
  let undeclared: Undeclared

  /// A field that has to be there.
  func required<Value: WireValue>(_ field: Field) throws(InvalidField) -> Value {
    guard let value: Value = try optional(field) else { throw InvalidField(field.rawValue) }
    return value
  }

  /// A field that may be absent or null, which is the same.
  func optional<Value: WireValue>(_ field: Field) throws(InvalidField) -> Value? {
    let name = field.rawValue
    guard let value = members[name], value != .null else { return nil }
    do {
      return try Value(wire: value, undeclared: undeclared)
    } catch {
      throw error.inside(name)
    }
  }
}

/// Puts the fields of a structure into an object.
package struct FieldWriter<Field: RawRepresentable<String>>: Sendable {
  var members = JSONObject()

  /// As many as most structures have: adding them moves none.
  private static var usualCount: Int { 4 }

  init() {
    members.reserveCapacity(Self.usualCount)
  }

  mutating func put(_ value: some WireValue, _ field: Field) {
    members.append(field.rawValue, value.wire)
  }

  /// Leaves the field out if there is no value.
  mutating func put(_ value: (some WireValue)?, _ field: Field) {
    if let value { put(value, field) }
  }
}
