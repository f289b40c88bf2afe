package import UnitsJSON

/// A structure of the interface descriptions: fields with names and types.
///
/// Its fields are declared once, as the cases of `Field`, whose raw values are their names.
package protocol WireStructure: WireValue {
  /// The fields' names.
  associatedtype Field: RawRepresentable<String>, CaseIterable, Sendable

  /// Reads the fields.
  init(_ fields: inout FieldReader<Field>) throws(InvalidField)

  /// Writes the fields.
  func write(_ fields: inout FieldWriter<Field>)
}

extension WireStructure {
  /// Reads a structure from the members of an object; `null` is an empty one.
  ///
  /// A member that nobody declares is told before a field that is missing or of another type; both
  /// are looked for only where something is wrong.
  package init(members: JSONView, undeclared: Undeclared) throws(InvalidField) {
    var fields = FieldReader<Field>(members, undeclared: undeclared)
    do {
      try self.init(&fields)
    } catch {
      try fields.refuseUndeclared()
      throw error
    }
    if fields.hasUnread { try fields.refuseUndeclared() }
  }

  package init(wire: JSONView, undeclared: Undeclared) throws(InvalidField) {
    guard wire.isObject else { throw InvalidField() }
    try self.init(members: wire, undeclared: undeclared)
  }

  package func write(into output: inout [UInt8]) {
    var fields = FieldWriter<Field>(behind: &output)
    write(&fields)
    fields.finish(&output)
  }
}

/// The field of a structure that has none.
package enum NoField: RawRepresentable, CaseIterable, Sendable {
  package init?(rawValue: String) { nil }

  package var rawValue: String {
    switch self {}
  }
}
