/// A property that is a preference, as SwiftUI's `@AppStorage` has it.
///
/// ```swift
/// struct Badge {
///   @SharedStorage("badge.shown") var isShown = true
///   @SharedStorage(.unitSystem) var system
/// }
/// ```
///
/// A read costs what a read of the group does. A write is durable; what goes wrong is written to
/// standard error, and the old value stands. `count += 1` is a read and a write between which another
/// program may write; `$count.update { $0 += 1 }` is one. `$isShown` is a ``SharedBinding``.
///
/// It works with the Observation framework, as the ``SharedPreference`` that it is made of: in a class
/// that is `@Observable`, write `@ObservationIgnored` before it; it is observable by itself.
@propertyWrapper public struct SharedStorage<Value: Sendable>: Sendable {
  private let storage: SharedPreference<Value>

  /// The preference of that key in a group.
  public init(_ key: Key<Value>, store: GroupDefaults = SharedDefaults.appGroup) {
    storage = SharedPreference(key, store: store)
  }

  /// The preference of that name, with the default that the property has.
  public init(
    wrappedValue: @autoclosure @escaping @Sendable () -> Value, _ name: String,
    store: GroupDefaults = SharedDefaults.appGroup
  ) where Value: PreferenceStorable {
    self.init(Key(name, default: wrappedValue()), store: store)
  }

  /// The preference of that name, stored as its raw value is.
  public init(
    wrappedValue: @autoclosure @escaping @Sendable () -> Value, _ name: String,
    store: GroupDefaults = SharedDefaults.appGroup
  ) where Value: RawRepresentable, Value.RawValue: PreferenceStorable {
    self.init(Key(name, default: wrappedValue()), store: store)
  }

  /// The preference of that name, stored as its raw value is, and nil as nothing.
  public init<Wrapped: RawRepresentable>(
    wrappedValue: @autoclosure @escaping @Sendable () -> Value, _ name: String,
    store: GroupDefaults = SharedDefaults.appGroup
  ) where Value == Wrapped?, Wrapped.RawValue: PreferenceStorable {
    self.init(Key(name, default: wrappedValue()), store: store)
  }

  /// The preference of that name, stored as JSON.
  @_disfavoredOverload
  public init(
    wrappedValue: @autoclosure @escaping @Sendable () -> Value, _ name: String,
    store: GroupDefaults = SharedDefaults.appGroup
  ) where Value: Codable {
    self.init(Key(name, default: wrappedValue()), store: store)
  }

  /// The preference's value.
  public var wrappedValue: Value {
    get { storage.value }
    nonmutating set { storage.value = newValue }
  }

  /// A way to read and write it, and parts of it, that can be handed on.
  public var projectedValue: SharedBinding<Value> { storage.binding }
}
