// The thread that owns the records databases, so that a long import never holds up a preference.

internal import Units
internal import UnitsLinux
internal import UnitsProtocol
internal import UnitsStore

/// Adds and sums records, and notices those that others add, in a thread of its own.
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
      case .add(let name, let records, let deadline, let connection):
        add(records, to: name, until: deadline, for: connection)
      case .summarize(let name, let query, let deadline, let connection):
        outbox.push(.summarized(name, summary(query, of: name, until: deadline), connection))
      case .watch(let name, let connection):
        watch(name)
        outbox.push(.recordsWatched(name, connection))
      case .close(let name): close(name)
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

  private func add(
    _ records: [NewRecord], to name: GroupName, until deadline: MonotonicTime,
    for connection: Connection.ID
  ) {
    let store = group(name).store
    do throws(RecordStoreError) {
      let additions = try store.add(records, now: Self.now(), deadline: deadline)
      let added = additions.filter { $0.outcome == .added }.map(\.record)
      outbox.push(
        .recordsAdded(name, .success(additions.map(\.record)), RecordsChange(of: added), connection)
      )
      if !added.isEmpty { tellDirectPrograms(store) }
    } catch {
      outbox.push(
        .recordsAdded(name, .failure(error.wireError(path: store.path)), nil, connection))
    }
  }

  private func summary(
    _ query: SummaryQuery, of name: GroupName, until deadline: MonotonicTime
  ) -> Result<RecordSummary, RecordsError> {
    let store = group(name).store
    do throws(RecordStoreError) {
      return .success(
        try store.summary(
          type: query.type, since: query.since, until: query.until, deadline: deadline))
    } catch {
      return .failure(error.wireError(path: store.path))
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
