// The daemon: one loop thread that owns every connection, two threads that own the files.
//
// Invariants
// - The loop never waits: not for a disk, a lock, a client or a child. What may take time is handed
//   to the preferences thread or the records thread and comes back through one queue.
// - Commit, then reply, then tell subscribers; each subscriber hears of every change, in the order
//   of the revisions, or, if it is slow, of several in one.
// - A connection's calls are answered in their order. One that waits holds back those behind it, on
//   that connection only.
// - Reads are answered from the last committed state, after the file watch has been drained: a write
//   that anybody made to the file before the read was sent is seen by it.
// - What one client can make the daemon keep is bounded, see `Limits`.
//
// The way of a `set`: `receive` → `ServerConnection.next` → `Dispatcher.action` → `commit` → the
// preferences thread → `takeStorageEvents` → `announce` → `answer` → `tell` → `flush`.

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

  let configuration: DaemonConfiguration
  let dispatcher: Dispatcher
  let loop: EventLoop
  let watch: FileWatch
  let preferences: HandOverQueue<PreferencesRequest>
  let records: HandOverQueue<RecordsRequest>
  let storage: HandOverQueue<StorageEvent>
  /// Names this run: a client that sees another knows that it has missed something.
  let epoch: String
  let plainGetForm: PlainGetForm
  let started = MonotonicTime.now()

  var connections: [Connection.ID: Connection] = [:]
  var nextConnection: UInt64 = 0
  /// How many connections leave descriptors for the files.
  private(set) var descriptorRoom = Limits.connections
  var groups: [GroupName: ServedGroup] = [:]
  /// The group that was used last: most calls are of one group, which is then not searched for.
  var recentGroup: ServedGroup?
  var watchSet: WatchSet<WatchedLayer>
  var counters = DaemonCounters()
  // What is done with these two calls nothing that could come back to them.
  /// Connections from which something came in this turn.
  @exclusivity(unchecked) var received: [Connection] = []
  /// Connections whose calls wait for their turn, in the order of their coming.
  @exclusivity(unchecked) var unserved: [Connection] = []
  /// Connections whose call was answered outside their turn and that may have more to do.
  var resumable: [Connection.ID] = []
  /// What the preferences thread is to do, until the end of the turn.
  var requests: [PreferencesRequest] = []
  /// The commit of which not all have heard who have to.
  var announcement: Announcement?
  /// Whether the file watch was drained since the last bytes were received.
  var isWatchDrained = false
  /// Commits handed over and not yet answered, of all groups.
  var commitsUnderWay = 0
  /// While the file watch is left alone: until when at the latest.
  var watchPause: EventLoop.TimerID?
  /// All buffers of all connections, in bytes.
  var bufferedBytes = 0
  var inputIsStopped = false
  /// While input is stopped: when those who hold the most are closed.
  var relief: EventLoop.TimerID?
  var sweepIsPlanned = false
  var watchdog: Watchdog?
  /// Runs while nobody is connected, where a daemon that nobody uses is to end.
  private var idleExit: EventLoop.TimerID?
  /// Whether what clients have not read keeps a stopping daemon waiting no longer.
  private var isImpatient = false
  /// Only ``receive(_:)`` uses it, which calls nothing of the daemon while it does.
  @exclusivity(unchecked) var receiveBuffer = [UInt8](repeating: 0, count: Limits.bytesPerTurn)

  /// The path of the socket that has full access; the service manager's, if it handed one over.
  let socketPath: String
  private let entrances: [Entrance]
  private var registry: Registry?
  private let signals: SignalWatch
  private var stoppedThreads: Set<StorageThread> = []
  private var lostThread: StorageThread?
  private var isStopping = false

  /// Opens the socket and takes the signals; nothing is served before ``run()``.
  package init(configuration: DaemonConfiguration) throws(Failure) {
    self.configuration = configuration
    dispatcher = Dispatcher(version: Version.text)
    epoch = Process.randomToken()
    plainGetForm = PlainGetForm(epoch: epoch)
    // Before anybody can connect: who has seen the daemon answer may end it, and it is to end well.
    do throws(SystemError) { signals = try SignalWatch([SIGTERM, SIGINT, SIGHUP]) } catch {
      throw .system(error)
    }
    do throws(Listener.Failure) {
      entrances = try Entrance.open(configuration)
      socketPath = entrances.first?.path ?? configuration.socketPath
    } catch {
      throw .listener(error)
    }
    do throws(SystemError) {
      loop = try EventLoop()
      watch = try FileWatch()
      preferences = try HandOverQueue()
      records = try HandOverQueue()
      storage = try HandOverQueue()
    } catch {
      throw .system(error)
    }
    watchSet = WatchSet(watch: watch)
  }

  /// Serves until it is told to stop by SIGTERM or SIGINT; everything acknowledged is durable then.
  package func run() throws(Failure) {
    SignalWatch.ignoreBrokenPipes()
    Process.raiseDescriptorLimit()
    descriptorRoom = max(
      Limits.fewestConnections, Process.descriptorLimit - Limits.reservedDescriptors)
    do throws(SystemError) {
      let preferencesThread = try startPreferencesThread()
      let recordsThread = try startRecordsThread()
      try watchEverything()
      enterRegistry()
      tellManager("READY=1")
      startWatchdog()
      try loop.run()
      preferencesThread.join()
      recordsThread.join()
    } catch {
      throw .system(error)
    }
    if let lostThread { throw .lostThread(lostThread) }
  }

  /// Ends ``run()`` from another thread.
  package var stopper: Stopper { Stopper(queue: storage) }

  /// Begins to stop: no new connection and no new call; commits under way are finished, replied to
  /// and told.
  package func stop() {
    guard !isStopping else { return }
    isStopping = true
    configuration.serviceManager.notify("STOPPING=1")
    for entrance in entrances {
      if let descriptor = entrance.descriptor { loop.forget(descriptor) }
      entrance.close()
    }
    registry?.remove()
    ask(.stop)
    records.push(.stop)
    loop.after(Limits.unreadAtStop) { [unowned self] in
      isImpatient = true
      endIfDrained()
    }
    loop.after(Limits.drain) { [unowned self] in loop.stop() }
  }

  var isServing: Bool { !isStopping }

  // MARK: Setting up

  private func startPreferencesThread() throws(SystemError) -> WorkerThread {
    let (paths, log) = (configuration.paths, configuration.log)
    let (watch, inbox, outbox) = (self.watch, preferences, storage)
    return try WorkerThread(name: "preferences") {
      do throws(SystemError) {
        let thread = try PreferencesThread(
          paths: paths, watch: watch, inbox: inbox, outbox: outbox)
        try thread.run()
      } catch {
        log(.error, "preferences thread: \(error)")
        outbox.push(.stopped(.preferences))
      }
    }
  }

  private func startRecordsThread() throws(SystemError) -> WorkerThread {
    let (paths, log, inbox, outbox) = (configuration.paths, configuration.log, records, storage)
    return try WorkerThread(name: "records") {
      do throws(SystemError) {
        let thread = try RecordsThread(paths: paths, inbox: inbox, outbox: outbox)
        try thread.run()
      } catch {
        log(.error, "records thread: \(error)")
        outbox.push(.stopped(.records))
      }
    }
  }

  private func watchEverything() throws(SystemError) {
    for entrance in entrances { try watch(entrance) }
    try loop.watch(storage.descriptor, for: .readable) { [unowned self] _ in
      takeStorageEvents(storage.drain())
    }
    try loop.watch(watch.descriptor, for: .readable) { [unowned self] _ in watchStirred() }
    try loop.watch(signals.descriptor, for: .readable) { [unowned self] _ in takeSignals() }
    loop.beforeSleep = { [unowned self] in endTurn() }
  }

  /// A socket that was handed over is the service manager's to announce.
  private func enterRegistry() {
    guard let directory = configuration.registry, configuration.inherited.isEmpty else { return }
    registry = Registry(
      directory: directory, socket: socketPath, interfaces: UnitsInterface.allCases.map(\.name),
      log: configuration.log)
  }

  private func watch(_ entrance: Entrance) throws(SystemError) {
    guard let descriptor = entrance.descriptor else { return }
    try loop.watch(descriptor, for: .readable) { [unowned self, unowned entrance] _ in
      accept(from: descriptor, of: entrance)
    }
  }

  /// Leaves a listener alone for a while: descriptors have run out, and it stays readable.
  func pauseListening(at entrance: Entrance, for pause: Duration) {
    guard let descriptor = entrance.descriptor else { return }
    loop.forget(descriptor)
    loop.after(pause) { [unowned self] in
      do throws(SystemError) { try watch(entrance) } catch {
        configuration.log(.error, "listener: \(error)")
        stop()
      }
    }
  }

  private func takeSignals() {
    while let signal = signals.next() {
      switch signal {
      case SIGHUP:
        for name in groups.keys { lookForReads(name) }
      default:
        stop()
      }
    }
  }

  func threadStopped(_ thread: StorageThread) {
    stoppedThreads.insert(thread)
    guard !isStopping else { return }
    lostThread = thread
    stop()
  }

  /// Ends the loop when both threads have nothing left, their last events were taken, and what they
  /// brought was sent. Monitors are told what the kernel takes; they ask anew elsewhere.
  func endIfDrained() {
    guard stoppedThreads.count == 2, announcement == nil else { return }
    if isImpatient || connections.values.allSatisfy({ $0.isMonitor || $0.output.isEmpty }) {
      loop.stop()
    }
  }

  /// Ends the daemon when nobody has been connected for as long as was agreed; whoever follows is
  /// connected. A client that comes meanwhile waits in the queue of the socket, which is the service
  /// manager's, and is served by the daemon that it starts.
  func endIfUnused() {
    guard let limit = configuration.idleExit, isServing else { return }
    guard connections.isEmpty else {
      if let idleExit { loop.cancel(idleExit) }
      idleExit = nil
      return
    }
    guard idleExit == nil else { return }
    idleExit = loop.after(limit) { [unowned self] in stop() }
  }
}
