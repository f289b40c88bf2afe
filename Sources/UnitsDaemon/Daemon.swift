// The daemon: one loop thread that owns every connection, two threads that own the files.
//
// Invariants
// - The loop never waits: not for a disk, a lock, a client or a child. What may take time is handed
//   to the preferences thread or the records thread and comes back through one queue.
// - Each kind of event is taken in one place. The handlers of the event loop accept, receive, and note
//   what is readable; they never answer. All else is done at the end of a turn, in this order:
//   `observe` (what stirred the files, what the threads have brought), `deliver` (replies to commits,
//   then what subscribers are told), `serve` (calls), `handOver` (what the threads are to do), bounds.
//   None of these calls one that stands before it, and nothing that they call drains a queue.
// - A state is taken before anybody is told of it; reports of a group carry numbers without a gap.
// - Commit, then reply, then tell subscribers. Each subscriber hears of every change, in the order of
//   the revisions, or, if it is slow, of several in one. A state that was told holds all changes up to
//   its revision: these are not told again.
// - A connection's calls are answered in their order. One that waits holds back those behind it, on
//   that connection only.
// - Reads are answered from the last reported state if nothing has stirred the files since: the watch
//   is drained after the call was received, so a write that anybody made before it is seen. Otherwise
//   they wait for the preferences thread to look.
// - What one client can make the daemon keep is bounded, see `Limits`.
//
// The way of a `set`: `ConnectionTable.receive` → `Connection.nextCall` → `Dispatcher.action` →
// `GroupTable.ask` → `PreferencesThread.takeTurn` → `GroupWorker.commit` → `PreferenceStore.commit` →
// `GroupTable.take` → `Daemon.deliver` → `Daemon.tell` → `ConnectionTable.flush`.

internal import Glibc
internal import UnitsCommandLine
package import UnitsLinux
internal import UnitsProtocol
internal import UnitsStore
internal import Varlink

