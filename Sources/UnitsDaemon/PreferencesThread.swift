// The thread that owns the preference files.
//
// Commits that arrive while one is being written gather and become the next: however many writers
// wait, they cost one write, one rename and two fsyncs together. The lock is tried on a timer, not
// waited for, so a stopped program that holds one group's lock stops that group alone.

internal import UnitsLinux
internal import UnitsProtocol
internal import UnitsStore

/// Reads, commits and watches the groups' files, in a thread of its own.
final class PreferencesThread {
  /// A group whose file is known here.
  private final class OpenGroup {
    let store: PreferenceStore
    var coverage = WatchSet<WatchedLayer>.Coverage.complete
    /// Whether the loop has been told a state.
    var isReported = false
    /// What is to be committed, in the order of arrival.
    var waiting: [Waiting] = []
    /// Whether a retry is planned; until then nothing is tried.
    var retryIsPlanned = false
    var pause = PreferencesThread.shortestPause
    var nextLook = PreferenceStore.Look.first
    /// The look that decides whether what was suspected is so, and who waits for it.
    var secondLook: (timer: EventLoop.TimerID, purpose: LookPurpose)?
    /// When the present run of commits without a gap began, and when its last one ended.
    var streakStart: MonotonicTime?
    var lastCommitEnd: MonotonicTime?

    init(store: PreferenceStore) {
      self.store = store
    }
  }

  private struct Waiting {
    let request: CommitRequest
    let connection: Connection.ID
    let deadline: MonotonicTime
  }

  private static let shortestPause: Duration = .milliseconds(1)
  /// Short enough to see a lock free that was held for one commit.
  private static let longestPause: Duration = .milliseconds(16)

  /// After this time of commits without a gap, writers without the daemon are given one: they try
  /// the lock at most every 16 ms.
  private static let longestStreak: Duration = .milliseconds(250)
  private static let gap: Duration = .milliseconds(20)
  /// Commits closer than this belong to one streak.
  private static let streakPause: Duration = .milliseconds(5)

  private let loop: EventLoop
  private let paths: StorePaths
  private let inbox: HandOverQueue<PreferencesRequest>
  private let outbox: HandOverQueue<StorageEvent>
  private var watchSet: WatchSet<WatchedLayer>
  private var groups: [GroupName: OpenGroup] = [:]
  /// Where the revisions of a group begin that is opened again: they only rise.
  private var revisionFloor = 0
  private var isStopping = false

  init(
    paths: StorePaths, watch: FileWatch, inbox: HandOverQueue<PreferencesRequest>,
    outbox: HandOverQueue<StorageEvent>
  ) throws(SystemError) {
    self.paths = paths
    self.inbox = inbox
    self.outbox = outbox
    watchSet = WatchSet(watch: watch)
    loop = try EventLoop()
    try loop.watch(inbox.descriptor, for: .readable) { [unowned self] _ in takeRequests() }
  }

  /// Works until it is told to stop and nothing is left to commit.
  func run() throws(SystemError) {
    try loop.run()
    outbox.push(.stopped(.preferences))
  }

  private func takeRequests() {
    let deadline = MonotonicTime.now() + Limits.lockWait
    var withCommits: [OpenGroup] = []
    for request in inbox.drain() {
      switch request {
      case .open(let name): _ = group(name)
      case .close(let name): close(name)
      case .look(let name, let purpose): look(group(name), .first, purpose)
      case .commit(let name, let request, let connection):
        let group = group(name)
        if group.waiting.isEmpty { withCommits.append(group) }
        group.waiting.append(
          Waiting(request: request, connection: connection, deadline: deadline))
      case .inquire(let name, let inquiry, let connection):
        inquire(inquiry, of: group(name), for: connection, .first)
      case .showLife: outbox.push(.isAlive(.preferences))
      case .stop: isStopping = true
      }
    }
    for group in withCommits where !group.retryIsPlanned { attempt(group) }
    stopIfDone()
  }

  private func stopIfDone() {
    if isStopping, groups.values.allSatisfy({ $0.waiting.isEmpty }) { loop.stop() }
  }

