public import FoundationEssentials
internal import UnitsCoding

/// A type whose values a preference holds: `String`, `Bool`, the integers, `Double`, `Float`,
/// `Decimal`, `Data`, `Date`, `URL`, and arrays, dictionaries and optionals of these.
///
/// A type of your own becomes one with two functions, which undo each other:
///
/// ```swift
/// struct Colour: PreferenceStorable {
///   var red, green, blue: UInt8
///
///   func stored() throws(UnstorableValue) -> GroupDefaults.Preference {
///     try [red, green, blue].stored()
///   }
///
///   static func read(_ stored: GroupDefaults.Preference) -> Colour? {
///     guard let parts = [UInt8].read(stored), parts.count == 3 else { return nil }
///     return Colour(red: parts[0], green: parts[1], blue: parts[2])
///   }
/// }
/// ```
public protocol PreferenceStorable: Sendable {
  /// What is stored for the value; `null` for nothing. Throws for a value that would not be read back
  /// as the same.
  func stored() throws(UnstorableValue) -> GroupDefaults.Preference
  /// Reads what is stored; nil if it is none of these values.
  static func read(_ stored: GroupDefaults.Preference) -> Self?
}

extension String: PreferenceStorable {
  /// A text.
  public func stored() -> GroupDefaults.Preference { .string(self) }
  /// A text, or a number's.
  public static func read(_ stored: GroupDefaults.Preference) -> String? { stored.coercedString }
}

extension Bool: PreferenceStorable {
  /// A bool.
  public func stored() -> GroupDefaults.Preference { .bool(self) }
  /// A bool, or what ``GroupDefaults/bool(forKey:)`` makes of a number or a text.
  public static func read(_ stored: GroupDefaults.Preference) -> Bool? {
    stored.isScalar ? stored.coercedBool : nil
  }
}

extension Double: PreferenceStorable {
  /// A number; one that is not finite is refused.
  public func stored() throws(UnstorableValue) -> GroupDefaults.Preference {
    guard isFinite else { throw UnstorableValue(reason: Uncodable.notFinite.reason) }
    return .double(self)
  }
  /// What ``GroupDefaults/double(forKey:)`` makes of what is stored.
  public static func read(_ stored: GroupDefaults.Preference) -> Double? {
    stored.isScalar ? stored.coercedDouble : nil
  }
}

extension Float: PreferenceStorable {
  /// A number with a float's digits: the double that people would write for it, 0.1 and not
  /// 0.10000000149011612. It rounds to the same float.
  public func stored() throws(UnstorableValue) -> GroupDefaults.Preference {
    try (Double(description) ?? Double(self)).stored()
  }
  /// What ``GroupDefaults/float(forKey:)`` makes of what is stored.
  public static func read(_ stored: GroupDefaults.Preference) -> Float? {
    stored.isScalar ? Float(stored.coercedDouble) : nil
  }
}

extension PreferenceStorable where Self: FixedWidthInteger {
  /// A whole number; the store's go from -2^63 to 2^63 - 1, so a larger one is refused.
  public func stored() throws(UnstorableValue) -> GroupDefaults.Preference {
    guard let value = Int(exactly: self) else {
      throw UnstorableValue(reason: Uncodable.range(self).reason)
    }
    return .integer(value)
  }

  /// What ``GroupDefaults/integer(forKey:)`` makes of what is stored, if it is in range.
  public static func read(_ stored: GroupDefaults.Preference) -> Self? {
    stored.isScalar ? Self(exactly: stored.coercedInteger) : nil
  }
}

extension Int: PreferenceStorable {
  // The same as of any whole number, without the detour through generic code, which costs more than
  // the look-up itself.

  /// A whole number.
  public func stored() -> GroupDefaults.Preference { .integer(self) }
  /// What ``GroupDefaults/integer(forKey:)`` makes of what is stored.
  public static func read(_ stored: GroupDefaults.Preference) -> Int? {
    stored.isScalar ? stored.coercedInteger : nil
  }
}

extension Int8: PreferenceStorable {}
extension Int16: PreferenceStorable {}
extension Int32: PreferenceStorable {}
extension Int64: PreferenceStorable {}
extension UInt: PreferenceStorable {}
extension UInt8: PreferenceStorable {}
extension UInt16: PreferenceStorable {}
extension UInt32: PreferenceStorable {}
extension UInt64: PreferenceStorable {}

