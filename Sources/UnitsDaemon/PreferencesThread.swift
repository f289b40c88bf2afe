// The thread that owns the preference files: it drives the machine of each open group.
//
// Groups take turns, a step each, and what the loop asks for is taken in between: a step takes as long
// as the disk and no longer, and a lock that somebody else holds is tried on a timer. Commits that
// arrive while one is being written gather and become the next: however many writers wait, they cost
// one write, one rename and two fsyncs together.

internal import UnitsLinux
internal import UnitsProtocol
internal import UnitsStore

/// Reads, commits and watches the groups' files, in a thread of its own.
final class PreferencesThread {
  private final class OpenGroup {
    let worker: GroupWorker
    /// When the group is to have a turn; timers carry its number, never the group.
    var timer: EventLoop.TimerID?
    var isInTurn = false

    init(worker: GroupWorker) {
      self.worker = worker
    }
  }

  private let kernel: any Kernel
  private let loop: EventLoop
  private let paths: StorePaths
  private let inbox: HandOverQueue<PreferencesRequest>
  private let outbox: HandOverQueue<StorageEvent>
  private var watchSet: WatchSet<WatchedLayer>
  private var groups: [GroupID: OpenGroup] = [:]
  /// Groups for which something may be due, in the order of their turns.
  private var turns: [GroupID] = []
  /// Where the revisions of a group begin that is opened again: they only rise.
  private var revisionFloor = 0
  private var isStopping = false
  private var importFolder: ImportFolderLink?
  private let log: Log

  init(
    configuration: DaemonConfiguration, watch: FileWatch?,
    inbox: HandOverQueue<PreferencesRequest>, outbox: HandOverQueue<StorageEvent>
  ) throws(SystemError) {
    kernel = configuration.kernel
    paths = configuration.paths
    importFolder = configuration.importFolder
    log = configuration.log
    self.inbox = inbox
    self.outbox = outbox
    watchSet = WatchSet(watch: watch)
    loop = try EventLoop(on: configuration.kernel)
    try loop.watch(inbox.descriptor, for: .readable) { [unowned self] _ in take(inbox.drain()) }
    loop.beforeSleep = { [unowned self] in takeTurns() }
  }

  /// Works until it is told to stop and nothing is left to commit.
  func run() throws(SystemError) {
    try loop.run()
    outbox.push(.stopped(.preferences))
  }

  private func take(_ requests: [PreferencesRequest]) {
    guard !requests.isEmpty else { return }
    let deadline = kernel.now() + Limits.lockWait
    for request in requests {
      switch request {
      case .open(let id, let name): open(id, name)
      case .close(let id): close(id)
      case .stir(let id, let number): change(id) { $0.stir(number) }
      case .inquire(let id, let inquiry, let caller): change(id) { $0.want(inquiry, by: caller) }
      case .commit(let id, let request, let caller):
        change(id) { $0.want(request, by: caller, until: deadline) }
      case .withdraw(let caller): withdraw(caller)
      case .follow(let id, let isFollowed): change(id) { $0.isFollowed = isFollowed }
      case .showLife: outbox.push(.isAlive(.preferences))
      case .stop: isStopping = true
      }
    }
  }

  private func change(_ id: GroupID, _ change: (inout GroupLife) -> Void) {
    guard let group = groups[id] else { return }
    change(&group.worker.life)
    giveTurn(id, group)
  }

  private func withdraw(_ caller: Caller) {
    for (id, group) in groups where group.worker.life.withdraw(caller) {
      outbox.push(.withdrawn(id, caller))
      giveTurn(id, group)
    }
  }

  private func giveTurn(_ id: GroupID, _ group: OpenGroup) {
    guard !group.isInTurn else { return }
    group.isInTurn = true
    turns.append(id)
  }

  // MARK: Turns

  /// A step for each group that has something to do, until none has.
  private func takeTurns() {
    while !turns.isEmpty {
      let round = turns
      turns = []
      for id in round { takeTurn(id) }
      take(inbox.take())
    }
    if isStopping, groups.values.allSatisfy({ !$0.worker.life.hasWriters }) { loop.stop() }
  }

  private func takeTurn(_ id: GroupID) {
    guard let group = groups[id] else { return }
    group.isInTurn = false
    switch group.worker.step() {
    case .report(let report):
      followImportFolder(group.worker.store)
      outbox.push(.report(id, report))
      giveTurn(id, group)
    case .nothing: giveTurn(id, group)
    case .idle(let until): wake(id, group, at: until)
    }
  }

  private func wake(_ id: GroupID, _ group: OpenGroup, at time: MonotonicTime?) {
    if let timer = group.timer { loop.cancel(timer) }
    group.timer = time.map { time in
      loop.at(time) { [unowned self] in
        guard let group = groups[id] else { return }
        group.timer = nil
        giveTurn(id, group)
      }
    }
  }

  /// The link is right before anybody is told of the change.
  private func followImportFolder(_ store: PreferenceStore) {
    guard store.group == .standard, store.isServing else { return }
    do throws(SystemError) { try importFolder?.follow(store.values) } catch {
      log(.warning, "the folder of activities is not watched: \(error)")
    }
  }

  // MARK: Groups

  private func open(_ id: GroupID, _ name: GroupName) {
    let store = PreferenceStore(group: name, paths: paths, revision: revisionFloor, on: kernel)
    // The loop looks at the queue before it judges what stirred; the outcome wakes it soon.
    store.willReplace = { [outbox] identity in outbox.pushUnannounced(.expect(id, identity)) }
    let worker = GroupWorker(store: store, on: kernel) { [unowned self, unowned store] in
      arm(id, store)
    }
    let group = OpenGroup(worker: worker)
    groups[id] = group
    giveTurn(id, group)
  }

  private func close(_ id: GroupID) {
    guard let group = groups.removeValue(forKey: id) else { return }
    if let timer = group.timer { loop.cancel(timer) }
    revisionFloor = max(revisionFloor, group.worker.store.revision)
    watchSet.disarm(.own(id))
    watchSet.disarm(.administrators(id))
    outbox.push(.watching(watchSet))
  }

  /// Each time anew: a directory that was replaced has the same name, and often the same number.
  private func arm(_ id: GroupID, _ store: PreferenceStore) -> Coverage {
    var coverage = Coverage.none
    // What happens at a place before the loop knows that it is watched tells the loop nothing: so the
    // places are looked for once more. More often only if somebody moves directories all the time, and
    // then an event comes for the last move.
    for _ in 0..<Self.longestArming {
      let version = watchSet.version
      coverage = armOnce(id, store)
      guard watchSet.version != version else { break }
      outbox.push(.watching(watchSet))
      // Places that cannot be watched are looked for at each look.
      guard coverage == .complete else { break }
    }
    return coverage
  }

  private static let longestArming = 8

  private func armOnce(_ id: GroupID, _ store: PreferenceStore) -> Coverage {
    let (paths, kernel) = (paths, kernel)
    let own = watchSet.arm(.own(id)) { () throws(SystemError) in
      try PathWatch(resolving: store.path, on: kernel).places
    }
    let administrators = watchSet.arm(.administrators(id)) {
      paths.administratorPlaces(of: store.group, on: kernel)
    }
    if let failure = own ?? administrators { return .partial(failure) }
    // What is written by another way tells nothing here: the file is looked at for each call.
    return kernel.obstacle(toWatching: store.path).map { .partial($0) } ?? .complete
  }
}
