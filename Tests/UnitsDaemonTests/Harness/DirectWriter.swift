import Dispatch
import Synchronization
import Units
import UnitsJSON
import UnitsLinux
import UnitsStore

/// A program that writes to the store without the daemon.
struct DirectStore {
  let worker: GroupWorker

  init(_ folder: TestFolder, group: GroupName = .standard) {
    worker = GroupWorker(
      store: PreferenceStore(group: group, paths: folder.paths), on: .linux, arm: nil)
  }

  @discardableResult
  func set(_ key: String, _ value: JSONValue) throws -> CommitReceipt {
    var values = JSONObject()
    values[key] = value
    return try worker.commit(CommitRequest(values), until: .now() + Client.patience)
  }

  /// Adds a record as a program without a daemon does.
  static func addRecord(_ folder: TestFolder) throws {
    let store = RecordStore(path: folder.paths.records(of: .standard))
    let now = Instant.earliest
    let record = try NewRecord(type: .distance, value: 1, time: Timestamp(now))
    _ = try store.add([record], now: now, deadline: .now() + Client.patience)
    try store.touchChanged()
  }
}

/// Commits directly, one after the other, in a thread of its own.
final class DirectWriter: Sendable {
  private let folder: TestFolder
  private let isStopped = Atomic(false)
  private let ended = DispatchSemaphore(value: 0)
  private let result = Guarded<Result<Int, any Error>>(.success(0))

  init(_ folder: TestFolder) {
    self.folder = folder
  }

  func start() {
    do {
      try WorkerThread(name: "writer") { [self] in
        let writer = DirectStore(folder)
        var count = 0
        do {
          repeat {
            count += 1
            try writer.set("n", .integer(count))
          } while !isStopped.load(ordering: .relaxed)
          let last = count
          result.withLock { $0 = .success(last) }
        } catch {
          result.withLock { $0 = .failure(error) }
        }
        ended.signal()
      }.detach()
    } catch {
      result.withLock { $0 = .failure(error) }
      ended.signal()
    }
  }

  /// Tells the last value that was committed.
  func stop() throws -> Int {
    isStopped.store(true, ordering: .relaxed)
    ended.wait()
    return try result.withLock { try $0.get() }
  }
}
