import UnitsJSON
package import Varlink

/// The errors of one of this project's interfaces.
///
/// Their names and parameters are declared once, as the cases of `Name` and `Field`.
package protocol UnitsError: Error, Sendable, Equatable {
  /// The errors' names in the interface.
  associatedtype Name: RawRepresentable<String>, CaseIterable, Sendable
  /// The names of all their parameters.
  associatedtype Field: RawRepresentable<String>, CaseIterable, Sendable

  /// The interface that declares the errors.
  static var interface: UnitsInterface { get }

  /// The error's name in the interface.
  var name: Name { get }

  /// Reads the parameters of the error of this name.
  init(_ name: Name, _ fields: FieldReader<Field>) throws(InvalidField)

  /// Writes the parameters.
  func write(_ fields: inout FieldWriter<Field>)
}

extension UnitsError {
  /// The reply that a server sends.
  package var reply: Reply {
    var fields = FieldWriter<Field>()
    write(&fields)
    return .error(Self.interface.name + "." + name.rawValue, fields.members)
  }

  /// Reads an error of this interface by its full name; nil if it is another's.
  init?(fullName: String, parameters: JSONObject) throws(InvalidField) {
    let prefix = Self.interface.name + "."
    guard fullName.hasPrefix(prefix),
      let name = Name(rawValue: String(fullName.dropFirst(prefix.count)))
    else { return nil }
    try self.init(name, FieldReader(members: parameters, undeclared: .ignored))
  }
}
