public import Synchronization
internal import UnitsLinux

/// A preference's declaration: its name, its type, its default, and how it is stored.
///
/// ```swift
/// enum Badge {
///   static let isShown = Key("badge.shown", default: true)
///   static let size = Key("badge.size", default: 12, in: 6...72)
/// }
///
/// let group = SharedDefaults.appGroup
/// group[Badge.isShown] = false
/// try group.update(Badge.size) { $0 += 1 }
/// ```
///
/// A value is a ``PreferenceStorable``, an enum with such a raw value, an optional of one, or
/// anything `Codable`; anything else by a ``Codec``. What is read is exactly what was set: a value
/// that cannot be kept so is refused with ``AppGroupError/invalidValue(key:reason:)``. What is stored
/// and cannot be read as the type counts as absent, and is left alone.
///
/// Declare a key with `static let`: its default is then worked out at most once, and not before it is
/// asked for. Two keys are equal if their names are.
public struct Key<Value: Sendable>: Sendable {
  /// The text under which the value is stored.
  public let name: String

  @usableFromInline let codec: Codec
  @usableFromInline let declaredDefault: DeclaredDefault

  /// A key whose values are stored as they are.
  ///
  /// - Parameters:
  ///   - name: 1 to 255 bytes of UTF-8 without control characters and `=`.
  ///   - defaultValue: What a read returns where nothing is stored.
  @inlinable public init(
    _ name: String, default defaultValue: @autoclosure @escaping @Sendable () -> Value
  ) where Value: PreferenceStorable {
    self.init(name, default: defaultValue(), codec: .plain)
  }

  /// A key whose values are stored as their raw values are.
  @inlinable public init(
    _ name: String, default defaultValue: @autoclosure @escaping @Sendable () -> Value
  ) where Value: RawRepresentable, Value.RawValue: PreferenceStorable {
    self.init(name, default: defaultValue(), codec: .rawValue)
  }

  /// A key whose values are stored as their raw values are, and nil as nothing.
  @inlinable public init<Wrapped: RawRepresentable>(
    _ name: String, default defaultValue: @autoclosure @escaping @Sendable () -> Wrapped? = nil
  ) where Value == Wrapped?, Wrapped.RawValue: PreferenceStorable {
    self.init(name, default: defaultValue(), codec: .optionalRawValue())
  }

  /// A key whose values are stored as JSON that a person can read and edit.
  @_disfavoredOverload
  public init(
    _ name: String, default defaultValue: @autoclosure @escaping @Sendable () -> Value
  ) where Value: Codable {
    self.init(name, default: defaultValue(), codec: .codable)
  }

  /// A key with values in a range; another one is refused, and counts as absent where it is stored.
  public init(
    _ name: String, default defaultValue: @autoclosure @escaping @Sendable () -> Value,
    in range: ClosedRange<Value>
  ) where Value: PreferenceStorable & Comparable {
    self.init(
      name, default: defaultValue(),
      codec: .plain.limited { range.contains($0) ? nil : "not in \(range): \($0)" })
  }

  /// A key with some values only; another one is refused, and counts as absent where it is stored.
  public init(
    _ name: String, default defaultValue: @autoclosure @escaping @Sendable () -> Value,
    oneOf allowed: [Value]
  ) where Value: PreferenceStorable & Equatable {
    self.init(
      name, default: defaultValue(),
      codec: .plain.limited { value in
        guard !allowed.contains(value) else { return nil }
        let words = allowed.map { "\($0)" }.joined(separator: ", ")
        return "\(value) is not allowed (allowed: \(words))"
      })
  }

  /// A key whose values are stored as the codec does it.
  @inlinable public init(
    _ name: String, default defaultValue: @autoclosure @escaping @Sendable () -> Value,
    codec: Codec
  ) {
    self.name = name
    self.codec = codec
    declaredDefault = DeclaredDefault(defaultValue)
  }

  /// What a read returns where nothing is stored. Worked out when it is first asked for.
  @inlinable public var defaultValue: Value { declaredDefault.value }

  /// What a read of this key returns for what is stored.
  @inlinable func value(of stored: GroupDefaults.Preference?) -> Value {
    if let stored, let value = codec.read(stored) { return value }
    return defaultValue
  }

  /// What is stored for a value; nil for one that is stored by storing nothing.
  func stored(_ value: Value) throws(UnstorableValue) -> GroupDefaults.Preference? {
    let stored = try codec.write(value)
    // Nil is what a read returns where nothing is stored, unless the default is something.
    guard stored == .null else { return stored }
    return try codec.write(defaultValue) == .null ? nil : .null
  }

  /// A default that is worked out once. Whoever comes later reads it without a lock, and, as what reads
  /// is made in the program, without generic code.
  @usableFromInline final class DeclaredDefault: Sendable {
    @usableFromInline final class Known: Sendable {
      @usableFromInline let value: Value
      init(_ value: Value) { self.value = value }
    }

    /// Owned, and set once. `AtomicLazyReference` is the same, but its load is not specialized.
    @usableFromInline let known = Atomic<Unmanaged<Known>?>(nil)
    private let declaration: Guarded<@Sendable () -> Value>

    @usableFromInline init(_ declaration: @escaping @Sendable () -> Value) {
      self.declaration = Guarded(declaration)
    }

    deinit { known.load(ordering: .acquiring)?.release() }

    @inlinable var value: Value {
      if let known = known.load(ordering: .acquiring) {
        return known.takeUnretainedValue().value
      }
      return workOut()
    }

    @usableFromInline func workOut() -> Value {
      declaration.withLock { declaration in
        if let known = known.load(ordering: .acquiring) { return known.takeUnretainedValue().value }
        let value = declaration()
        known.store(.passRetained(Known(value)), ordering: .releasing)
        return value
      }
    }
  }
}

extension Key: Hashable {
  /// Whether both are stored under the same name.
  public static func == (left: Key, right: Key) -> Bool {
    ByteKey(left.name) == ByteKey(right.name)
  }

  /// Feeds the name.
  public func hash(into hasher: inout Hasher) { hasher.combine(name) }
}
