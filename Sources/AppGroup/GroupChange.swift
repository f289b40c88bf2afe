// Changes of several keys, and of a whole group.

internal import UnitsLinux

/// What has become of some keys of a group: for each that changed the value before and after.
///
/// ```swift
/// enum Window {
///   static let width = Key("window.width", default: 640)
/// }
///
/// let observation = group.observeAll { change in
///   print(change.names)
///   if change.contains(Window.width) {
///     print(change.old(Window.width), "became", change.new(Window.width))
///   }
/// }
/// ```
public struct GroupChange: Sendable {
  private let before: [ByteKey: GroupDefaults.Preference]
  private let after: [ByteKey: GroupDefaults.Preference]
  /// The names of the keys whose values are others, in order.
  public let names: [String]

  init(
    from before: [ByteKey: GroupDefaults.Preference], to after: [ByteKey: GroupDefaults.Preference]
  ) {
    self.before = before
    self.after = after
    names = Set(before.keys).union(after.keys).filter { before[$0] != after[$0] }.map(\.text)
      .sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// Whether another value is stored for the key.
  public func contains<Value>(_ key: Key<Value>) -> Bool { names.contains(key.name) }

  /// What a read of the key returned before.
  public func old<Value>(_ key: Key<Value>) -> Value { key.value(of: before[ByteKey(key.name)]) }

  /// What a read of the key returns after it.
  public func new<Value>(_ key: Key<Value>) -> Value { key.value(of: after[ByteKey(key.name)]) }

  /// What was stored under a key before; nil of nothing.
  public func old(_ name: String) -> GroupDefaults.Preference? { before[ByteKey(name)] }

  /// What is stored under a key after it; nil of nothing.
  public func new(_ name: String) -> GroupDefaults.Preference? { after[ByteKey(name)] }
}

extension GroupDefaults {
  /// Calls `handler` for each change of any of these keys, all that were changed in one commit
  /// together. What there is when the observation begins is not told.
  ///
  /// ```swift
  /// enum Window {
  ///   static let width = Key("window.width", default: 640)
  ///   static let height = Key("window.height", default: 480)
  /// }
  ///
  /// let observation = group.observe(anyOf: Window.width, Window.height) { change in
  ///   print(change.new(Window.width), change.new(Window.height))
  /// }
  /// ```
  ///
  /// Changes that follow each other faster than the handler returns are told as one.
  public func observe<each Value>(
    anyOf keys: repeat Key<each Value>, handler: @escaping @Sendable (GroupChange) -> Void
  ) -> GroupObservation {
    var names: [String] = []
    for key in repeat each keys { names.append(key.name) }
    return observe(names, handler)
  }

  /// Calls `handler` for each change of the group, whichever key and whichever program.
  public func observeAll(
    _ handler: @escaping @Sendable (GroupChange) -> Void
  ) -> GroupObservation { observe(nil, handler) }

  /// Each change of the group, whichever key and whichever program, with the old and the new values.
  /// What the consumer has not taken yet is kept for it.
  public var allChanges: AsyncStream<GroupChange> {
    AsyncStream { continuation in
      let observation = observe(nil) { continuation.yield($0) }
      continuation.onTermination = { _ in observation.cancel() }
    }
  }

  private func observe(
    _ names: [String]?, _ handler: @escaping @Sendable (GroupChange) -> Void
  ) -> GroupObservation {
    let subject = Subject.preferences(names)
    let told = Guarded<[ByteKey: Preference]>([:])
    let present = read { $0.sight(of: subject) }
    if case .preferences(let values) = present { told.withLock { $0 = values } }
    return GroupObservation(self, subject, first: .told) { sight in
      guard case .preferences(let values) = sight else { return }
      let before = told.withLock { told in
        defer { told = values }
        return told
      }
      let change = GroupChange(from: before, to: values)
      if !change.names.isEmpty { handler(change) }
    }
  }
}
