package import UnitsJSON

/// What becomes of a member that nobody declares.
package enum Undeclared: Sendable {
  /// It is an error: so a service treats calls.
  case refused
  /// It is passed over: so a client treats replies.
  case ignored
}

/// A field that is missing, undeclared or of another type, by its path: `records[2].value`.
package struct InvalidField: Error, Equatable {
  package let path: String

  init(_ path: String = "") {
    self.path = path
  }

  /// The same seen from one level further out.
  func inside(_ component: String) -> InvalidField {
    if path.isEmpty { return InvalidField(component) }
    return InvalidField(path.hasPrefix("[") ? component + path : component + "." + path)
  }
}

/// A value that a field may have.
package protocol WireValue: Sendable, Equatable {
  /// Reads the value; null is none.
  init(wire: JSONValue, undeclared: Undeclared) throws(InvalidField)

  /// The value as it is sent.
  var wire: JSONValue { get }
}

extension String: WireValue {
  package init(wire: JSONValue, undeclared: Undeclared) throws(InvalidField) {
    guard case .string(let value) = wire else { throw InvalidField() }
    self = value
  }

  package var wire: JSONValue { .string(self) }
}

extension Int: WireValue {
  package init(wire: JSONValue, undeclared: Undeclared) throws(InvalidField) {
    guard case .integer(let value) = wire else { throw InvalidField() }
    self = value
  }

  package var wire: JSONValue { .integer(self) }
}

extension Double: WireValue {
  package init(wire: JSONValue, undeclared: Undeclared) throws(InvalidField) {
    switch wire {
    case .double(let value): self = value
    case .integer(let value): self = Double(value)
    default: throw InvalidField()
    }
  }

  package var wire: JSONValue { .double(self) }
}

extension Bool: WireValue {
  package init(wire: JSONValue, undeclared: Undeclared) throws(InvalidField) {
    guard case .bool(let value) = wire else { throw InvalidField() }
    self = value
  }

  package var wire: JSONValue { .bool(self) }
}

extension JSONObject: WireValue {
  package init(wire: JSONValue, undeclared: Undeclared) throws(InvalidField) {
    guard case .object(let value) = wire else { throw InvalidField() }
    self = value
  }

  package var wire: JSONValue { .object(self) }
}

extension Array: WireValue where Element: WireValue {
  package init(wire: JSONValue, undeclared: Undeclared) throws(InvalidField) {
    guard case .array(let values) = wire else { throw InvalidField() }
    self = []
    reserveCapacity(values.count)
    for (index, value) in values.enumerated() {
      do {
        append(try Element(wire: value, undeclared: undeclared))
      } catch {
        throw error.inside("[\(index)]")
      }
    }
  }

  package var wire: JSONValue { .array(map(\.wire)) }
}
