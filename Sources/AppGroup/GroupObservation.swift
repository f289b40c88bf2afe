internal import UnitsLinux

/// Something that is watched: it ends with ``cancel()``, or when the last reference to it goes.
public final class GroupObservation: Sendable {
  private let group: GroupDefaults
  private let id: Int

  init(
    _ group: GroupDefaults, _ subject: Subject, first: FirstNotice,
    _ deliver: @escaping @Sendable (Sight) -> Void
  ) {
    self.group = group
    id = group.observe(subject, first: first, deliver)
  }

  deinit {
    cancel()
  }

  /// Ends it. A call that is under way on another thread goes on; no other follows.
  public func cancel() {
    _ = group.state.withLock { $0.observers.remove(id) }
    group.state.wakeAll()
  }
}

extension GroupDefaults {
  /// Calls `handler` with the present value, and then with each new one, whichever program changed
  /// it. The latest wins: of changes that follow each other faster than the handler returns, those in
  /// between are not told.
  ///
  /// ```swift
  /// let observation = SharedDefaults.appGroup.observe(.unitSystem) { print($0.displayName) }
  /// ```
  ///
  /// - Parameters:
  ///   - key: What is watched.
  ///   - handler: Called on a thread of the library, one call at a time. It may read and write.
  /// - Returns: The observation. Keep it: it ends when it goes.
  public func observe<Value>(
    _ key: Key<Value>, _ handler: @escaping @Sendable (Value) -> Void
  ) -> GroupObservation {
    GroupObservation(self, .preference(key.name), first: .told) { sight in
      if case .preference(let stored) = sight { handler(key.value(of: stored?.opaque)) }
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

  /// Adds an observer, and sees to it that somebody tells it.
  func observe(
    _ subject: Subject, first: FirstNotice, _ deliver: @escaping @Sendable (Sight) -> Void
  ) -> Int {
    switch first {
    case .told: follow()
    // Only when the first state is known can it be told from a change.
    case .omitted: read { _ in }
    }
    let (id, failure): (Int, SystemError?) = state.withLock { [state] current in
      let told = first == .omitted ? current.sight(of: subject) : nil
      let id = current.observers.add(subject, told: told, deliver)
      guard !current.isNotifierRunning else { return (id, nil) }
      do throws(SystemError) {
        try Notifier.start(state)
        current.isNotifierRunning = true
        return (id, nil)
      } catch {
        return (id, error)
      }
    }
    if let failure { GroupLog.warn("nothing is observed: \(failure)") }
    if case .records = subject { state.withLock { $0.commands?.push(.followRecords) } }
    state.wakeAll()
    return id
  }
}
