// The direct way: the same files, under the same locks, without a daemon.

internal import Units
internal import UnitsLinux
internal import UnitsStore

/// A group's files, opened when they are first used. One thread owns a value.
final class DirectStore {
  let records: any RecordsDatabase
  private let worker: GroupWorker
  private let kernel: any Kernel
  private var questions: UInt64 = 0

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
    let caller = nextCaller()
    worker.life.want(.state, by: caller)
    _ = try answer(to: caller)
    if let damage = preferences.damage { throw ClientError(.damaged(damage)) }
    return preferences.values
  }

  func commit(
    _ request: CommitRequest, deadline: MonotonicTime
  ) throws(ClientError) -> CommitReceipt {
    let caller = nextCaller()
    worker.life.want(request, by: caller, until: deadline)
    guard case .committed(let receipt) = try answer(to: caller) else {
      preconditionFailure("a commit is answered by a receipt")
    }
    return receipt
  }

  private func nextCaller() -> Caller {
    questions += 1
    return Caller(number: questions)
  }

  /// Does what the group's machine says, and sleeps when it says so, until the caller is answered.
  private func answer(to caller: Caller) throws(ClientError) -> GroupAnswer {
    while true {
      switch worker.step() {
      case .nothing: continue
      case .idle(let until): kernel.sleep(until: until ?? kernel.now())
      case .report(let report):
        guard let answer = report.answers.first(where: { $0.caller == caller })?.answer else {
          continue
        }
        if case .failed(let error) = answer { throw ClientError(error) }
        return answer
      }
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
      throw ClientError(error, path: records.path)
    }
  }
}
