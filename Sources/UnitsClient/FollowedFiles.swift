// The files of a group, followed without a daemon.
//
// The preferences are followed by the machine that the daemon drives, too (`GroupLife`): what is in
// doubt, what is to be looked at again and when, it decides. The records are followed as the daemon
// follows them (`RecordsWatch`). This drives both on an event loop, with one watch and a timer each.
// When nothing happens nothing wakes.

internal import UnitsLinux
internal import UnitsProtocol
internal import UnitsStore

/// Watches a group's files and the daemon's socket on an event loop. Owned by its thread.
final class FollowedFiles {
  enum Event {
    /// What the preference file holds. Maybe the same as before.
    case values(SortedMembers)
    case recordsChanged
    /// A file cannot be read; it goes on being watched.
    case problem(ClientError)
    /// Something happened where the socket is, or would be.
    case socketTouched
  }

  private enum Place: Hashable {
    case preferences, administrators, socket
    case records(RecordsWatch.Place)
  }

  /// How long a look at the database may hold up the loop.
  private static let lookLimit: Duration = .milliseconds(20)
  private let kernel: any Kernel
  private let loop: EventLoop
  private let handler: (Event) -> Void
  private let options: ClientOptions
  /// Nil where the user's watches are used up: then files are looked at once a second.
  private let watch: FileWatch?
  private var watchSet: WatchSet<Place>
  private var preferences: GroupWorker?
  private var preferencesTimer: EventLoop.TimerID?
  private var stirs = 0
  private var records: (watch: RecordsWatch, path: String)?
  private var recordsTimer: EventLoop.TimerID?

  init(options: ClientOptions, loop: EventLoop, handler: @escaping (Event) -> Void) {
    self.options = options
    self.loop = loop
    self.handler = handler
    kernel = options.kernel
    do throws(SystemError) { watch = try FileWatch(on: kernel) } catch { watch = nil }
    watchSet = WatchSet(watch: watch)
  }

  /// Begins to hear of events; without a watch there are none.
  func start() throws(SystemError) {
    guard let watch else { return }
    try loop.watch(watch.descriptor, for: .readable) { [weak self] _ in self?.drain() }
  }

  /// Ends all watching.
  func close() {
    stopFollowingPreferences()
    stopFollowingRecords()
    stopFollowingSocket()
    if let watch { loop.forget(watch.descriptor) }
  }

  // MARK: Preferences

  /// Follows the preference file and tells what it holds. `known` is what was last told: a file that
  /// would take all of it away is looked at twice.
  func followPreferences(known: SortedMembers) {
    guard let paths = options.paths else { return handler(.problem(.noStore)) }
    let store = PreferenceStore(group: options.group, paths: paths, on: kernel)
    if !known.isEmpty { store.expectContent() }
    let worker = GroupWorker(store: store, on: kernel) { [weak self] in
      self?.armPreferences(store.path, paths) ?? .none
    }
    worker.life.isFollowed = true
    preferences = worker
    look()
  }

  /// Tells what the preference file holds now.
  func look() {
    preferences?.life.want(.state, by: Caller(number: 0))
    advance()
  }

  func stopFollowingPreferences() {
    preferences = nil
    watchSet.disarm(.preferences)
    watchSet.disarm(.administrators)
    cancel(&preferencesTimer)
  }

  /// Does what is due, and plans what will be.
  private func advance() {
    while let worker = preferences {
      switch worker.step() {
      case .nothing: continue
      case .report(let report): tell(report, worker.store)
      case .idle(let until):
        cancel(&preferencesTimer)
        preferencesTimer = until.map { time in
          loop.at(time) { [weak self] in
            self?.preferencesTimer = nil
            self?.advance()
          }
        }
        return
      }
    }
  }

  private func tell(_ report: GroupReport, _ store: PreferenceStore) {
    if let failure = report.failure { return handler(.problem(.preferences(failure))) }
    if let damage = report.damage {
      handler(.problem(.preferences(.damaged(damage))))
    } else if store.isServing {
      handler(.values(store.values))
    }
  }

  private func armPreferences(_ path: String, _ paths: StorePaths) -> Coverage {
    let (group, kernel) = (options.group, kernel)
    let own = watchSet.arm(.preferences) { () throws(SystemError) in
      try PathWatch(resolving: path, on: kernel).places
    }
    let administrators = watchSet.arm(.administrators) {
      paths.administratorPlaces(of: group, on: kernel)
    }
    let obstacle = own ?? administrators ?? kernel.obstacle(toWatching: path)
    return obstacle.map { .partial($0) } ?? .complete
  }

  // MARK: Records

  /// Follows the database from its present state on.
  func followRecords() {
    guard let database = options.openRecords() else { return }
    let watch = RecordsWatch(records: database, patience: Self.lookLimit, on: kernel) {
      [weak self] (place, walk) in
      self?.watchSet.arm(.records(place), place.detail, walking: walk)
    }
    records = (watch, database.path)
    if case .failed(let error) = watch.start() {
      handler(.problem(.records(RecordsError(error, path: database.path))))
    }
    planCheck()
  }

  func stopFollowingRecords() {
    records = nil
    for place in RecordsWatch.Place.allCases { watchSet.disarm(.records(place)) }
    cancel(&recordsTimer)
  }

  private func planCheck() {
    cancel(&recordsTimer)
    recordsTimer = records?.watch.wakeTime.map { time in
      loop.at(time) { [weak self] in
        self?.recordsTimer = nil
        self?.checkRecords()
      }
    }
  }

  private func checkRecords() {
    guard let (watch, path) = records else { return }
    switch watch.check() {
    case .changed: handler(.recordsChanged)
    case .failed(let error): handler(.problem(.records(RecordsError(error, path: path))))
    case .unchanged: break
    }
    planCheck()
  }

  // MARK: The socket

  func followSocket() {
    let (path, kernel) = (options.socket.path, kernel)
    let obstacle = watchSet.arm(.socket) { () throws(SystemError) in
      try PathWatch(resolving: path, on: kernel).places
    }
    if let obstacle, watch != nil { handler(.problem(.system(obstacle))) }
  }

  func stopFollowingSocket() { watchSet.disarm(.socket) }

  // MARK: Events

  private func drain() {
    guard let watch else { return }
    let drained: FileWatch.Drained
    do throws(SystemError) { drained = try watch.drain() } catch {
      return handler(.problem(.system(error)))
    }
    let concerned = watchSet.keys(concernedBy: drained)
    for case .records(let place) in concerned { records?.watch.stir(place) }
    planCheck()
    if !concerned.isDisjoint(with: [.preferences, .administrators]) {
      stirs += 1
      preferences?.life.stir(stirs)
      advance()
    }
    if concerned.contains(.socket) {
      followSocket()
      handler(.socketTouched)
    }
  }

  private func cancel(_ timer: inout EventLoop.TimerID?) {
    if let planned = timer { loop.cancel(planned) }
    timer = nil
  }
}
