internal import UnitsLinux

/// Something that is watched: it ends with ``cancel()``, or when the last reference to it goes.
public final class GroupObservation: Sendable {
  private let core: GroupCore
  private let id: Int

  init(
    _ group: GroupDefaults, _ subject: Subject, first: FirstNotice,
    _ deliver: @escaping @Sendable (Sight) -> Void
  ) {
    core = group.core
    id = group.core.observe(subject, first: first, deliver)
  }

  deinit {
    cancel()
  }

  /// Ends it. A call that is under way on another thread goes on; no other follows.
  public func cancel() {
    _ = core.state.withLock { $0.observers.remove(id) }
    core.state.wakeAll()
  }
}

extension GroupDefaults {
  /// Calls `handler` with the present value, and then with each new one, whichever program changed
  /// it. What the key sees is compared: a `false` that becomes a `0` is no new one for a bool. The
  /// latest wins: of changes that follow each other faster than the handler returns, those in between
  /// are not told.
  ///
  /// ```swift
  /// let observation = SharedDefaults.appGroup.observe(.unitSystem) { print($0.displayName) }
  /// ```
  ///
  /// - Parameters:
  ///   - key: What is watched.
  ///   - handler: Called on a thread of the library, one call at a time. It may read, write and wait;
  ///     nobody else's handler waits for it.
  /// - Returns: The observation. Keep it: it ends when it goes.
  public func observe<Value>(
    _ key: Key<Value>, _ handler: @escaping @Sendable (Value) -> Void
  ) -> GroupObservation {
    let told = LastTold(key, first: nil)
    return GroupObservation(self, .preference(key.name), first: .told) { sight in
      if let (_, new) = told.take(sight) { handler(new) }
    }
  }

  /// Calls `handler` for each new value of a key with the one that was told before; at first that is
  /// the value that there is when the observation begins, which is not told.
  ///
  /// ```swift
  /// let observation = SharedDefaults.appGroup.observe(.unitSystem) { old, new in
  ///   print("\(old.displayName) became \(new.displayName)")
  /// }
  /// ```
  public func observe<Value>(
    _ key: Key<Value>, _ handler: @escaping @Sendable (_ old: Value, _ new: Value) -> Void
  ) -> GroupObservation {
    let present = key.value(of: preference(key.name))
    let told = LastTold(key, first: present)
    return GroupObservation(self, .preference(key.name), first: .told) { sight in
      if case (let old?, let new)? = told.take(sight) { handler(old, new) }
    }
  }

  /// The value of a key, and then each new one, whichever program changed it.
  ///
  /// ```swift
  /// for await system in SharedDefaults.appGroup.changes(of: .unitSystem) {
  ///   print(system.displayName)
  /// }
  /// ```
  ///
  /// The latest wins for a slow consumer. It ends when its task is cancelled, and goes on through
  /// restarts of the daemon.
  public func changes<Value>(of key: Key<Value>) -> GroupChanges<Value> {
    GroupChanges { [self] yield in observe(key, yield) }
  }

  /// How the group is reached, and each change of that.
  public var connectionStates: GroupChanges<ConnectionState> {
    GroupChanges { [self] yield in
      GroupObservation(self, .connection, first: .told) { sight in
        if case .connection(let state) = sight { yield(state) }
      }
    }
  }
}

extension GroupCore {
  /// Adds an observer, and sees to it that somebody tells it.
  func observe(
    _ subject: Subject, first: FirstNotice, _ deliver: @escaping @Sendable (Sight) -> Void
  ) -> Int {
    switch first {
    case .told: follow()
    // Only when the first state is known can it be told from a change.
    case .omitted: readWithoutSnapshot { _ in }
    }
    let (id, isFirst) = state.withLock { state in
      let told = first == .omitted ? state.sight(of: subject) : nil
      let id = state.observers.add(subject, told: told, deliver)
      return (id, state.observers.waitingThreads == 0)
    }
    if isFirst {
      do throws(SystemError) { try Notifier.start(state, self) } catch {
        GroupLog.warn("nothing is observed: \(error)")
      }
    }
    if case .records = subject { state.withLock { $0.commands?.push(.followRecords) } }
    state.wakeAll()
    return id
  }
}

/// The value that an observer of a key was told last.
private final class LastTold<Value: Sendable>: Sendable {
  private let key: Key<Value>
  private let last: Guarded<Value?>

  init(_ key: Key<Value>, first: Value?) {
    self.key = key
    last = Guarded(first)
  }

  /// What was told last and what is to be told now; nil where both are the same. One thread at a time
  /// tells an observer, so the program's code is not run under the lock.
  func take(_ sight: Sight) -> (old: Value?, new: Value)? {
    guard case .preference(let stored) = sight else { return nil }
    let new = key.value(of: stored)
    let old = last.withLock { $0 }
    if let old, isSame(old, new) { return nil }
    last.withLock { $0 = new }
    return (old, new)
  }

  private func isSame(_ old: Value, _ new: Value) -> Bool {
    if let old = old as? any Equatable { return isEqual(old, new) }
    // Values that cannot be compared are the same if the same is stored for them.
    guard let old = try? key.stored(old), let new = try? key.stored(new) else { return false }
    return old == new
  }

  private func isEqual<Compared: Equatable>(_ old: Compared, _ new: Value) -> Bool {
    new as? Compared == old
  }
}
