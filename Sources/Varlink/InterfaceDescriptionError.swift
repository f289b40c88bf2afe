/// What is wrong with an interface description, and where.
///
/// ```swift
/// do {
///   _ = try InterfaceDescription(parsing: "interface org.example.lamp\nmethod Dim(level) -> ()")
/// } catch {
///   print(error)  // line 2, column 11: expected fields with types
/// }
/// ```
public struct InterfaceDescriptionError: Error, Sendable, Equatable {
  /// What is wrong.
  public enum Reason: Sendable, Equatable {
    /// Something else stands where this should be.
    case expected(String)
    /// No name of an interface, as it is spelled in the text.
    case invalidInterfaceName(String)
    /// No name of a type, method or error, as it is spelled in the text.
    case invalidName(String)
    /// No name of a field, as it is spelled in the text.
    case invalidFieldName(String)
    /// A name that was declared before.
    case duplicateName(String)
    /// A type that the interface does not declare.
    case unknownType(String)
    /// Types are nested deeper than this.
    case nestedTooDeep(limit: Int)
    /// A question mark behind a question mark.
    case nullableTwice
    /// An interface that declares nothing.
    case noMembers
  }

  /// What is wrong.
  public let reason: Reason
  /// The line, from 1.
  public let line: Int
  /// The column in characters (Unicode scalars), from 1.
  public let column: Int
}

extension InterfaceDescriptionError: CustomStringConvertible {
  /// The error in a line: `line 3, column 5: expected a type`.
  public var description: String {
    "line \(line), column \(column): \(reason)"
  }
}

extension InterfaceDescriptionError.Reason: CustomStringConvertible {
  /// The reason alone: `expected a type`.
  public var description: String {
    switch self {
    case .expected(let what): "expected \(what)"
    case .invalidInterfaceName(let name): "no name of an interface: \(name)"
    case .invalidName(let name): "no name of a type, method or error: \(name)"
    case .invalidFieldName(let name): "no name of a field: \(name)"
    case .duplicateName(let name): "declared twice: \(name)"
    case .unknownType(let name): "type not declared: \(name)"
    case .nestedTooDeep(let limit): "nested deeper than \(limit)"
    case .nullableTwice: "? twice"
    case .noMembers: "interface without members"
    }
  }
}
