// The one JSON value of the project: what the parser makes, the writer writes, and every layer that
// speaks of settings or calls hands around.
//
// Three rules hold everywhere in this target:
// - Integers and doubles are different values: 1 is not 1.0, in equality, in parsing, in writing.
// - Text is compared byte by byte. Swift's own string equality takes two spellings of "é" for one;
//   for a stored key or value they are different bytes, and a change from one to the other is real.
// - Time is linear in the input, whatever the input: keys of large objects are found by a seeded
//   hash, numbers of a million digits are cut where no digit can matter, positions are counted once.

/// A JSON value as of RFC 8259, with integers and doubles kept apart.
///
/// ```swift
/// let value = try JSONValue(parsing: #"{"dev.units.system": "metric"}"#)
/// value.objectValue?["dev.units.system"]?.stringValue  // "metric"
/// value.description                                     // {"dev.units.system":"metric"}
/// ```
///
/// Equality compares text byte by byte and ignores the order of an object's members;
/// `.integer(1)` and `.double(1)` differ.
public enum JSONValue: Sendable {
  /// The word `null`.
  case null
  /// `true` or `false`.
  case bool(Bool)
  /// A number written without fraction and exponent that fits 64 bits.
  case integer(Int)
  /// Any other number. Finite in everything that was parsed; one that is not is written as `null`.
  case double(Double)
  /// A text.
  case string(String)
  /// An ordered list of values.
  case array([JSONValue])
  /// An ordered list of members with distinct keys.
  case object(JSONObject)
}

// MARK: Parsing

extension JSONValue {
  /// How many arrays and objects may enclose a value unless a caller says otherwise: far more than
  /// a person nests, far less than a thread's stack holds.
  public static let defaultMaximumDepth = 128

  /// The largest depth that a caller may ask for. The parser, the writer and the release of a value
  /// all recurse, so a bound keeps them inside the smallest usual thread stack.
  public static let greatestMaximumDepth = 1_024

  /// Parses one JSON text that fills all of `bytes`.
  ///
  /// Strict RFC 8259 in UTF-8, and what Varlink (UAPI.20) demands beyond it: no byte order mark, no
  /// duplicate key, no escaped NUL, no lone surrogate. An integer that does not fit 64 bits becomes
  /// the nearest double; `-0` is the integer 0, `-0.0` a double. A number too small for a double
  /// becomes zero; one too large is an error.
  ///
  /// - Parameters:
  ///   - bytes: The text, with any white space around it.
  ///   - maximumDepth: How many arrays and objects may be open at once, from 0 to
  ///     ``greatestMaximumDepth``; outside of that is a programmer's error.
  /// - Throws: ``JSONError`` with the first offence and its place.
  public init(
    parsing bytes: borrowing Span<UInt8>, maximumDepth: Int = JSONValue.defaultMaximumDepth
  ) throws(JSONError) {
    var parser = JSONParser(maximumDepth: maximumDepth, keyOffsets: .ignored)
    do {
      self = try parser.parseText(bytes)
    } catch {
      throw JSONError(error, in: bytes)
    }
  }

  /// Parses one JSON text that fills all of `bytes`, as ``init(parsing:maximumDepth:)`` does for a
  /// span.
  ///
  /// - Parameters:
  ///   - bytes: The text, with any white space around it.
  ///   - maximumDepth: How many arrays and objects may be open at once.
  /// - Throws: ``JSONError`` with the first offence and its place.
  public init(
    parsing bytes: [UInt8], maximumDepth: Int = JSONValue.defaultMaximumDepth
  ) throws(JSONError) {
    try self.init(parsing: bytes.span, maximumDepth: maximumDepth)
  }

  /// Parses one JSON text that fills all of `text`, as ``init(parsing:maximumDepth:)`` does for a
  /// span.
  ///
  /// - Parameters:
  ///   - text: The text, with any white space around it.
  ///   - maximumDepth: How many arrays and objects may be open at once.
  /// - Throws: ``JSONError`` with the first offence and its place.
  public init(
    parsing text: String, maximumDepth: Int = JSONValue.defaultMaximumDepth
  ) throws(JSONError) {
    try self.init(parsing: text.utf8Span.span, maximumDepth: maximumDepth)
  }
}

// MARK: Views

extension JSONValue {
  /// The text of a `.string`, otherwise nil.
  public var stringValue: String? {
    if case .string(let value) = self { value } else { nil }
  }

  /// The number of an `.integer`, otherwise nil: a double is never taken for an integer.
  public var integerValue: Int? {
    if case .integer(let value) = self { value } else { nil }
  }

  /// The number of a `.double`, or of an `.integer` rounded to the nearest double, otherwise nil.
  public var doubleValue: Double? {
    switch self {
    case .double(let value): value
    case .integer(let value): Double(value)
    default: nil
    }
  }

  /// The truth of a `.bool`, otherwise nil.
  public var boolValue: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  /// The elements of an `.array`, otherwise nil.
  public var arrayValue: [JSONValue]? {
    if case .array(let value) = self { value } else { nil }
  }

  /// The members of an `.object`, otherwise nil.
  public var objectValue: JSONObject? {
    if case .object(let value) = self { value } else { nil }
  }
}

// MARK: Conformances

extension JSONValue: Hashable {
  /// Whether both are the same value: text byte by byte, objects without regard to order.
  public static func == (left: JSONValue, right: JSONValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.integer(let left), .integer(let right)): left == right
    case (.double(let left), .double(let right)): left == right
    case (.string(let left), .string(let right)): haveSameBytes(left, right)
    case (.array(let left), .array(let right)): left == right
    case (.object(let left), .object(let right)): left == right
    default: false
    }
  }

  /// Feeds the kind and the content of the value.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .bool(let value):
      hasher.combine(1)
      hasher.combine(value)
    case .integer(let value):
      hasher.combine(2)
      hasher.combine(value)
    case .double(let value):
      hasher.combine(3)
      hasher.combine(value)
    case .string(let value):
      hasher.combine(4)
      hasher.combineBytes(of: value)
    case .array(let value):
      hasher.combine(5)
      hasher.combine(value)
    case .object(let value):
      hasher.combine(6)
      hasher.combine(value)
    }
  }
}

extension JSONValue: CustomStringConvertible {
  /// The compact text of the value.
  public var description: String {
    var bytes: [UInt8] = []
    write(into: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }
}