extension Decimal: PreferenceStorable {
  /// A number; a decimal with more digits than a stored number holds exactly is refused.
  public func stored() throws(UnstorableValue) -> GroupDefaults.Preference {
    if let integer = Int(description) { return .integer(integer) }
    guard let double = Double(description), double.isFinite,
      Decimal(string: double.description) == self
    else {
      throw UnstorableValue(reason: "decimal of more digits than are stored exactly: \(self)")
    }
    return .double(double)
  }
  /// A number, digit by digit; nil of anything else.
  public static func read(_ stored: GroupDefaults.Preference) -> Decimal? {
    switch stored {
    case .integer(let value): Decimal(value)
    case .double(let value): Decimal(string: value.description)
    default: nil
    }
  }
}

extension Data: PreferenceStorable {
  /// Data.
  public func stored() -> GroupDefaults.Preference { .data(self) }
  /// Data.
  public static func read(_ stored: GroupDefaults.Preference) -> Data? { stored.asData }
}

extension Date: PreferenceStorable {
  /// A moment, exactly; one outside of the years 0000 to 9999 is refused.
  public func stored() throws(UnstorableValue) -> GroupDefaults.Preference {
    _ = try DateText.text(of: self)
    return .date(self)
  }
  /// A moment.
  public static func read(_ stored: GroupDefaults.Preference) -> Date? { stored.asDate }
}

extension URL: PreferenceStorable {
  /// A file's path, or the whole of any other URL; one that is relative to another is refused.
  public func stored() throws(UnstorableValue) -> GroupDefaults.Preference {
    .string(try storedText())
  }
  /// A text, as ``GroupDefaults/url(forKey:)`` reads it.
  public static func read(_ stored: GroupDefaults.Preference) -> URL? { stored.asURL }
}

extension Array: PreferenceStorable where Element: PreferenceStorable {
  /// An array; nil in it stays nil.
  public func stored() throws(UnstorableValue) -> GroupDefaults.Preference {
    var elements: [Preference] = []
    elements.reserveCapacity(count)
    for element in self { elements.append(try element.stored()) }
    return .array(elements)
  }
  /// An array, if every element can be read.
  public static func read(_ stored: GroupDefaults.Preference) -> [Element]? {
    guard let elements = stored.asArray else { return nil }
    let read = elements.compactMap { Element.read($0) }
    return read.count == elements.count ? read : nil
  }
}

extension Dictionary: PreferenceStorable where Key == String, Value: PreferenceStorable {
  /// A dictionary; nil in it stays nil.
  public func stored() throws(UnstorableValue) -> GroupDefaults.Preference {
    var members: [String: Preference] = [:]
    for (key, value) in self { members[key] = try value.stored() }
    return .dictionary(members)
  }
  /// A dictionary, if every member can be read.
  public static func read(_ stored: GroupDefaults.Preference) -> [String: Value]? {
    guard let members = stored.asDictionary else { return nil }
    let read = members.compactMapValues { Value.read($0) }
    return read.count == members.count ? read : nil
  }
}

extension Optional: PreferenceStorable where Wrapped: PreferenceStorable {
  /// Nothing for nil. Nil inside of something, as only optionals of optionals have it, is refused.
  public func stored() throws(UnstorableValue) -> GroupDefaults.Preference {
    guard let self else { return .null }
    let stored = try self.stored()
    guard stored != .null else { throw UnstorableValue(reason: "nil inside of an optional") }
    return stored
  }
  /// The value within.
  public static func read(_ stored: GroupDefaults.Preference) -> Wrapped?? {
    if case .null = stored { return .some(nil) }
    return Wrapped.read(stored).map(Optional.some)
  }
}

extension GroupDefaults.Preference: PreferenceStorable {
  /// Itself.
  public func stored() -> GroupDefaults.Preference { self }
  /// Itself.
  public static func read(_ stored: GroupDefaults.Preference) -> Self? { stored }
}

extension GroupDefaults.Preference {
  /// Whether it is a bool, a number or a text, which are read as one another.
  var isScalar: Bool {
    switch self {
    case .bool, .integer, .double, .string: true
    case .null, .data, .date, .array, .dictionary: false
    }
  }
}
