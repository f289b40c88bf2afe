internal import UnitsCoding

extension Key {
  /// How a key's values are stored, and read again.
  ///
  /// A ``Key`` chooses one by the type of its value; say it yourself where two would do, or where
  /// none does:
  ///
  /// ```swift
  /// enum Player {
  ///   static let pause = Key(
  ///     "player.pause", default: .seconds(1),
  ///     codec: .bridge(to: Double.self, write: { $0 / .seconds(1) }, read: { Duration.seconds($0) }))
  /// }
  /// ```
  public struct Codec: Sendable {
    @usableFromInline let read: @Sendable (GroupDefaults.Preference) -> Value?
    @usableFromInline
    let write: @Sendable (Value) throws(UnstorableValue) -> GroupDefaults.Preference

    /// A codec of two functions that undo each other: one throws for a value that it has no form for,
    /// the other answers nil for what is none of its values.
    public init(
      write: @escaping @Sendable (Value) throws(UnstorableValue) -> GroupDefaults.Preference,
      read: @escaping @Sendable (GroupDefaults.Preference) -> Value?
    ) {
      self.read = read
      self.write = write
    }

    /// The same for some values only: `refusal` says why another one is refused when it is set. One
    /// that is stored all the same counts as absent.
    func limited(_ refusal: @escaping @Sendable (Value) -> String?) -> Self {
      Codec(
        write: { [write] (value) throws(UnstorableValue) in
          if let reason = refusal(value) { throw UnstorableValue(reason: reason) }
          return try write(value)
        },
        read: { [read] stored in read(stored).flatMap { refusal($0) == nil ? $0 : nil } })
    }
  }
}

// What reads is made where the type is known, in the program: so a read runs no generic code, which
// would cost more than the look-up.

extension Key.Codec where Value: PreferenceStorable {
  /// Values are stored as they are.
  @inlinable public static var plain: Self {
    Self(
      write: { (value) throws(UnstorableValue) in try value.stored() }, read: { Value.read($0) })
  }
}

extension Key.Codec where Value: RawRepresentable, Value.RawValue: PreferenceStorable {
  /// Values are stored as their raw values are.
  @inlinable public static var rawValue: Self {
    Self(
      write: { (value) throws(UnstorableValue) in try value.rawValue.stored() },
      read: { Value.RawValue.read($0).flatMap(Value.init(rawValue:)) })
  }
}

extension Key.Codec {
  /// Values are stored as their raw values are, and nil as nothing.
  @inlinable public static func optionalRawValue<Wrapped: RawRepresentable>() -> Self
  where Value == Wrapped?, Wrapped.RawValue: PreferenceStorable {
    Self(
      write: { (value) throws(UnstorableValue) in try value?.rawValue.stored() ?? .null },
      read: { stored in
        if case .null = stored { return .some(nil) }
        return Wrapped.RawValue.read(stored).flatMap(Wrapped.init(rawValue:)).map(Optional.some)
      })
  }

  /// Values are stored in the form of another type. What `write` makes of a value, `read` must make
  /// the value of again.
  public static func bridge<Stored: PreferenceStorable>(
    to type: Stored.Type, write: @escaping @Sendable (Value) -> Stored,
    read: @escaping @Sendable (Stored) -> Value?
  ) -> Self {
    Self(
      write: { (value) throws(UnstorableValue) in try write(value).stored() },
      read: { Stored.read($0).flatMap(read) })
  }
}

extension Key.Codec where Value: Codable {
  /// Values are stored as JSON that a person can read and edit: data, dates, URLs and decimals as
  /// they are stored elsewhere, at any depth; nil stays nil.
  public static var codable: Self {
    Self(
      write: { (value) throws(UnstorableValue) in
        do { return try TreeEncoder<GroupDefaults.Preference>.encode(value) } catch {
          throw UnstorableValue(reason: (error as? Uncodable)?.reason ?? "\(error)")
        }
      },
      // What another program stored under the key is its own business; the default shows.
      read: { try? TreeDecoder<GroupDefaults.Preference>.decode(Value.self, from: $0) })
  }
}
