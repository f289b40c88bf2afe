import UnitsJSON
package import Varlink

/// The errors of one of this project's interfaces.
///
/// Their names and parameters are declared once, as the cases of `Name` and `Field`.
package protocol UnitsError: UnitsReply, Error, Sendable, Equatable {
  /// The errors' names in the interface.
  associatedtype Name: RawRepresentable<String>, CaseIterable, Sendable
  /// The names of all their parameters.
  associatedtype Field: RawRepresentable<String>, CaseIterable, Sendable

  /// The interface that declares the errors.
  static var interface: UnitsInterface { get }

  /// The error's name in the interface.
  var name: Name { get }

  /// Reads the parameters of the error of this name.
  init(_ name: Name, _ fields: inout FieldReader<Field>) throws(InvalidField)

  /// Writes the parameters.
  func write(_ fields: inout FieldWriter<Field>)
}

extension UnitsError {
  package var outcome: Reply.Outcome { .error(Self.interface.name + "." + name.rawValue) }

  package func write(into output: inout [UInt8]) {
    var fields = FieldWriter<Field>(behind: &output)
    write(&fields)
    fields.finish(&output)
  }

  /// Reads an error of this interface by its full name; nil if it is another's.
  init?(fullName: String, parameters: JSONView) throws(InvalidField) {
    let prefix = Self.interface.name + "."
    guard fullName.hasPrefix(prefix),
      let name = Name(rawValue: String(fullName.dropFirst(prefix.count)))
    else { return nil }
    var fields = FieldReader<Field>(parameters, undeclared: .ignored)
    try self.init(name, &fields)
  }
}
