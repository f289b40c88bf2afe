public import FoundationEssentials

/// An enum with text as raw values whose cases are preferences.
///
/// ```swift
/// enum Profile: String, UserDefaultSettable {
///   case name, age
/// }
///
/// Profile.name.store(value: "Ada")
/// print(Profile.name.storedString ?? "nobody")  // Ada
/// print(Profile.name.uniqueKey)                 // Profile.name
/// ```
///
/// A case's key is the type's name, a dot and the raw value, so that equal cases of two enums do not
/// meet. Those of two enums of one name that are nested in different types would, and so would those
/// of an enum that is renamed and its old self: there, write a ``uniqueKey`` of your own.
///
/// Storing never traps: what goes wrong is written to standard error, and the old value stands. Where
/// it must be known, `try Profile.group.set(value, forKey: Profile.name.uniqueKey)`.
public protocol UserDefaultSettable: RawRepresentable where RawValue == String {
  /// The key under which the case is stored.
  var uniqueKey: String { get }
  /// The group in which the cases are stored: ``SharedDefaults/appGroup`` unless you say otherwise.
  static var group: GroupDefaults { get }
}

extension UserDefaultSettable {
  /// The type's name, a dot and the raw value.
  public var uniqueKey: String { "\(Self.self).\(rawValue)" }
  /// The group of programs that name none.
  public static var group: GroupDefaults { SharedDefaults.appGroup }

  /// Stores a value of any type that ``GroupDefaults/set(_:forKey:)`` takes; nil removes it.
  public func store(value: Any?) { Self.group.setOrLog(value, forKey: uniqueKey) }

  /// Stores a value of a type that a preference holds, checked by the compiler.
  public func store(value: some PreferenceStorable) {
    Self.group.setOrLog(value, forKey: uniqueKey)
  }

  /// Removes what is stored.
  public func removeStored() { store(value: nil as Any?) }

  /// As ``GroupDefaults/object(forKey:)``.
  public var storedValue: Any? { Self.group.object(forKey: uniqueKey) }
  /// As ``GroupDefaults/string(forKey:)``.
  public var storedString: String? { Self.group.string(forKey: uniqueKey) }
  /// As ``GroupDefaults/bool(forKey:)``.
  public var storedBool: Bool { Self.group.bool(forKey: uniqueKey) }
  /// As ``GroupDefaults/integer(forKey:)``.
  public var storedInt: Int { Self.group.integer(forKey: uniqueKey) }
  /// As ``GroupDefaults/double(forKey:)``.
  public var storedDouble: Double { Self.group.double(forKey: uniqueKey) }
  /// As ``GroupDefaults/data(forKey:)``.
  public var storedData: Data? { Self.group.data(forKey: uniqueKey) }
  /// A stored date; nil of anything else.
  public var storedDate: Date? { Self.group.stored(uniqueKey)?.asDate }
  /// As ``GroupDefaults/url(forKey:)``.
  public var storedURL: URL? { Self.group.url(forKey: uniqueKey) }
  /// As ``GroupDefaults/array(forKey:)``.
  public var storedArray: [Any]? { Self.group.array(forKey: uniqueKey) }
  /// As ``GroupDefaults/dictionary(forKey:)``.
  public var storedDictionary: [String: Any]? { Self.group.dictionary(forKey: uniqueKey) }
}
