// The files of a group, followed without a daemon.
//
// - A place is watched first and looked at then, so nothing falls in between.
// - After every event a path is walked again: what it leads to may have moved.
// - A preference file that is damaged or gone is believed at the second look only.
// - SQLite publishes a commit through shared memory, where inotify does not see it: a direct writer
//   touches `GROUP.changed` behind its commit, and for foreign writers the database is asked again
//   20, 100 and 500 ms after the last event of its journal.
// - When nothing happens nothing wakes: there is no timer but those that an event starts.

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
    case preferences, administrators, database, journal, changed, socket
  }

  /// When the database is asked again after an event of its journal.
  private static let journalChecks: [Duration] = [
    .milliseconds(20), .milliseconds(100), .milliseconds(500),
  ]
  /// How long a look at the database may hold up the loop.
  private static let lookLimit: Duration = .milliseconds(20)
  /// How often a path is walked until two walks agree: more often only if somebody moves its
  /// directories all the time, and then an event comes for the last move.
  private static let walks = 8

  private let loop: EventLoop
  private let handler: (Event) -> Void
  private let socketPath: String
  private let watch: FileWatch
  private var watchSet: WatchSet<Place>
  private let preferences: PreferenceStore?
  private let group: GroupName
  private let paths: StorePaths?
  private let records: RecordStore?
  private var watched: Set<Place> = []
  private var secondLook: EventLoop.TimerID?
  private var checks: [EventLoop.TimerID] = []
  private var dataVersion: RecordStore.DataVersion?

  init(
    options: ClientOptions, loop: EventLoop, handler: @escaping (Event) -> Void
  ) throws(SystemError) {
    self.loop = loop
    self.handler = handler
    socketPath = options.socket.path
    group = options.group
    paths = options.paths
    preferences = options.paths.map { PreferenceStore(group: options.group, paths: $0) }
    records = options.paths.map { RecordStore(path: $0.records(of: options.group)) }
    watch = try FileWatch()
    watchSet = WatchSet(watch: watch)
    try loop.watch(watch.descriptor, for: .readable) { [weak self] _ in self?.drain() }
  }

  /// Ends all watching.
  func close() {
    stopFollowingPreferences()
    stopFollowingRecords()
    stopFollowingSocket()
    loop.forget(watch.descriptor)
  }

  // MARK: What is followed

  /// Follows the preference file and tells what it holds. `known` is what was last told: a file that
  /// would take all of it away is looked at twice.
  func followPreferences(known: SortedMembers) {
    arm(.preferences)
    armAdministrators()
    look(.first, known: known)
  }

  /// Tells what the preference file holds now.
  func look() { look(.first, known: SortedMembers()) }

  func stopFollowingPreferences() {
    disarm(.preferences)
    disarm(.administrators)
    if let secondLook { loop.cancel(secondLook) }
    secondLook = nil
  }

  /// Follows the database from its present state on.
  func followRecords() {
    for place in [Place.database, .journal, .changed] { arm(place) }
    dataVersion = readDataVersion() ?? nil
  }

  func stopFollowingRecords() {
    for place in [Place.database, .journal, .changed] { disarm(place) }
    cancelChecks()
  }

  func followSocket() { arm(.socket) }

  func stopFollowingSocket() { disarm(.socket) }

  // MARK: Events

  private func drain() {
    let drained: FileWatch.Drained
    do throws(SystemError) { drained = try watch.drain() } catch {
      return handler(.problem(.system(error)))
    }
    let concerned = watchSet.keys(concernedBy: drained)
    for place in concerned where place != .administrators { arm(place) }
    if concerned.contains(.administrators) { armAdministrators() }
    if !concerned.isDisjoint(with: [.preferences, .administrators]) {
      look(.first, known: SortedMembers())
    }
    if concerned.contains(.changed) || concerned.contains(.database) { check() }
    if concerned.contains(.journal) || concerned.contains(.database) { planChecks() }
    if concerned.contains(.socket) { handler(.socketTouched) }
  }

  private func look(_ look: PreferenceStore.Look, known: SortedMembers) {
    guard let preferences else { return handler(.problem(.noStore)) }
    do throws(PreferenceError) {
      switch try preferences.look(look) {
      case .suspected: planSecondLook()
      case .damaged(let damage): handler(.problem(.preferences(.damaged(damage))))
      case .changed, .unchanged:
        if look == .first, !known.isEmpty, preferences.lastIdentity == nil {
          planSecondLook()
        } else {
          handler(.values(preferences.values))
        }
      }
    } catch {
      handler(.problem(.preferences(error)))
    }
  }

  private func planSecondLook() {
    if let secondLook { loop.cancel(secondLook) }
    secondLook = loop.after(PreferenceStore.secondLookDelay) { [weak self] in
      self?.secondLook = nil
      self?.look(.second, known: SortedMembers())
    }
  }

  private func planChecks() {
    cancelChecks()
    checks = Self.journalChecks.map { delay in
      loop.after(delay) { [weak self] in self?.check() }
    }
  }

  private func cancelChecks() {
    for check in checks { loop.cancel(check) }
    checks = []
  }

  private func check() {
    guard watched.contains(.database), let version = readDataVersion() else { return }
    guard version != dataVersion else { return }
    dataVersion = version
    handler(.recordsChanged)
  }

  /// The database's version, nil inside for none; nil outside if it cannot be read now.
  private func readDataVersion() -> RecordStore.DataVersion?? {
    guard let records else { return nil }
    do throws(RecordStoreError) {
      return .some(try records.dataVersion(deadline: .now() + Self.lookLimit))
    } catch {
      if case .busy = error {
        // Whoever holds it will write, and the next event starts new checks.
        return nil
      }
      handler(.problem(.records(RecordsError(error, path: records.path))))
      return nil
    }
  }

  // MARK: Watching

  private func arm(_ place: Place) {
    guard let path = path(of: place) else { return }
    watched.insert(place)
    do throws(SystemError) {
      var walk = try PathWatch(resolving: path)
      for _ in 0..<Self.walks {
        if case .partial(let error) = watchSet.arm(place, walk, detail(of: place)) {
          return handler(.problem(.system(error)))
        }
        // A directory may have come into being between the walk and the watch.
        let next = try PathWatch(resolving: path)
        if next == walk { return }
        walk = next
      }
    } catch {
      handler(.problem(.system(error)))
    }
  }

  private func armAdministrators() {
    guard let paths else { return }
    watched.insert(.administrators)
    for _ in 0..<Self.walks {
      let places = paths.administratorPlaces(of: group)
      if case .partial(let error) = watchSet.arm(.administrators, places) {
        return handler(.problem(.system(error)))
      }
      if paths.administratorPlaces(of: group) == places { return }
    }
  }

  private func disarm(_ place: Place) {
    guard watched.remove(place) != nil else { return }
    watchSet.disarm(place)
  }

  private func detail(of place: Place) -> FileWatch.Detail {
    switch place {
    case .database, .journal: .everyWrite
    case .preferences, .administrators, .changed, .socket: .ends
    }
  }

  private func path(of place: Place) -> String? {
    switch place {
    case .preferences: preferences?.path
    // There are several; see `armAdministrators()`.
    case .administrators: nil
    case .database: records?.path
    case .journal: records.map { $0.path + "-wal" }
    case .changed: records?.changedPath
    case .socket: socketPath
    }
  }
}
