import UnitsJSON

/// Takes the fields of a structure from an object where it lies, by name and type.
package struct FieldReader<Field: RawRepresentable<String>>: ~Escapable {
  /// An object, or `null` for an empty one.
  private let object: JSONView
  private let undeclared: Undeclared
  /// Where the keys of the first members are, and their values.
  private var keys = InlineArray<12, Int>(repeating: 0)
  private var values = InlineArray<12, Int>(repeating: 0)
  private var count = 0
  private var readCount = 0

  @_lifetime(copy object)
  init(_ object: JSONView, undeclared: Undeclared) {
    self.object = object
    self.undeclared = undeclared
    guard object.isObject else { return }
    var members = JSONCursor(object)
    while members.next() {
      if count < keys.count {
        keys[count] = members.key.offset
        values[count] = members.value.offset
      }
      count += 1
    }
  }

  /// A field that has to be there.
  @_lifetime(self: copy self)
  mutating func required<Value: WireValue>(_ field: Field) throws(InvalidField) -> Value {
    guard let value: Value = try optional(field) else { throw InvalidField(field.rawValue) }
    return value
  }

  /// A field that may be absent or null, which is the same.
  @_lifetime(self: copy self)
  mutating func optional<Value: WireValue>(_ field: Field) throws(InvalidField) -> Value? {
    let name = field.rawValue
    guard let place = place(of: name) else { return nil }
    readCount += 1
    let value = object.value(at: place)
    if value.isNull { return nil }
    do {
      return try Value(wire: value, undeclared: undeclared)
    } catch {
      throw error.inside(name)
    }
  }

  private func place(of name: String) -> Int? {
    for index in 0..<min(count, keys.count)
    where object.value(at: keys[index]).isString(name) {
      return values[index]
    }
    guard count > keys.count else { return nil }
    // No structure has so many fields: only among members that nobody declares one may be further on.
    var members = JSONCursor(object)
    while members.next() {
      if members.key.isString(name) { return members.value.offset }
    }
    return nil
  }

  /// Whether there are members that were not asked for.
  var hasUnread: Bool { readCount < count }

  /// Throws the first member that nobody declares, where none may be.
  // Never inlined: a client, which refuses nothing, would make an optional type for it of each reply.
  @inline(never)
  func refuseUndeclared() throws(InvalidField) {
    guard undeclared == .refused, object.isObject else { return }
    var members = JSONCursor(object)
    while members.next() {
      if Field(rawValue: members.name) == nil { throw InvalidField(members.name) }
    }
  }
}
