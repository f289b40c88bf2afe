/// The type of a value in an interface description.
///
/// ```swift
/// // (name: string, scores: ?[]int)
/// ValueType.structure([
///   .init(name: "name", type: .string),
///   .init(name: "scores", type: .nullable(.array(.int))),
/// ])
/// ```
///
/// How each is written in JSON is said in UAPI.20, "Mapping the Type System to JSON".
public indirect enum ValueType: Sendable, Hashable {
  /// `bool`.
  case bool
  /// `int`: a number without fraction and exponent.
  case int
  /// `float`: a number.
  case float
  /// `string`.
  case string
  /// `object`: any JSON object.
  case object
  /// `any`: any JSON value but null.
  case any
  /// A type that the interface declares by this name.
  case named(String)
  /// `(name: type, …)`: named values.
  case structure([Field])
  /// `(name, …)`: one of these names.
  case enumeration([Choice])
  /// `[]type`: values in an order.
  case array(ValueType)
  /// `[string]type`: values by distinct strings.
  case map(ValueType)
  /// `?type`: a value, or null, or nothing at all.
  case nullable(ValueType)

  /// A named value of a structure.
  public struct Field: Sendable, Hashable {
    /// The value's name.
    public let name: String
    /// The value's type.
    public let type: ValueType
    /// The lines of comment that describe it.
    public let documentation: [String]

    /// Declares a named value.
    public init(name: String, type: ValueType, documentation: [String] = []) {
      self.name = name
      self.type = type
      self.documentation = documentation
    }
  }

  /// One of an enumeration's names.
  public struct Choice: Sendable, Hashable {
    /// The name.
    public let name: String
    /// The lines of comment that describe it.
    public let documentation: [String]

    /// Declares a name.
    public init(name: String, documentation: [String] = []) {
      self.name = name
      self.documentation = documentation
    }
  }
}