  // MARK: Groups

  private func group(_ name: GroupName) -> OpenGroup {
    if let group = groups[name] { return group }
    let store = PreferenceStore(group: name, paths: paths, revision: revisionFloor)
    let group = OpenGroup(store: store)
    groups[name] = group
    // The loop looks at the queue before it judges what stirred; the outcome wakes it soon.
    store.willReplace = { [outbox] identity in
      outbox.pushUnannounced(.willReplace(name, identity))
    }
    store.didFindForeignChange = { [unowned self, unowned group] patch in
      report(group, patch, .background)
    }
    look(group, .first, .reads)
    return group
  }

  private func close(_ name: GroupName) {
    guard let group = groups[name], group.waiting.isEmpty else { return }
    cancelSecondLook(group)
    revisionFloor = max(revisionFloor, group.store.revision)
    groups[name] = nil
    watchSet.disarm(.own(name))
    watchSet.disarm(.administrators(name))
    outbox.push(.watching(watchSet))
  }

  // MARK: Looking

  /// Arms the watch, then reads: what changes after the reading is told by the watch.
  private func look(
    _ group: OpenGroup, _ look: PreferenceStore.Look, _ purpose: LookPurpose
  ) {
    arm(group)
    do throws(PreferenceError) {
      let finding = try group.store.look(look)
      if finding != .suspected { cancelSecondLook(group) }
      switch finding {
      case .unchanged, .damaged: report(group, Patch(), purpose)
      case .changed(let patch): report(group, patch, purpose)
      case .suspected:
        // Where something good is in service, it stays so meanwhile.
        if group.store.isServing { report(group, Patch(), purpose) }
        planSecondLook(group, group.store.isServing ? .background : purpose)
      }
    } catch {
      let report = makeReport(group, Patch(), failure: error)
      outbox.push(.looked(group.store.group, report, purpose))
    }
  }

  /// Plans it once for each suspicion: the delay counts from its beginning.
  private func planSecondLook(_ group: OpenGroup, _ purpose: LookPurpose) {
    if let planned = group.secondLook {
      if case .reads = purpose { group.secondLook = (planned.timer, purpose) }
      return
    }
    let timer = loop.after(PreferenceStore.secondLookDelay) { [unowned self, unowned group] in
      let purpose = group.secondLook?.purpose ?? .background
      group.secondLook = nil
      look(group, .second, purpose)
    }
    group.secondLook = (timer, purpose)
  }

  private func cancelSecondLook(_ group: OpenGroup) {
    if let planned = group.secondLook { loop.cancel(planned.timer) }
    group.secondLook = nil
  }

  private func arm(_ group: OpenGroup) {
    let version = watchSet.version
    do throws(SystemError) {
      // Each time anew: a directory that was replaced has the same name, and often the same number.
      let path = try PathWatch(resolving: group.store.path)
      group.coverage = watchSet.arm(.own(group.store.group), path)
    } catch {
      group.coverage = .partial(error)
    }
    let places = paths.administratorPlaces(of: group.store.group)
    let coverage = watchSet.arm(.administrators(group.store.group), places)
    if group.coverage == .complete { group.coverage = coverage }
    if watchSet.version != version { outbox.push(.watching(watchSet)) }
  }

  private func report(_ group: OpenGroup, _ patch: Patch, _ purpose: LookPurpose) {
    outbox.push(.looked(group.store.group, makeReport(group, patch), purpose))
  }

  private func makeReport(
    _ group: OpenGroup, _ patch: Patch, failure: PreferenceError? = nil
  ) -> GroupReport {
    let store = group.store
    var failure = failure
    if failure == nil, !store.isServing, let damage = store.damage { failure = .damaged(damage) }
    let change: GroupReport.Change = group.isReported ? .patch(patch) : .complete(store.values)
    group.isReported = true
    return GroupReport(
      change: change, revision: store.revision, size: store.size, damage: store.damage,
      administratorProblems: store.administratorProblems, failure: failure,
      identity: store.lastIdentity, coverage: group.coverage)
  }

