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
  /// Reads the value where it lies; null is none.
  init(wire: JSONView, undeclared: Undeclared) throws(InvalidField)

  /// Appends the value as it is sent.
  func write(into output: inout [UInt8])
}

extension String: WireValue {
  package init(wire: JSONView, undeclared: Undeclared) throws(InvalidField) {
    guard let value = wire.string else { throw InvalidField() }
    self = value
  }

  package func write(into output: inout [UInt8]) {
    JSONText.writeString(self, into: &output)
  }
}

extension Int: WireValue {
  package init(wire: JSONView, undeclared: Undeclared) throws(InvalidField) {
    guard let value = wire.integer else { throw InvalidField() }
    self = value
  }

  package func write(into output: inout [UInt8]) {
    JSONValue.writeInteger(self, into: &output)
  }
}

extension Double: WireValue {
  package init(wire: JSONView, undeclared: Undeclared) throws(InvalidField) {
    guard let value = wire.double else { throw InvalidField() }
    self = value
  }

  package func write(into output: inout [UInt8]) {
    JSONValue.double(self).write(into: &output)
  }
}

extension Bool: WireValue {
  package init(wire: JSONView, undeclared: Undeclared) throws(InvalidField) {
    guard let value = wire.bool else { throw InvalidField() }
    self = value
  }

  package func write(into output: inout [UInt8]) {
    JSONValue.bool(self).write(into: &output)
  }
}

extension JSONObject: WireValue {
  package init(wire: JSONView, undeclared: Undeclared) throws(InvalidField) {
    guard case .object(let value) = wire.value else { throw InvalidField() }
    self = value
  }

  package func write(into output: inout [UInt8]) {
    JSONValue.object(self).write(into: &output)
  }
}

extension Array: WireValue where Element: WireValue {
  package init(wire: JSONView, undeclared: Undeclared) throws(InvalidField) {
    guard wire.isArray else { throw InvalidField() }
    self = []
    var elements = JSONCursor(wire)
    while elements.next() {
      do {
        append(try Element(wire: elements.value, undeclared: undeclared))
      } catch {
        throw error.inside("[\(count)]")
      }
    }
  }

  package func write(into output: inout [UInt8]) {
    output.append(UInt8(ascii: "["))
    for index in indices {
      if index > startIndex { output.append(UInt8(ascii: ",")) }
      self[index].write(into: &output)
    }
    output.append(UInt8(ascii: "]"))
  }
}
