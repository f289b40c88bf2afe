internal import Observation
internal import UnitsLinux

/// A property that is a preference, as SwiftUI's `@AppStorage` has it.
///
/// ```swift
/// struct Badge {
///   @SharedStorage(.showsBadge) var isShown
/// }
/// ```
///
/// A read costs what a read of the group does. A write is durable; what goes wrong is written to
/// standard error, and the old value stands. `$isShown` is a ``SharedBinding``.
///
/// It works with the Observation framework: a read in `withObservationTracking` is tracked, and
/// `onChange` is called, on a thread of the library, for a change by whichever program. In a class
/// that is `@Observable`, write `@ObservationIgnored` before it: it is observable by itself.
@propertyWrapper public struct SharedStorage<Value: Sendable>: Sendable {
  private let storage: TrackedPreference<Value>

  /// The preference of that key in a group.
  public init(_ key: Key<Value>, store: GroupDefaults = SharedDefaults.appGroup) {
    storage = TrackedPreference(key: key, group: store)
  }

  /// The preference's value.
  public var wrappedValue: Value {
    get { storage.value }
    nonmutating set { storage.group[storage.key] = newValue }
  }

  /// A way to read and write it that can be handed on.
  public var projectedValue: SharedBinding<Value> {
    SharedBinding(
      get: { [storage] in storage.value },
      set: { [storage] in storage.group[storage.key] = $0 })
  }
}

/// A way to read and to write a value that is kept elsewhere.
public struct SharedBinding<Value: Sendable>: Sendable {
  /// Reads the value.
  public let get: @Sendable () -> Value
  /// Writes the value.
  public let set: @Sendable (Value) -> Void

  /// A binding of two functions.
  public init(get: @escaping @Sendable () -> Value, set: @escaping @Sendable (Value) -> Void) {
    self.get = get
    self.set = set
  }

  /// The value.
  public var wrappedValue: Value {
    get { get() }
    nonmutating set { set(newValue) }
  }
}

/// A preference whose reads are known to the Observation framework.
private final class TrackedPreference<Value: Sendable>: Observable, Sendable {
  let key: Key<Value>
  let group: GroupDefaults
  private let registrar = ObservationRegistrar()
  /// Begun by the first read: a property that is only written is not watched.
  private let observation = Guarded<GroupObservation?>(nil)

  init(key: Key<Value>, group: GroupDefaults) {
    self.key = key
    self.group = group
  }

  /// The value; who reads it is told when it changes.
  var value: Value {
    // Whoever tracks is registered before the value is read: a change in between is told in vain,
    // but none is missed.
    registrar.access(self, keyPath: \.value)
    watch()
    return group[key]
  }

  private func watch() {
    observation.withLock { observation in
      guard observation == nil else { return }
      observation = GroupObservation(group, .preference(key.name), first: .omitted) {
        [weak self] _ in
        guard let self else { return }
        registrar.withMutation(of: self, keyPath: \.value) {}
      }
    }
  }
}
