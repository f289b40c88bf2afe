public import FoundationEssentials

/// A type that a preference holds as it is: `String`, `Bool`, the integers, `Double`, `Float`,
/// `Data`, `Date`, `URL`, and arrays, dictionaries and optionals of these. Not for other types to
/// adopt: make them `Codable`, or an enum with a raw value, and a ``Key`` takes them.
public protocol PreferenceStorable: Codable, Sendable {
  /// What is stored for the value; nil for nothing.
  var preference: Preference? { get }
  /// Reads what is stored; nil if it is none of these values.
  static func preference(_ stored: Preference) -> Self?
}

/// What is stored under a key.
public struct Preference: Sendable {
  let stored: StoredValue

  init(_ stored: StoredValue) {
    self.stored = stored
  }
}

extension StoredValue {
  var opaque: Preference { Preference(self) }
}

extension String: PreferenceStorable {
  /// A text.
  public var preference: Preference? { Preference(.string(self)) }
  /// A text, or a number's.
  public static func preference(_ stored: Preference) -> String? { stored.stored.coercedString }
}

extension Bool: PreferenceStorable {
  /// A bool.
  public var preference: Preference? { Preference(.bool(self)) }
  /// A bool, or what ``GroupDefaults/bool(forKey:)`` makes of a number or a text.
  public static func preference(_ stored: Preference) -> Bool? {
    stored.stored.isScalar ? stored.stored.coercedBool : nil
  }
}

extension Double: PreferenceStorable {
  /// A number.
  public var preference: Preference? { Preference(.double(self)) }
  /// What ``GroupDefaults/double(forKey:)`` makes of what is stored.
  public static func preference(_ stored: Preference) -> Double? {
    stored.stored.isScalar ? stored.stored.coercedDouble : nil
  }
}

extension Float: PreferenceStorable {
  /// A number with a float's digits.
  public var preference: Preference? { Preference(.double(StoredValue.widened(self))) }
  /// What ``GroupDefaults/float(forKey:)`` makes of what is stored.
  public static func preference(_ stored: Preference) -> Float? {
    stored.stored.isScalar ? Float(stored.stored.coercedDouble) : nil
  }
}

extension PreferenceStorable where Self: FixedWidthInteger {
  /// A whole number; the store's go from -2^63 to 2^63 - 1, so a larger one is refused.
  public var preference: Preference? {
    guard let value = Int(exactly: self) else { return Preference(.double(.infinity)) }
    return Preference(.integer(value))
  }

  /// What ``GroupDefaults/integer(forKey:)`` makes of what is stored, if it is in range.
  public static func preference(_ stored: Preference) -> Self? {
    stored.stored.isScalar ? Self(exactly: stored.stored.coercedInteger) : nil
  }
}

extension Int: PreferenceStorable {
  // The same as of any whole number, without the detour through generic code, which costs more than
  // the look-up itself.

  /// A whole number.
  public var preference: Preference? { Preference(.integer(self)) }
  /// What ``GroupDefaults/integer(forKey:)`` makes of what is stored.
  public static func preference(_ stored: Preference) -> Int? {
    stored.stored.isScalar ? stored.stored.coercedInteger : nil
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

extension Data: PreferenceStorable {
  /// Data.
  public var preference: Preference? { Preference(.data(self)) }
  /// Data.
  public static func preference(_ stored: Preference) -> Data? { stored.stored.asData }
}

extension Date: PreferenceStorable {
  /// A moment, to the microsecond.
  public var preference: Preference? { Preference(.date(self)) }
  /// A moment.
  public static func preference(_ stored: Preference) -> Date? { stored.stored.asDate }
}

extension URL: PreferenceStorable {
  /// A file's path, or the whole of any other URL.
  public var preference: Preference? { Preference(.string(storedText)) }
  /// A text, as ``GroupDefaults/url(forKey:)`` reads it.
  public static func preference(_ stored: Preference) -> URL? { stored.stored.asURL }
}

extension Array: PreferenceStorable where Element: PreferenceStorable {
  /// An array; elements that are nothing are left out.
  public var preference: Preference? {
    Preference(.array(compactMap { $0.preference?.stored }))
  }
  /// An array, if every element can be read.
  public static func preference(_ stored: Preference) -> [Element]? {
    guard let elements = stored.stored.asArray else { return nil }
    let read = elements.compactMap { Element.preference(Preference($0)) }
    return read.count == elements.count ? read : nil
  }
}

extension Dictionary: PreferenceStorable where Key == String, Value: PreferenceStorable {
  /// A dictionary; members that are nothing are left out.
  public var preference: Preference? {
    Preference(.dictionary(compactMapValues { $0.preference?.stored }))
  }
  /// A dictionary, if every member can be read.
  public static func preference(_ stored: Preference) -> [String: Value]? {
    guard let members = stored.stored.asDictionary else { return nil }
    let read = members.compactMapValues { Value.preference(Preference($0)) }
    return read.count == members.count ? read : nil
  }
}

extension Optional: PreferenceStorable where Wrapped: PreferenceStorable {
  /// Nothing for nil.
  public var preference: Preference? { self?.preference }
  /// The value within.
  public static func preference(_ stored: Preference) -> Wrapped?? {
    Wrapped.preference(stored).map(Optional.some)
  }
}

extension StoredValue {
  /// Whether it is a bool, a number or a text, which are read as one another.
  var isScalar: Bool {
    switch self {
    case .bool, .integer, .double, .string: true
    case .data, .date, .array, .dictionary: false
    }
  }
}
