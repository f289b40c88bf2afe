// Records on the simulated disk: one file, appended to and synced.

internal import Glibc
internal import Units
internal import UnitsLinux
internal import UnitsStore

/// Stands for the SQLite database, which makes its own system calls.
final class SimulatedRecords: RecordsDatabase {
  let path: String
  var changedPath: String { "\(path).changed" }
  private let kernel: SimulatedKernel

  init(path: String, on kernel: SimulatedKernel) {
    self.path = path
    self.kernel = kernel
  }

  func add(
    _ records: [NewRecord], now: Instant, deadline: MonotonicTime
  ) throws(RecordStoreError) -> [Addition] {
    try grow()
    return []
  }

  /// A commit: one byte more, durable.
  private func grow() throws(RecordStoreError) {
    do throws(SystemError) {
      let file = try kernel.openFile(path, flags: O_WRONLY | O_CREAT | O_APPEND, mode: 0o600)
      try file.writeAll([UInt8(ascii: "r")], path: path)
      try kernel.synchronize(file.number, path: path)
    } catch {
      throw .busy(path: path)
    }
  }

  func merge(_ records: [Record], deadline: MonotonicTime) throws(RecordStoreError) -> MergeReceipt
  {
    throw .busy(path: path)
  }

  func remove(_ ids: [RecordID], deadline: MonotonicTime) throws(RecordStoreError) -> [Record] {
    []
  }

  func page(
    of query: RecordQuery, from place: RecordPlace, limit: Int, deadline: MonotonicTime
  ) throws(RecordStoreError) -> RecordPage { .empty }

  func summary(
    type: MeasurementType, since: Instant, until: Instant, deadline: MonotonicTime
  ) throws(RecordStoreError) -> RecordSummary {
    RecordSummary(count: 0, sum: 0, minimum: nil, maximum: nil, last: nil)
  }

  func touchChanged() throws(SystemError) {
    _ = try kernel.openFile(changedPath, flags: O_WRONLY | O_CREAT, mode: 0o600)
  }

  func dataVersion(deadline: MonotonicTime) throws(RecordStoreError) -> RecordStore.DataVersion? {
    do throws(SystemError) {
      guard let identity = try kernel.identity(following: path) else { return nil }
      return RecordStore.DataVersion(connection: Int(identity.inode), number: identity.size)
    } catch {
      throw .busy(path: path)
    }
  }
}
