// The loop's side of the groups: opening them, noticing that files stir, taking what the storage
// threads bring.

internal import UnitsLinux
internal import UnitsProtocol
internal import UnitsStore
internal import Varlink

extension Daemon {
  // MARK: Opening

  /// Makes sure that a group is known; answers the call and returns false if there is no room.
  func openGroup(_ name: GroupName, for connection: Connection) -> Bool {
    let now = MonotonicTime.now()
    if groups[name] != nil {
      groups[name]?.lastUse = now
      return true
    }
    guard groups.count < Limits.groups || closeIdleGroup() else {
      let error = PreferencesError.tooLarge(limit: Limits.groups, size: groups.count + 1)
      reply(error.reply, on: connection)
      return false
    }
    groups[name] = ServedGroup(name: name, now: now)
    preferences.push(.open(name))
    return true
  }

  private func closeIdleGroup() -> Bool {
    let idle = groups.values.filter(\.isIdle)
    guard let oldest = idle.min(by: { $0.lastUse < $1.lastUse }) else { return false }
    groups[oldest.name] = nil
    preferences.push(.close(oldest.name))
    records.push(.close(oldest.name))
    return true
  }

  // MARK: The file watch

  /// Takes what the kernel has to tell of the groups' files, and has those looked at that may have
  /// changed.
  func drainWatch() {
    let drained: FileWatch.Drained
    do throws(SystemError) { drained = try watch.drain() } catch {
      configuration.log(.error, error.description)
      drained = .unknown
    }
    guard drained.overflowed || !drained.events.isEmpty else { return }
    // What the preferences thread has announced is known before its renames are judged.
    takeStorageEvents(storage.take())
    for name in watchSet.keys(concernedBy: drained) { stirred(name) }
  }

  private func stirred(_ name: GroupName) {
    guard let group = groups[name] else { return }
    guard isOwnState(group) else { return lookForReads(name) }
    // The state is the one that was announced; but within one tick of the file system's clock a
    // second writer leaves no trace, so it is looked at once more when the tick is over.
    guard !group.hasPlannedLook else { return }
    groups[name]?.hasPlannedLook = true
    loop.after(.nanoseconds(FileIdentity.clockTick * 5 / 4)) { [unowned self] in
      guard groups[name] != nil else { return }
      groups[name]?.hasPlannedLook = false
      preferences.push(.look(name, .background))
    }
  }

  /// Whether the file is as the preferences thread last read, wrote, or announced it.
  private func isOwnState(_ group: ServedGroup) -> Bool {
    let path = configuration.paths.preferences(of: group.name)
    guard let present = try? FileIdentity.following(path) else { return false }
    if let announced = group.announced, present.isSameContent(as: announced) { return true }
    return present == group.identity
  }

  /// Has the file compared with what is known; reads wait meanwhile.
  func lookForReads(_ name: GroupName) {
    switch groups[name]?.knowledge {
    case .none: break
    case .current:
      groups[name]?.knowledge = .stale
      preferences.push(.look(name, .reads))
    case .opening, .stale:
      groups[name]?.stirredAgain = true
    }
  }

  // MARK: From the storage threads

  /// Takes what the storage threads have brought: states first, then replies, then subscribers.
  /// Connections that may go on do so at the end of the loop's turn.
  func takeStorageEvents(_ events: [StorageEvent]) {
    for event in events {
      switch event {
      case .watching(let watchSet): self.watchSet = watchSet
      case .willReplace(let name, let identity): groups[name]?.announced = identity
      case .looked(let name, let report, let purpose): looked(name, report, purpose)
      case .committed(let name, let results, let report, let ids):
        committed(name, results, report, ids)
      case .notCommitted(let name, let error, let ids):
        groups[name]?.commitsUnderWay -= ids.count
        for id in ids { answer(.failure(error), id) }
      case .recordsAdded(let name, let result, let change, let id):
        answer(result, id)
        if let change { tell(change, in: name) }
      case .summarized(let name, let result, let id): answer(result, name, id)
      case .recordsWatched(let name, let id): recordsWatched(name, id)
      case .recordsChanged(let name, let change): tell(change, in: name)
      case .stopped(let thread): threadStopped(thread)
      }
    }
  }

