// The thread that owns the records databases, so that a long import never holds up a preference.

internal import Units
internal import UnitsLinux
internal import UnitsProtocol
internal import UnitsStore

/// Reads and changes records, and notices those that others add, in a thread of its own.
final class RecordsThread {
  /// What is watched of one group.
  private struct WatchedPlace: Hashable, Sendable {
    let group: GroupName
    let place: RecordsWatch.Place
  }

  private final class OpenGroup {
    let records: any RecordsDatabase
    /// Nil while nobody follows the records.
    var watch: RecordsWatch?
    var timer: EventLoop.TimerID?

    init(records: any RecordsDatabase) {
      self.records = records
    }
  }

  private let kernel: any Kernel
  private let loop: EventLoop
  private let configuration: DaemonConfiguration
  private let inbox: HandOverQueue<RecordsRequest>
  private let outbox: HandOverQueue<StorageEvent>
  private let watch: FileWatch?
  private var watchSet: WatchSet<WatchedPlace>
  private var groups: [GroupName: OpenGroup] = [:]
  private var jobs = FairQueue<Int32, RecordsJob>()
  /// Groups that are to be closed when nothing is left to be done.
  private var closing: [GroupName] = []
  private var isStopping = false

  init(
    configuration: DaemonConfiguration, inbox: HandOverQueue<RecordsRequest>,
    outbox: HandOverQueue<StorageEvent>
  ) throws(SystemError) {
    self.configuration = configuration
    self.inbox = inbox
    self.outbox = outbox
    kernel = configuration.kernel
    // Without a watch the records are looked at once a second.
    watch = try? FileWatch(on: kernel)
    watchSet = WatchSet(watch: watch)
    loop = try EventLoop(on: kernel)
    try loop.watch(inbox.descriptor, for: .readable) { [unowned self] _ in take(inbox.drain()) }
    if let watch {
      try loop.watch(watch.descriptor, for: .readable) { [unowned self] _ in takeFileEvents() }
    }
    loop.beforeSleep = { [unowned self] in work() }
  }

  /// Works until it is told to stop.
  func run() throws(SystemError) {
    try loop.run()
    outbox.push(.stopped(.records))
  }

  private func take(_ requests: [RecordsRequest]) {
    for request in requests {
      switch request {
      case .perform(let job):
        closing.removeAll { $0 == job.group }
        jobs.append(job, of: job.program)
      case .withdraw(let connection): withdraw(connection)
      case .watch(let name, let connection):
        closing.removeAll { $0 == name }
        watch(name)
        outbox.push(.recordsWatched(name, connection))
      case .close(let name): closing.append(name)
      case .showLife: outbox.push(.isAlive(.records))
      case .stop: isStopping = true
      }
    }
  }

  /// Does one job in a turn: between two, requests and timers are seen to.
  private func work() {
    take(inbox.take())
    if let job = jobs.takeFirst() { perform(job) }
    guard jobs.isEmpty else { return loop.stayAwake() }
    for name in closing { close(name) }
    closing = []
    if isStopping { loop.stop() }
  }

  private func withdraw(_ connection: Connection.ID) {
    for job in jobs.remove(where: { $0.connection == connection }) {
      let failure = RecordsError.refused(reason: "the caller has left")
      outbox.push(.recordsAnswered(job.group, .failure(failure), nil, connection))
    }
  }

  private func group(_ name: GroupName) -> OpenGroup {
    if let group = groups[name] { return group }
    let group = OpenGroup(
      records: configuration.openRecords(configuration.paths.records(of: name)))
    groups[name] = group
    return group
  }

  private func close(_ name: GroupName) {
    guard let group = groups.removeValue(forKey: name) else { return }
    if let timer = group.timer { loop.cancel(timer) }
    for place in RecordsWatch.Place.allCases {
      watchSet.disarm(WatchedPlace(group: name, place: place))
    }
  }

  // MARK: Requests

  private func perform(_ job: RecordsJob) {
    let (name, connection) = (job.group, job.connection)
    let records = group(name).records
    do throws(RecordsError) {
      let (answer, change) = try perform(job.task, on: records, until: job.deadline)
      outbox.push(.recordsAnswered(name, .success(answer), change, connection))
      // Programs that watch the file are not told by us otherwise; the records are durable already.
      if change != nil { records.tellThoseWhoWatch() }
    } catch {
      outbox.push(.recordsAnswered(name, .failure(error), nil, connection))
    }
  }

  private func perform(
    _ task: RecordsTask, on store: any RecordsDatabase, until deadline: MonotonicTime
  ) throws(RecordsError) -> (RecordsAnswer, RecordsChange?) {
    switch task {
    case .add(let records):
      let additions = try translating(store) { () throws(RecordStoreError) in
        try store.add(records, now: now(), deadline: deadline)
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
    _ store: any RecordsDatabase, _ body: () throws(RecordStoreError) -> Value
  ) throws(RecordsError) -> Value {
    do throws(RecordStoreError) { return try body() } catch {
      throw RecordsError(error, path: store.path)
    }
  }

  private func now() -> Instant {
    Instant(microseconds: kernel.wallClock() / 1_000) ?? .latest
  }

  // MARK: What others do

  private func watch(_ name: GroupName) {
    let group = group(name)
    guard group.watch == nil else { return }
    let watch = RecordsWatch(records: group.records, patience: Limits.lockWait, on: kernel) {
      [unowned self] (place, walk) in
      watchSet.arm(WatchedPlace(group: name, place: place), place.detail, walking: walk)
    }
    group.watch = watch
    // What it finds first is the state that the subscriber asks for.
    _ = watch.start()
    planCheck(name, group)
  }

  private func takeFileEvents() {
    let drained: FileWatch.Drained
    do throws(SystemError) { drained = try watch?.drain() ?? .unknown } catch {
      drained = .unknown
    }
    for watched in watchSet.keys(concernedBy: drained) {
      guard let group = groups[watched.group] else { continue }
      group.watch?.stir(watched.place)
      planCheck(watched.group, group)
    }
  }

  private func planCheck(_ name: GroupName, _ group: OpenGroup) {
    if let timer = group.timer { loop.cancel(timer) }
    group.timer = group.watch?.wakeTime.map { time in
      loop.at(time) { [unowned self] in check(name) }
    }
  }

  /// Tells of a change if another program has committed since the last look.
  private func check(_ name: GroupName) {
    guard let group = groups[name], let watch = group.watch else { return }
    group.timer = nil
    if watch.check() == .changed { outbox.push(.recordsChanged(name, .everything)) }
    planCheck(name, group)
  }
}

/// What is to be summed up.
struct SummaryQuery: Sendable {
  let type: MeasurementType
  let since: Instant
  let until: Instant
}
