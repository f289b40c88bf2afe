// Who is told of what.
//
// Observers are told by a thread of their own, never by the one that keeps the snapshot true: what
// they do, a `set` for instance, may wait for the snapshot. The thread looks at what each observer
// sees and tells those that see something else than what they were told last: so whoever is slow is
// told the latest, once, and nothing piles up.

internal import UnitsLinux

/// What an observer looks at.
enum Subject: Sendable {
  case preference(String)
  case connection
  /// The records, counted by their changes.
  case records
}

/// What an observer sees there.
enum Sight: Equatable, Sendable {
  case preference(StoredValue?)
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
  }

  private var table: [Int: Observer] = [:]
  private var nextID = 0

  var isEmpty: Bool { table.isEmpty }

  func contains(_ id: Int) -> Bool { table[id] != nil }

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

  /// Those that see something new, in the order in which they began; counts as told.
  mutating func takeNotices(_ sight: (Subject) -> Sight?) -> [Notice] {
    var notices: [Notice] = []
    for (id, observer) in table {
      guard let seen = sight(observer.subject), seen != observer.told else { continue }
      table[id]?.told = seen
      notices.append(Notice(id: id, sight: seen, deliver: observer.deliver))
    }
    notices.sort { $0.id < $1.id }
    return notices
  }
}

extension GroupState {
  /// What there is to be seen; nil before the first state is known.
  func sight(of subject: Subject) -> Sight? {
    switch subject {
    case .preference(let key): phase == .starting ? nil : .preference(value(key))
    case .connection: .connection(connection)
    case .records: .records(recordsChanges)
    }
  }

  /// What the notifier's thread has to do; nil for nothing yet.
  mutating func takeNotices() -> NotifierWork? {
    if isOver || observers.isEmpty {
      isNotifierRunning = false
      return .end
    }
    let present = self
    let notices = observers.takeNotices { present.sight(of: $0) }
    return notices.isEmpty ? nil : .tell(notices)
  }
}

/// What the notifier's thread is to do next.
enum NotifierWork: Sendable {
  case tell([Observers.Notice])
  case end
}

/// The thread that tells observers. It runs while there are any.
enum Notifier {
  static func start(_ state: Guarded<GroupState>) throws(SystemError) {
    let thread = try WorkerThread(name: "appgroup-tell") {
      while case .tell(let notices)? = state.wait(until: .never, for: { $0.takeNotices() }) {
        for notice in notices {
          // It may have ended meanwhile.
          guard state.withLock({ $0.observers.contains(notice.id) }) else { continue }
          notice.deliver(notice.sight)
        }
      }
    }
    thread.detach()
  }
}
