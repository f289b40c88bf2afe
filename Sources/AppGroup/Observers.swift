// Who is told of what.
//
// Observers are told by threads of their own, never by the one that keeps the snapshot true: what
// they do, a `set` for instance, may wait for the snapshot. Such a thread looks at what each observer
// sees and tells those that see something else than what they were told last: so whoever is slow is
// told the latest, once, and nothing piles up.
//
// One observer is told by one thread at a time. Who is told and does not return holds up nobody:
// before a thread calls an observer it makes sure that another one waits for the others.

internal import UnitsLinux

/// What an observer looks at.
enum Subject: Sendable {
  case preference(String)
  /// These keys; nil for all that there are.
  case preferences([String]?)
  case connection
  /// The records, counted by their changes.
  case records
}

/// What an observer sees there.
enum Sight: Equatable, Sendable {
  case preference(Preference?)
  case preferences([ByteKey: Preference])
  case connection(ConnectionState)
  case records(Int)
}

/// Whether an observer is told what is there when it begins.
enum FirstNotice: Sendable {
  case told
  case omitted
}

/// The observers of a group. Used under the lock of its state.
struct Observers: Sendable {
  struct Notice: Sendable {
    let id: Int
    let sight: Sight
    let deliver: @Sendable (Sight) -> Void
  }

  private struct Observer: Sendable {
    let subject: Subject
    let deliver: @Sendable (Sight) -> Void
    var told: Sight?
    /// A thread is telling it.
    var isBusy = false
  }

  private var table: [Int: Observer] = [:]
  private var nextID = 0
  /// Threads that wait for something to tell.
  private(set) var waitingThreads = 0

  /// More need not wait: each that is called away is replaced at once.
  private static let keptThreads = 2

  var isEmpty: Bool { table.isEmpty }

  var watchRecords: Bool {
    table.values.contains { if case .records = $0.subject { true } else { false } }
  }

  mutating func add(
    _ subject: Subject, told: Sight?, _ deliver: @escaping @Sendable (Sight) -> Void
  ) -> Int {
    nextID += 1
    table[nextID] = Observer(subject: subject, deliver: deliver, told: told)
    return nextID
  }

  /// Removes an observer and returns what it held, which is to be let go outside of the lock: with it
  /// may go another observation.
  mutating func remove(_ id: Int) -> (@Sendable (Sight) -> Void)? {
    table.removeValue(forKey: id)?.deliver
  }

  /// The observer that began first of those that see something new and are not being told; counts as
  /// told.
  mutating func takeNotice(_ sight: (Subject) -> Sight?) -> Notice? {
    for id in table.keys.sorted() {
      guard let observer = table[id], !observer.isBusy, let seen = sight(observer.subject),
        seen != observer.told
      else { continue }
      table[id]?.told = seen
      table[id]?.isBusy = true
      return Notice(id: id, sight: seen, deliver: observer.deliver)
    }
    return nil
  }

  mutating func didTell(_ id: Int) { table[id]?.isBusy = false }

  // MARK: Threads

  mutating func threadWaits() { waitingThreads += 1 }

  mutating func threadIsCalledAway() { waitingThreads -= 1 }

  var hasTooManyThreads: Bool { waitingThreads >= Self.keptThreads }
}

extension GroupState {
  /// What there is to be seen; nil before the first state is known.
  func sight(of subject: Subject) -> Sight? {
    switch subject {
    case .preference(let key): isKnown ? .preference(value(key)) : nil
    case .preferences(nil): isKnown ? .preferences(effectiveValues) : nil
    case .preferences(let keys?):
      isKnown
        ? .preferences(
          Dictionary(
            keys.compactMap { key in value(key).map { (ByteKey(key), $0) } },
            uniquingKeysWith: { $1 })) : nil
    case .connection: .connection(connection)
    case .records: .records(recordsChanges)
    }
  }

  private var isKnown: Bool { phase == .ready || wasAsked }

  /// What there is to do for who has waited until `due`; nil for nothing yet.
  fileprivate mutating func work(_ due: MonotonicTime?) -> Notifier.Work? {
    if isOver || observers.isEmpty { return .end }
    let present = self
    if let notice = observers.takeNotice({ present.sight(of: $0) }) {
      return .tell(notice, isLastThread: observers.waitingThreads == 1)
    }
    guard sourceIsAskedAt == due else { return .lookAgain }
    return due != nil && !wasAsked ? .ask : nil
  }
}

/// The threads that tell observers. There is at least one while there are any.
enum Notifier {
  fileprivate enum Work: Sendable {
    case tell(Observers.Notice, isLastThread: Bool)
    /// Nobody follows the group: it is time to ask.
    case ask
    /// The time at which it is has changed.
    case lookAgain
    case end
  }

  static func start(_ state: Guarded<GroupState>, _ core: GroupCore) throws(SystemError) {
    let ask: @Sendable () -> Void = { [weak core] in
      core?.follow()
      // Whether records have changed is not known: whoever watches them looks.
      core?.state.withLock { $0.recordsChanges += 1 }
      core?.askSource()
    }
    try start(state, ask)
  }

  /// Starts a thread, which counts as waiting.
  private static func start(
    _ state: Guarded<GroupState>, _ ask: @escaping @Sendable () -> Void
  ) throws(SystemError) {
    state.withLock { $0.observers.threadWaits() }
    do throws(SystemError) {
      try WorkerThread(name: "appgroup-tell") { run(state, ask) }.detach()
    } catch {
      state.withLock { $0.observers.threadIsCalledAway() }
      throw error
    }
  }

  private static func run(_ state: Guarded<GroupState>, _ ask: @escaping @Sendable () -> Void) {
    while true {
      let work = next(state)
      switch work {
      case .end: return
      case .lookAgain: break
      case .ask: ask()
      case .tell(let notice, let isLastThread):
        if isLastThread {
          do throws(SystemError) { try start(state, ask) } catch {
            // Then the others wait for this one.
          }
        }
        notice.deliver(notice.sight)
      }
      let isSuperfluous = state.withLock { state in
        if case .tell(let notice, _) = work { state.observers.didTell(notice.id) }
        guard !state.observers.hasTooManyThreads else { return true }
        state.observers.threadWaits()
        return false
      }
      if isSuperfluous {
        // Whom this thread has told may have to be told again, by another one.
        state.wakeAll()
        return
      }
    }
  }

  /// Waits for something to do; whoever gets it no longer counts as waiting.
  private static func next(_ state: Guarded<GroupState>) -> Work {
    let due = state.withLock { $0.sourceIsAskedAt }
    let work: Work? = state.wait(until: due ?? .never) { state in
      guard let work = state.work(due) else { return nil }
      state.observers.threadIsCalledAway()
      return work
    }
    if let work { return work }
    state.withLock { $0.observers.threadIsCalledAway() }
    return .ask
  }
}

extension GroupState {
  /// When the source is asked where nobody follows the group; nil where somebody does.
  var sourceIsAskedAt: MonotonicTime? {
    if case .unfollowed(let moment) = phase { moment } else { nil }
  }
}