/// A running daemon. Made, run and dropped in one thread.
package final class Daemon {
  /// Why a daemon ended before its time.
  package enum Failure: Error, Sendable, CustomStringConvertible {
    case listener(Listener.Failure)
    case system(SystemError)
    /// The thread ended by itself; it has logged why.
    case lostThread(StorageThread)

    package var description: String {
      switch self {
      case .listener(let failure): failure.description
      case .system(let error): error.description
      case .lostThread(let thread): "\(thread.rawValue) thread ended"
      }
    }
  }

  /// Stops a daemon from any thread, as SIGTERM does.
  package struct Stopper: Sendable {
    fileprivate let queue: HandOverQueue<StorageEvent>

    package func callAsFunction() {
      queue.push(.stopRequested)
    }
  }

  private enum Phase {
    case serving
    /// Nobody can connect or send any more; what was sent is answered.
    case draining
    /// All is answered; the threads end.
    case ending
  }

  let configuration: DaemonConfiguration
  let dispatcher: Dispatcher
  /// Names this run: a client that sees another knows that it has missed something.
  let epoch: String
  let kernel: any Kernel
  let loop: EventLoop
  let connections: ConnectionTable
  let groups: GroupTable
  let records: HandOverQueue<RecordsRequest>
  let started: MonotonicTime
  /// The path of the socket that has full access; the service manager's, if it handed one over.
  let socketPath: String

  var counters = DaemonCounters()
  /// What is still to be said of the reports that were taken, in their order.
  var deliveries = Deliveries()
  var watchdog: Watchdog?

  private let watch: FileWatch?
  private let preferences: HandOverQueue<PreferencesRequest>
  private let storage: HandOverQueue<StorageEvent>
  private let endpoints: [Endpoint]
  private let signals: FileDescriptor
  private var registry: Registry?
  /// What is readable since the last turn's end.
  private var watchIsReady = false
  private var storageIsReady = false
  private var phase = Phase.serving
  /// Whether what clients have not read keeps a stopping daemon waiting no longer.
  private var isImpatient = false
  private var stoppedThreads: Set<StorageThread> = []
  private var lostThread: StorageThread?
  /// Runs while nobody is connected, where a daemon that nobody uses is to end.
  private var idleExit: EventLoop.TimerID?

  /// Opens the socket and takes the signals; nothing is served before ``run()``.
  package init(configuration: DaemonConfiguration) throws(Failure) {
    self.configuration = configuration
    kernel = configuration.kernel
    dispatcher = Dispatcher(version: Version.text, kernel: kernel)
    epoch = kernel.randomToken()
    started = kernel.now()
    // Before anybody can connect: who has seen the daemon answer may end it, and it is to end well.
    do throws(SystemError) {
      signals = FileDescriptor(
        owning: try kernel.makeSignalWatch([SIGTERM, SIGINT, SIGHUP]), by: kernel)
    } catch {
      throw .system(error)
    }
    do throws(Listener.Failure) {
      endpoints = try Endpoint.open(configuration)
      socketPath = endpoints.first?.path ?? configuration.socketPath
    } catch {
      throw .listener(error)
    }
    do throws(SystemError) {
      loop = try EventLoop(on: kernel)
      preferences = try HandOverQueue(on: kernel)
      records = try HandOverQueue(on: kernel)
      storage = try HandOverQueue(on: kernel)
    } catch {
      throw .system(error)
    }
    watch = Self.makeWatch(configuration)
    connections = ConnectionTable(loop: loop, kernel: kernel, log: configuration.log)
    groups = GroupTable(watch: watch, kernel: kernel, log: configuration.log)
  }

  /// Without a watch the files are looked at for each read, and once a second for those who follow.
  private static func makeWatch(_ configuration: DaemonConfiguration) -> FileWatch? {
    do throws(SystemError) { return try FileWatch(on: configuration.kernel) } catch {
      configuration.log(.warning, "files are not watched: \(error)")
      return nil
    }
  }

  /// Serves until it is told to stop by SIGTERM or SIGINT; everything acknowledged is durable then.
  package func run() throws(Failure) {
    do throws(SystemError) {
      let waitForPreferences = try startPreferencesThread()
      let waitForRecords = try startRecordsThread()
      try watchEverything()
      enterRegistry()
      tellManager("READY=1")
      startWatchdog()
      try loop.run()
      waitForPreferences()
      waitForRecords()
    } catch {
      throw .system(error)
    }
    if let lostThread { throw .lostThread(lostThread) }
  }

  /// Ends ``run()`` from another thread.
  package var stopper: Stopper { Stopper(queue: storage) }

  var isServing: Bool { phase == .serving }

  // MARK: Setting up

  private func startPreferencesThread() throws(SystemError) -> @Sendable () -> Void {
    let (configuration, watch, inbox, outbox) = (configuration, watch, preferences, storage)
    return try kernel.startThread(named: "preferences") {
      do throws(SystemError) {
        let thread = try PreferencesThread(
          configuration: configuration, watch: watch, inbox: inbox, outbox: outbox)
        try thread.run()
      } catch {
        configuration.log(.error, "preferences thread: \(error)")
        outbox.push(.stopped(.preferences))
      }
    }
  }

  private func startRecordsThread() throws(SystemError) -> @Sendable () -> Void {
    let (configuration, inbox, outbox) = (configuration, records, storage)
    return try kernel.startThread(named: "records") {
      do throws(SystemError) {
        let thread = try RecordsThread(
          configuration: configuration, inbox: inbox, outbox: outbox)
        try thread.run()
      } catch {
        configuration.log(.error, "records thread: \(error)")
        outbox.push(.stopped(.records))
      }
    }
  }

  private func watchEverything() throws(SystemError) {
    for endpoint in endpoints { try connections.listen(at: endpoint) }
    try loop.watch(storage.descriptor, for: .readable) { [unowned self] _ in
      storageIsReady = true
    }
    if let watch {
      try loop.watch(watch.descriptor, for: .readable) { [unowned self] _ in watchIsReady = true }
    }
    try loop.watch(signals.number, for: .readable) { [unowned self] _ in takeSignals() }
    loop.beforeSleep = { [unowned self] in endTurn() }
  }

  /// A socket that was handed over is the service manager's to announce.
  private func enterRegistry() {
    guard let directory = configuration.registry, configuration.inherited.isEmpty else { return }
    registry = Registry(
      directory: directory, socket: socketPath, interfaces: UnitsInterface.allCases.map(\.name),
      log: configuration.log)
  }

  private func takeSignals() {
    while let signal = kernel.nextSignal(of: signals.number) {
      switch signal {
      case SIGHUP: groups.stirAll()
      default: stop()
      }
    }
  }

  // MARK: A turn

  /// How many connections have their turn in one of the loop's; some ten microseconds each. A hundred
  /// calls that came together take several, and who comes in between does not wait for all of them.
  private static let connectionsPerTurn = 16
  /// How many replies to commits a turn sends; some five microseconds each.
  private static let deliveriesPerTurn = 8

  private func endTurn() {
    observe()
    deliver(atMost: Self.deliveriesPerTurn)
    serve(atMost: Self.connectionsPerTurn)
    forgetClosed()
    handOver()
    connections.keepWithinBounds()
    if !deliveries.isEmpty || connections.hasReady { loop.stayAwake() }
    endIfDrained()
    endIfUnused()
  }

  /// The one place where the watch and the queue of the threads are emptied. The watch is first: a
  /// file that the preferences thread has put into place was announced in the queue before.
  private func observe() {
    var stirred = FileWatch.Drained()
    if let watch, watchIsReady || connections.hasReceived {
      watchIsReady = false
      do throws(SystemError) { stirred = try watch.drain() } catch {
        configuration.log(.error, error.description)
        stirred = .unknown
      }
    }
    for event in storageIsReady ? storage.drain() : storage.take() { take(event) }
    storageIsReady = false
    if stirred.overflowed || !stirred.events.isEmpty { groups.judge(stirred) }
  }

  private func take(_ event: StorageEvent) {
    if let thread = event.thread { sawLife(of: thread) }
    switch event {
    case .watching(let watchSet): groups.watching(watchSet)
    case .expect(let id, let identity): groups.expect(id, identity)
    case .report(let id, let report): take(report, of: id)
    case .withdrawn(let id, let caller): withdrawn(caller, from: id)
    case .recordsAnswered(let name, let result, let change, let id):
      deliveries.append(.records(name, result, change, id))
    case .recordsWatched(let name, let id): deliveries.append(.recordsWatched(name, id))
    case .recordsChanged(let name, let change): deliveries.append(.recordsChanged(name, change))
    case .isAlive: break
    case .stopped(let thread): threadStopped(thread)
    case .stopRequested: stop()
    }
  }

  private func take(_ report: GroupReport, of id: GroupID) {
    let before = groups[id]?.revision ?? report.revision
    guard let group = groups.take(report, of: id) else { return }
    for change in report.changes where change.origin == .foreign {
      counters.foreignChanges += 1
      deliveries.append(.change(group, change))
    }
    for (caller, answer) in report.answers {
      if case .state = answer {
        answerRead(caller, from: id)
      } else {
        deliveries.append(.answer(caller, answer))
      }
    }
    for change in report.changes where change.origin == .own {
      counters.commits += 1
      counters.changes += change.revision - before
      deliveries.append(.change(group, change))
    }
  }

  /// Hands over what the turn has brought, at once: writers whose calls came in one turn share one
  /// commit, even where the disk is faster than the loop. So do those who are answered together.
  private func handOver() {
    preferences.push(contentsOf: groups.takeRequests(deliveries.isEmpty ? .all : .withoutCommits))
    for name in groups.takeClosed() { records.push(.close(name)) }
  }

  // MARK: Stopping

  /// Begins to stop: nobody can connect or send any more. What was sent is performed, answered and told.
  package func stop() {
    guard phase == .serving else { return }
    phase = .draining
    configuration.serviceManager.notify("STOPPING=1")
    for endpoint in endpoints { connections.stopListening(at: endpoint) }
    registry?.remove()
    connections.stopReceiving()
    loop.after(Limits.unreadAtStop) { [unowned self] in isImpatient = true }
    loop.after(Limits.drain) { [unowned self] in loop.stop() }
  }

  private func threadStopped(_ thread: StorageThread) {
    stoppedThreads.insert(thread)
    guard phase != .ending else { return }
    lostThread = thread
    stop()
    endThreads()
  }

  private func endThreads() {
    phase = .ending
    preferences.push(.stop)
    records.push(.stop)
  }

  /// Ends the loop when all is answered, the threads have nothing left, and what they brought was sent.
  /// Monitors are told what the kernel takes; they ask anew elsewhere.
  private func endIfDrained() {
    guard phase != .serving, deliveries.isEmpty, !connections.hasReady else { return }
    if phase == .draining, groups.isQuiet, isImpatient || connections.haveNoneButMonitors {
      endThreads()
    }
    if phase == .ending, stoppedThreads.count == 2 { loop.stop() }
  }

  /// Ends the daemon when nobody has been connected for as long as was agreed; whoever follows is
  /// connected. A client that comes meanwhile waits in the queue of the socket, which is the service
  /// manager's, and is served by the daemon that it starts.
  private func endIfUnused() {
    guard let limit = configuration.idleExit, isServing else { return }
    guard connections.connections.isEmpty else {
      if let idleExit { loop.cancel(idleExit) }
      idleExit = nil
      return
    }
    guard idleExit == nil else { return }
    idleExit = loop.after(limit) { [unowned self] in
      idleExit = nil
      // Somebody may have been let in since, in this very turn.
      if connections.connections.isEmpty { stop() }
    }
  }
}