  private func looked(_ name: GroupName, _ report: GroupReport, _ purpose: LookPurpose) {
    guard groups[name] != nil else { return }
    let patch = apply(report, to: name)
    if !patch.isEmpty { counters.foreignChanges += 1 }
    if case .reads = purpose { settleKnowledge(of: name) }
    guard let group = groups[name] else { return }
    tell(patch, in: group)
    if case .reads = purpose { answerWaiting(name) }
  }

  /// After a look that reads wait for: the group is known, unless something stirred meanwhile.
  private func settleKnowledge(of name: GroupName) {
    if groups[name]?.stirredAgain == true {
      groups[name]?.stirredAgain = false
      groups[name]?.knowledge = .stale
      preferences.push(.look(name, .reads))
    } else {
      groups[name]?.knowledge = .current
    }
  }

  private func answerWaiting(_ name: GroupName) {
    guard let group = groups[name], case .current = group.knowledge else { return }
    groups[name]?.waiting = []
    for id in group.waiting {
      guard let connection = connections[id], case .awaitingGroup(let read) = connection.activity
      else { continue }
      // Subscribing changes the group; the state itself is the same for all.
      answer(read, from: group, on: connection)
      resumable.append(id)
    }
  }

  /// Brings the loop's copy up to a report and returns what subscribers are to be told.
  private func apply(_ report: GroupReport, to name: GroupName) -> Patch {
    guard var group = groups.removeValue(forKey: name) else { return Patch() }
    let patch: Patch
    switch report.change {
    case .patch(let change):
      patch = change
      _ = group.values.apply(change)
    case .complete(let values):
      patch = Patch(from: group.values, to: values)
      group.values = values
    }
    if report.damage != group.damage {
      if let damage = report.damage { configuration.log(.warning, damage.description) }
      group.damage = report.damage
    }
    group.revision = report.revision
    group.size = report.size
    group.failure = report.failure
    group.identity = report.identity
    group.announced = nil
    group.coverage = report.coverage
    groups[name] = group
    return patch
  }

  private func committed(
    _ name: GroupName, _ results: [Result<CommitReceipt, PreferenceError>], _ report: GroupReport,
    _ ids: [Connection.ID]
  ) {
    let patch = apply(report, to: name)
    groups[name]?.commitsUnderWay -= ids.count
    counters.commits += 1
    if !patch.isEmpty { counters.changes += 1 }
    for (id, result) in zip(ids, results) { answer(result, id) }
    if let group = groups[name] { tell(patch, in: group) }
  }

  // MARK: Replies that waited

  private func answer(_ result: Result<CommitReceipt, PreferenceError>, _ id: Connection.ID) {
    guard let connection = connections[id], case .awaitingCommit(let kind) = connection.activity
    else { return }
    switch (result, kind) {
    case (.success(let receipt), .set):
      let response = PreferencesSet.Response(epoch: epoch, revision: receipt.revision)
      finish(connection, response.reply())
    case (.success(let receipt), .compareAndSet):
      let response = PreferencesCompareAndSet.Response(
        outcome: receipt.outcome == .applied ? .applied : .comparisonFailed,
        values: receipt.values.object, epoch: epoch, revision: receipt.revision)
      finish(connection, response.reply())
    case (.failure(let error), _):
      finish(connection, error.wireError.reply)
    }
  }

  private func answer(_ result: Result<[Record], RecordsError>, _ id: Connection.ID) {
    guard let connection = connections[id], case .awaitingRecords = connection.activity else {
      return
    }
    switch result {
    case .success(let records):
      counters.records += records.count
      finish(connection, RecordsAdd.Response(records: records.map(WireRecord.init)).reply())
    case .failure(let error):
      finish(connection, error.reply)
    }
  }

  private func answer(
    _ result: Result<RecordSummary, RecordsError>, _ name: GroupName, _ id: Connection.ID
  ) {
    guard let connection = connections[id], case .awaitingRecords = connection.activity else {
      return
    }
    switch result {
    case .success(let summary): finish(connection, summary.response.reply())
    case .failure(let error): finish(connection, error.reply)
    }
  }

  /// The watch is armed: what changes from now on will be told, and the client may ask.
  private func recordsWatched(_ name: GroupName, _ id: Connection.ID) {
    guard let connection = connections[id], case .monitoringRecords = connection.activity else {
      return
    }
    reply(RecordsMonitor.Response.complete.reply(.continues), on: connection)
    settle(connection)
  }

  private func finish(_ connection: Connection, _ reply: Reply) {
    connection.activity = .idle
    self.reply(reply, on: connection)
    settle(connection)
    resumable.append(connection.id)
  }
}
