// The direct way: the same files, under the same locks, without a daemon.

internal import Units
internal import UnitsLinux
internal import UnitsProtocol
internal import UnitsStore

/// A group's files, opened when they are first used. One thread owns a value.
final class DirectStore {
  let records: any RecordsDatabase
  private let worker: GroupWorker
  private let kernel: any Kernel

  var preferences: PreferenceStore { worker.store }

  init(
    group: GroupName, paths: StorePaths, records: any RecordsDatabase, on kernel: any Kernel
  ) {
    self.records = records
    self.kernel = kernel
    worker = GroupWorker(
      store: PreferenceStore(group: group, paths: paths, on: kernel), on: kernel, arm: nil)
  }

  /// What the file holds now. Throws if it is damaged: there is nobody here who remembers a good
  /// state of it, and one that this program saw minutes ago is not the truth.
  func read() throws(ClientError) -> SortedMembers {
    do throws(PreferenceError) {
      try worker.read()
      if let damage = preferences.damage { throw PreferenceError.damaged(damage) }
    } catch {
      throw .preferences(error)
    }
    return preferences.values
  }

  func commit(
    _ request: CommitRequest, deadline: MonotonicTime
  ) throws(ClientError) -> CommitReceipt {
    do throws(PreferenceError) { return try worker.commit(request, until: deadline) } catch {
      throw .preferences(error)
    }
  }

  // MARK: Records

  func add(_ new: [NewRecord], deadline: MonotonicTime) throws(ClientError) -> [Record] {
    let now = Instant(microseconds: kernel.wallClock() / 1_000) ?? .latest
    return try translating { () throws(RecordStoreError) in
      let additions = try records.add(new, now: now, deadline: deadline)
      records.tellThoseWhoWatch()
      return additions.map(\.record)
    }
  }

  func remove(_ ids: [RecordID], deadline: MonotonicTime) throws(ClientError) -> [Record] {
    try translating { () throws(RecordStoreError) in
      let removed = try records.remove(ids, deadline: deadline)
      if !removed.isEmpty { records.tellThoseWhoWatch() }
      return removed
    }
  }

  func summary(_ span: RecordSpan, deadline: MonotonicTime) throws(ClientError) -> RecordSummary {
    try translating { () throws(RecordStoreError) in
      try records.summary(
        type: span.type, since: span.since, until: span.until, deadline: deadline)
    }
  }

  private func translating<Value>(
    _ body: () throws(RecordStoreError) -> Value
  ) throws(ClientError) -> Value {
    do throws(RecordStoreError) { return try body() } catch {
      throw .records(RecordsError(error, path: records.path))
    }
  }
}
