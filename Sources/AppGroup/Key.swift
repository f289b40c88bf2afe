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
  @usableFromInline let decode: @Sendable (Preference) -> Value?
  /// What is stored for a value; nil for one that is stored by storing nothing.
  let encode: @Sendable (Value) throws(Unstorable) -> StoredValue?

  // What decodes is made where the type is known, in the program: so a read runs no generic code,
  // which would cost more than the look-up.

  /// A key whose values are stored as they are.
  @inlinable public init(_ name: String, default defaultValue: Value)
  where Value: PreferenceStorable {
    self.init(name, defaultValue, storable: { Value.preference($0) })
  }

  /// A key whose values are stored as their raw values are.
  @inlinable public init(_ name: String, default defaultValue: Value)
  where Value: RawRepresentable, Value.RawValue: PreferenceStorable {
    self.init(
      name, defaultValue,
      raw: { Value.RawValue.preference($0).flatMap(Value.init(rawValue:)) })
  }

  /// A key whose values are stored as their raw values are.
  @inlinable public init(_ name: String, default defaultValue: Value)
  where Value: Codable, Value: RawRepresentable, Value.RawValue: PreferenceStorable {
    self.init(
      name, defaultValue,
      raw: { Value.RawValue.preference($0).flatMap(Value.init(rawValue:)) })
  }

  /// A key whose values are stored as JSON that a person can read and edit.
  public init(_ name: String, default defaultValue: Value) where Value: Codable {
    self.name = name
    self.defaultValue = defaultValue
    decode = { StoredCoding.decode(Value.self, from: $0.stored) }
    encode = { (value) throws(Unstorable) in try StoredCoding.encode(value) }
  }

  @usableFromInline init(
    _ name: String, _ defaultValue: Value,
    storable decode: @escaping @Sendable (Preference) -> Value?
  ) where Value: PreferenceStorable {
    self.name = name
    self.defaultValue = defaultValue
    self.decode = decode
    encode = { (value) throws(Unstorable) in value.preference?.stored }
  }

  @usableFromInline init(
    _ name: String, _ defaultValue: Value, raw decode: @escaping @Sendable (Preference) -> Value?
  ) where Value: RawRepresentable, Value.RawValue: PreferenceStorable {
    self.name = name
    self.defaultValue = defaultValue
    self.decode = decode
    encode = { (value) throws(Unstorable) in value.rawValue.preference?.stored }
  }

  /// What a read of this key returns for what is stored.
  @inlinable func value(of stored: Preference?) -> Value {
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
    @inlinable get { key.value(of: preference(key.name)) }
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
