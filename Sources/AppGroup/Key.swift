internal import FoundationEssentials

/// A preference's name, type and default value, declared once.
///
/// ```swift
/// extension Key where Value == Bool {
///   static var showsBadge: Self { Key("badge.shown", default: true) }
/// }
///
/// SharedDefaults.appGroup[.showsBadge] = false
/// ```
///
/// A value is a `String`, `Bool`, integer, `Double`, `Float`, `Data`, `Date`, `URL`, an array or a
/// dictionary of these, an enum with such a raw value, an optional of these, or anything `Codable`.
/// What is stored and cannot be read as the type counts as absent and is left alone.
public struct Key<Value: Sendable>: Sendable {
  /// The text under which the value is stored.
  public let name: String
  /// What a read returns where nothing is stored.
  public let defaultValue: Value

  /// Reads what is stored; nil if it is none of these values.
  let decode: @Sendable (StoredValue) -> Value?
  /// What is stored for a value; nil for one that is stored by storing nothing.
  let encode: @Sendable (Value) throws(Unstorable) -> StoredValue?

  /// A key whose values are stored as they are.
  public init(_ name: String, default defaultValue: Value) where Value: PreferenceStorable {
    self.name = name
    self.defaultValue = defaultValue
    decode = { Value.preference($0.opaque) }
    encode = { (value) throws(Unstorable) in value.preference?.stored }
  }

  /// A key whose values are stored as their raw values are.
  public init(_ name: String, default defaultValue: Value)
  where Value: RawRepresentable, Value.RawValue: PreferenceStorable {
    self.name = name
    self.defaultValue = defaultValue
    decode = { Value.RawValue.preference($0.opaque).flatMap(Value.init(rawValue:)) }
    encode = { (value) throws(Unstorable) in value.rawValue.preference?.stored }
  }

  /// A key whose values are stored as their raw values are.
  public init(_ name: String, default defaultValue: Value)
  where Value: Codable, Value: RawRepresentable, Value.RawValue: PreferenceStorable {
    self.name = name
    self.defaultValue = defaultValue
    decode = { Value.RawValue.preference($0.opaque).flatMap(Value.init(rawValue:)) }
    encode = { (value) throws(Unstorable) in value.rawValue.preference?.stored }
  }

  /// A key whose values are stored as JSON that a person can read and edit.
  public init(_ name: String, default defaultValue: Value) where Value: Codable {
    self.name = name
    self.defaultValue = defaultValue
    decode = { StoredCoding.decode(Value.self, from: $0) }
    encode = { (value) throws(Unstorable) in try StoredCoding.encode(value) }
  }

  /// What a read of this key returns for what is stored.
  func value(of stored: StoredValue?) -> Value {
    if let stored, let value = decode(stored) { return value }
    return defaultValue
  }
}

/// A value that a key cannot store, and why.
struct Unstorable: Error {
  let reason: String
}

extension GroupDefaults {
  /// The value of a typed key: what is stored, else what was registered, else the key's default.
  ///
  /// Setting it is durable, as ``set(_:for:)`` is; what goes wrong is written to standard error, and
  /// the old value stands.
  public subscript<Value>(key: Key<Value>) -> Value {
    get { key.value(of: stored(key.name)) }
    set {
      do throws(AppGroupError) { try set(newValue, for: key) } catch {
        GroupLog.warn("set \(key.name): \(error)")
      }
    }
  }

  /// Stores the value of a typed key, as ``set(_:forKey:)`` does.
  public func set<Value>(_ value: Value, for key: Key<Value>) throws(AppGroupError) {
    let stored: StoredValue?
    do throws(Unstorable) { stored = try key.encode(value) } catch {
      throw .invalidValue(key: key.name, reason: error.reason)
    }
    try store(stored, forKey: key.name)
  }

  /// Removes what is stored, so that the default shows again.
  public func reset<Value>(_ key: Key<Value>) throws(AppGroupError) {
    try removeObject(forKey: key.name)
  }
}
