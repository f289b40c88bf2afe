// The thread that owns the records databases, so that a long import never holds up a preference.

internal import Units
internal import UnitsLinux
internal import UnitsProtocol
internal import UnitsStore

/// Reads and changes records, and notices those that others add, in a thread of its own.
final class RecordsThread {
  /// What is watched of one group.
  private enum WatchedFile: Hashable, Sendable {
    /// Direct writers of this project touch it after each commit.
    case changed(GroupName)
    /// Any other program's writing shows here, but the commit itself becomes visible through shared
    /// memory, a little later.
    case log(GroupName)
  }

  private final class OpenGroup {
    let store: RecordStore
    var version: RecordStore.DataVersion?
    var isWatched = false
    var plannedChecks: [EventLoop.TimerID] = []

    init(store: RecordStore) {
      self.store = store
    }
  }

  /// When to look for a commit after a database's log was written to.
  private static let checkDelays: [Duration] = [
    .milliseconds(20), .milliseconds(100), .milliseconds(500),
  ]

  private let loop: EventLoop
  private let paths: StorePaths
  private let inbox: HandOverQueue<RecordsRequest>
  private let outbox: HandOverQueue<StorageEvent>
  private let watch: FileWatch
  private var watchSet: WatchSet<WatchedFile>
  private var groups: [GroupName: OpenGroup] = [:]

  init(
    paths: StorePaths, inbox: HandOverQueue<RecordsRequest>, outbox: HandOverQueue<StorageEvent>
  ) throws(SystemError) {
    self.paths = paths
    self.inbox = inbox
    self.outbox = outbox
    watch = try FileWatch()
    watchSet = WatchSet(watch: watch)
    loop = try EventLoop()
    try loop.watch(inbox.descriptor, for: .readable) { [unowned self] _ in takeRequests() }
    try loop.watch(watch.descriptor, for: .readable) { [unowned self] _ in takeFileEvents() }
  }

  /// Works until it is told to stop.
  func run() throws(SystemError) {
    try loop.run()
    outbox.push(.stopped(.records))
  }

  private func takeRequests() {
    for request in inbox.drain() {
      switch request {
      case .perform(let name, let task, let deadline, let connection):
        perform(task, on: name, until: deadline, for: connection)
      case .watch(let name, let connection):
        watch(name)
        outbox.push(.recordsWatched(name, connection))
      case .close(let name): close(name)
      case .showLife: outbox.push(.isAlive(.records))
      case .stop: loop.stop()
      }
    }
  }

  private func group(_ name: GroupName) -> OpenGroup {
    if let group = groups[name] { return group }
    let group = OpenGroup(store: RecordStore(path: paths.records(of: name)))
    groups[name] = group
    return group
  }

  private func close(_ name: GroupName) {
    guard let group = groups.removeValue(forKey: name) else { return }
    for timer in group.plannedChecks { loop.cancel(timer) }
    watchSet.disarm(.changed(name))
    watchSet.disarm(.log(name))
  }

  // MARK: Requests

  private func perform(
    _ task: RecordsTask, on name: GroupName, until deadline: MonotonicTime,
    for connection: Connection.ID
  ) {
    let store = group(name).store
    do throws(RecordsError) {
      let (answer, change) = try perform(task, on: store, until: deadline)
      outbox.push(.recordsAnswered(name, .success(answer), change, connection))
      if change != nil { tellDirectPrograms(store) }
    } catch {
      outbox.push(.recordsAnswered(name, .failure(error), nil, connection))
    }
  }

  private func perform(
    _ task: RecordsTask, on store: RecordStore, until deadline: MonotonicTime
  ) throws(RecordsError) -> (RecordsAnswer, RecordsChange?) {
    switch task {
    case .add(let records):
      let additions = try translating(store) { () throws(RecordStoreError) in
        try store.add(records, now: Self.now(), deadline: deadline)
      }
      let added = additions.filter { $0.outcome == .added }.map(\.record)
      return (.added(additions.map(\.record)), RecordsChange(of: added))
    case .merge(let wire):
      let records = try Record.decode(wire)
      let receipt = try translating(store) { () throws(RecordStoreError) in
        try store.merge(records, deadline: deadline)
      }
      return (.merged(receipt.addedCount), receipt.change)
    case .remove(let ids):
      let removed = try translating(store) { () throws(RecordStoreError) in
        try store.remove(ids, deadline: deadline)
      }
      return (.removed(removed), RecordsChange(of: removed))
    case .page(let query, let place, let limit):
      let page = try translating(store) { () throws(RecordStoreError) in
        try store.page(of: query, from: place, limit: limit, deadline: deadline)
      }
      return (.page(page), nil)
    case .summarize(let query):
      let summary = try translating(store) { () throws(RecordStoreError) in
        try store.summary(
          type: query.type, since: query.since, until: query.until, deadline: deadline)
      }
      return (.summary(summary), nil)
    }
  }

  private func translating<Value>(
    _ store: RecordStore, _ body: () throws(RecordStoreError) -> Value
  ) throws(RecordsError) -> Value {
    do throws(RecordStoreError) { return try body() } catch {
      throw RecordsError(error, path: store.path)
    }
  }

  private func tellDirectPrograms(_ store: RecordStore) {
    // Programs that watch the file are not told by us otherwise; the records are durable already.
    do throws(SystemError) { try store.touchChanged() } catch {}
  }

  private static func now() -> Instant {
    Instant(microseconds: WallClock.nanoseconds() / 1_000) ?? .latest
  }

  // MARK: Foreign changes

  private func watch(_ name: GroupName) {
    let group = group(name)
    guard !group.isWatched else { return }
    group.isWatched = true
    arm(name, group)
    group.version = version(group)
  }

  private func arm(_ name: GroupName, _ group: OpenGroup) {
    for (file, path) in [
      (WatchedFile.changed(name), group.store.changedPath),
      (WatchedFile.log(name), "\(group.store.path)-wal"),
    ] {
      // A path that cannot be walked is walked again at the next event of the other.
      guard let places = try? PathWatch(resolving: path) else { continue }
      if watchSet.places(of: file) != places.places {
        _ = watchSet.arm(file, places, .everyWrite)
      }
    }
  }

  private func takeFileEvents() {
    let drained: FileWatch.Drained
    do throws(SystemError) { drained = try watch.drain() } catch {
      drained = .unknown
    }
    for file in watchSet.keys(concernedBy: drained) {
      switch file {
      case .changed(let name): check(name)
      case .log(let name): planChecks(name)
      }
    }
  }

  private func planChecks(_ name: GroupName) {
    guard let group = groups[name] else { return }
    for timer in group.plannedChecks { loop.cancel(timer) }
    group.plannedChecks = Self.checkDelays.map { delay in
      loop.after(delay) { [unowned self] in check(name) }
    }
  }

  /// Tells of a change if another program has committed since the last check.
  private func check(_ name: GroupName) {
    guard let group = groups[name], group.isWatched else { return }
    arm(name, group)
    let version = version(group)
    guard version != group.version else { return }
    group.version = version
    outbox.push(.recordsChanged(name, .everything))
  }

  private func version(_ group: OpenGroup) -> RecordStore.DataVersion? {
    // A database that cannot be read now has no version; the next event looks again.
    try? group.store.dataVersion(deadline: MonotonicTime.now() + Limits.lockWait)
  }
}

/// What is to be summed up.
struct SummaryQuery: Sendable {
  let type: MeasurementType
  let since: Instant
  let until: Instant
}
