import Dispatch
import UnitsDaemon
import UnitsLinux
import UnitsStore

/// A daemon in a thread of this process, on a folder of its own. It is stopped with the value.
final class RunningDaemon {
  let folder: TestFolder
  private let stopper: Daemon.Stopper
  private let ended = DispatchSemaphore(value: 0)
  private var thread: WorkerThread?

  private final class Start: Sendable {
    let done = DispatchSemaphore(value: 0)
    let result = Guarded<Result<Daemon.Stopper, Daemon.Failure>?>(nil)
  }

  /// With `readOnlyGroups` there is a second socket, to look at these and not touch.
  init(
    _ folder: TestFolder, readOnlyGroups: Set<GroupName>? = nil,
    readOnlyChoice: SocketAddress.Choice = .named,
    openRecords: @escaping @Sendable (_ path: String) -> any RecordsDatabase = {
      RecordStore(path: $0)
    }
  ) throws {
    self.folder = folder
    let start = Start()
    let ended = self.ended
    let configuration = DaemonConfiguration(
      socketPath: folder.socketPath,
      readOnlySocketPath: readOnlyGroups.map { _ in folder.readOnlySocketPath },
      readOnlySocketChoice: readOnlyChoice,
      readOnlyGroups: readOnlyGroups ?? [], paths: folder.paths,
      log: Log(program: "unitsd", environment: Environment([:])),
      serviceManager: ServiceManager(environment: Environment([:])), inherited: [],
      openRecords: openRecords)
    thread = try WorkerThread(name: "daemon") {
      do throws(Daemon.Failure) {
        let daemon = try Daemon(configuration: configuration)
        start.result.withLock { $0 = .success(daemon.stopper) }
        start.done.signal()
        try daemon.run()
      } catch {
        start.result.withLock { $0 = $0 ?? .failure(error) }
        start.done.signal()
      }
      ended.signal()
    }
    start.done.wait()
    guard let result = start.result.withLock({ $0 }) else { throw TestFailure("no daemon") }
    do { stopper = try result.get() } catch {
      thread.take()?.join()
      throw error
    }
  }

  convenience init(on place: TestFolder.Place = .memory) throws {
    try self.init(TestFolder(on: place))
  }

  /// Asks the daemon to end, as SIGTERM does.
  func stop() {
    stopper()
  }

  /// Waits until it has ended.
  func join() {
    ended.wait()
    ended.signal()
  }

  deinit {
    stop()
    thread.take()?.join()
  }

  func client() throws -> Client { try Client(folder.socketPath) }
  func readOnlyClient() throws -> Client { try Client(folder.readOnlySocketPath) }
}
