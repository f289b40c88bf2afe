// One preference as an object that the Observation framework knows: what a property wrapper and a
// model both use.

public import Observation
internal import UnitsLinux

/// A preference as a reference to its value, whose reads the Observation framework tracks.
///
/// ```swift
/// import AppGroup
/// import Observation
///
/// enum Badge {
///   static let size = Key("badge.size", default: 12)
/// }
///
/// @Observable final class BadgeModel {
///   @ObservationIgnored let size = SharedPreference(Badge.size)
///   var isLarge: Bool { size.value > 20 }
/// }
///
/// let model = BadgeModel()
/// withObservationTracking {
///   print(model.isLarge)
/// } onChange: {
///   print("another size")
/// }
/// try model.size.update { $0 += 10 }
/// ```
///
/// `onChange` is called, on a thread of the library, for a change by whichever program. It is what
/// ``SharedStorage`` is made of.
public final class SharedPreference<Value: Sendable>: Observable, Sendable {
  /// The preference's declaration.
  public let key: Key<Value>
  /// The group that it is in.
  public let group: GroupDefaults
  private let registrar = ObservationRegistrar()
  /// Begun by the first read: a preference that is only written is not watched.
  private let observation = Guarded<GroupObservation?>(nil)

  /// The preference of that key in a group.
  public init(_ key: Key<Value>, store: GroupDefaults = SharedDefaults.appGroup) {
    self.key = key
    group = store
  }

  /// The value; who reads it is told when it changes. Setting it is durable; what goes wrong is
  /// written to standard error, and the old value stands.
  public var value: Value {
    get {
      // Whoever tracks is registered before the value is read: a change in between is told in vain,
      // but none is missed.
      registrar.access(self, keyPath: \.value)
      watch()
      return group[key]
    }
    set { group[key] = newValue }
  }

  /// Reads the value, changes it, and stores it, as ``GroupDefaults/update(_:_:)-(Key<Value>,_)``.
  @discardableResult
  public func update<Result: Sendable>(_ body: (inout Value) throws -> Result) throws -> Result {
    try group.update(key, body)
  }

  /// A way to read and write it that can be handed on.
  public var binding: SharedBinding<Value> {
    SharedBinding(
      get: { [self] in value }, set: { [self] in value = $0 },
      update: { [self] body in
        do { try group.update(key) { body(&$0) } } catch {
          GroupLog.warn("update \(key.name): \(error)")
        }
      })
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

/// A way to read and to write a value that is kept elsewhere, or a part of one.
///
/// ```swift
/// struct Window: Codable {
///   var width = 640
///   var title = ""
/// }
///
/// struct Settings {
///   @SharedStorage("window") var window = Window()
///   var title: SharedBinding<String> { $window.title }
/// }
///
/// Settings().title.set("Diary")  // and the width that another program sets meanwhile stays
/// ```
@dynamicMemberLookup public struct SharedBinding<Value: Sendable>: Sendable {
  /// Reads the value.
  public let get: @Sendable () -> Value
  /// Writes the value.
  public let set: @Sendable (Value) -> Void
  /// Reads, changes and writes the value in one.
  public let update: @Sendable (@Sendable (inout Value) -> Void) -> Void

  /// A binding of functions. Without the last one, a part is written by writing the whole.
  public init(
    get: @escaping @Sendable () -> Value, set: @escaping @Sendable (Value) -> Void,
    update: (@Sendable (@Sendable (inout Value) -> Void) -> Void)? = nil
  ) {
    self.get = get
    self.set = set
    self.update =
      update
      ?? { body in
        var value = get()
        body(&value)
        set(value)
      }
  }

  /// The value.
  public var wrappedValue: Value {
    get { get() }
    nonmutating set { set(newValue) }
  }

  /// A part of the value. Writing it leaves the other parts as they are by then.
  public subscript<Member: Sendable>(
    dynamicMember member: any WritableKeyPath<Value, Member> & Sendable
  ) -> SharedBinding<Member> {
    SharedBinding<Member>(
      get: { [get] in get()[keyPath: member] },
      set: { [update] new in update { $0[keyPath: member] = new } },
      update: { [update] body in update { body(&$0[keyPath: member]) } })
  }
}