  /// Answers from the files as they are now.
  private func inquire(
    _ inquiry: Inquiry, of group: OpenGroup, for connection: Connection.ID,
    _ look: PreferenceStore.Look
  ) {
    let store = group.store
    do throws(PreferenceError) {
      switch try store.look(look) {
      case .changed(let patch): report(group, patch, .background)
      case .suspected where !store.isServing:
        loop.after(PreferenceStore.secondLookDelay) { [unowned self, unowned group] in
          inquire(inquiry, of: group, for: connection, .second)
        }
        return
      case .suspected, .unchanged, .damaged: break
      }
      if !store.isServing, let damage = store.damage { throw PreferenceError.damaged(damage) }
      let answer: Answer
      switch inquiry {
      case .ownValues(let keys):
        let all = store.ownValues
        answer = .ownValues(
          keys.map { all.restricted(to: $0) } ?? all, revision: store.revision)
      case .explanation(let key): answer = .explanation(store.explanation(of: key), key: key)
      }
      outbox.push(.answered(store.group, .success(answer), connection))
    } catch {
      outbox.push(.answered(store.group, .failure(error), connection))
    }
  }

  // MARK: Committing

  /// Tries to commit everything that waits in a group.
  private func attempt(_ group: OpenGroup) {
    guard !group.waiting.isEmpty else { return }
    if let pause = duePause(group) {
      retry(group, after: pause)
      return
    }
    let begin = MonotonicTime.now()
    let taken = group.waiting
    let connections = taken.map(\.connection)
    let isFirst = group.store.lastIdentity == nil
    do throws(PreferenceError) {
      switch try group.store.attemptCommit(taken.map(\.request), group.nextLook) {
      case .locked:
        expire(group)
        retry(group, after: group.pause)
        group.pause = min(group.pause * 2, Self.longestPause)
      case .suspected:
        group.nextLook = .second
        retry(group, after: PreferenceStore.secondLookDelay)
      case .done(let commit):
        finish(group, begin)
        // The directory may be new and not be watched yet: then what others did since is looked for.
        if isFirst { arm(group) }
        let report = makeReport(group, commit.patch)
        outbox.push(.committed(group.store.group, commit.results, report, connections))
        if isFirst { look(group, .first, .background) }
      }
    } catch {
      finish(group, begin)
      outbox.push(.notCommitted(group.store.group, error, connections))
    }
  }

  private func finish(_ group: OpenGroup, _ begin: MonotonicTime) {
    group.waiting = []
    group.pause = Self.shortestPause
    group.nextLook = .first
    if let last = group.lastCommitEnd, begin < last + Self.streakPause {
      group.streakStart = group.streakStart ?? begin
    } else {
      group.streakStart = begin
    }
    group.lastCommitEnd = .now()
  }

  /// The gap that is due to writers without the daemon, if it is.
  private func duePause(_ group: OpenGroup) -> Duration? {
    guard let start = group.streakStart, let last = group.lastCommitEnd else { return nil }
    let now = MonotonicTime.now()
    guard now < last + Self.streakPause, now >= start + Self.longestStreak else { return nil }
    group.streakStart = nil
    group.lastCommitEnd = nil
    return Self.gap
  }

  private func retry(_ group: OpenGroup, after pause: Duration) {
    guard !group.waiting.isEmpty else { return }
    group.retryIsPlanned = true
    loop.after(pause) { [unowned self] in
      group.retryIsPlanned = false
      attempt(group)
      stopIfDone()
    }
  }

  /// Answers those whose time is over while somebody else holds the lock.
  private func expire(_ group: OpenGroup) {
    let now = MonotonicTime.now()
    let expired = group.waiting.filter { $0.deadline <= now }
    guard !expired.isEmpty else { return }
    group.waiting.removeAll { $0.deadline <= now }
    let error = PreferenceError.busy(path: group.store.lockPath)
    outbox.push(.notCommitted(group.store.group, error, expired.map(\.connection)))
  }
}
