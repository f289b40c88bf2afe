// The loop's side of the groups: opening them, noticing that files stir, taking what the storage
// threads bring.

internal import UnitsLinux
internal import UnitsProtocol
internal import UnitsStore
internal import Varlink

extension Daemon {
  // MARK: Opening

  /// The group of this name, opened if it was not; answers the call and returns nil if there is no
  /// room.
  func openGroup(_ name: GroupName, for connection: Connection) -> ServedGroup? {
    if let group = groups[name] {
      group.lastUse = connection.lastCall
      return group
    }
    guard groups.count < Limits.groups || closeIdleGroup() else {
      let error = PreferenceError.refused("\(Limits.groups) groups are in use, which is the limit")
      reply(error, on: connection)
      return nil
    }
    let group = ServedGroup(name: name, now: connection.lastCall)
    groups[name] = group
    ask(.open(name))
    return group
  }

  private func closeIdleGroup() -> Bool {
    let idle = groups.values.filter(\.isIdle)
    guard let oldest = idle.min(by: { $0.lastUse < $1.lastUse }) else { return false }
    groups[oldest.name] = nil
    ask(.close(oldest.name))
    records.push(.close(oldest.name))
    return true
  }

  // MARK: The file watch

  /// How long the watch is left alone for commits under way: they take as long as the disk, unless
  /// somebody else holds the lock, who may have something to tell.
  private static let longestWatchPause: Duration = .milliseconds(20)

  /// While a commit is under way the kernel tells mostly of that: the lockfile, the temporary file,
  /// the rename. Then all of it is taken at once when the commit is over. Reads are not affected:
  /// the watch is drained for them.
  func watchStirred() {
    if commitsUnderWay > 0 { pauseWatch() }
    if watchPause == nil { drainWatch() }
  }

  func pauseWatch() {
    guard watchPause == nil, watchFiles(for: .nothing) else { return }
    watchPause = loop.after(Self.longestWatchPause) { [unowned self] in resumeWatch() }
  }

  func resumeWatch() {
    guard let pause = watchPause else { return }
    loop.cancel(pause)
    watchPause = nil
    drainWatch()
    _ = watchFiles(for: .readable)
  }

  /// Tells whether it is so now.
  private func watchFiles(for interest: EventLoop.Interest) -> Bool {
    do throws(SystemError) {
      try loop.change(watch.descriptor, to: interest)
      return true
    } catch {
      configuration.log(.error, error.description)
      return false
    }
  }

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
    if drained.overflowed {
      for name in Set(watchSet.keys(concernedBy: drained).map(\.group)) { lookForReads(name) }
      return
    }
    // Mostly all events are of one group, in a row.
    var counts: [(name: GroupName, count: Int)] = []
    for event in drained.events {
      var last: GroupName?
      watchSet.forEachKey(concernedBy: event) { layer in
        switch layer {
        case .administrators(let name): lookForReads(name)
        case .own(let name):
          // Two places of one path: one event.
          guard name != last else { return }
          last = name
          if let index = counts.firstIndex(where: { $0.name == name }) {
            counts[index].count += 1
          } else {
            counts.append((name, 1))
          }
        }
      }
    }
    for (name, count) in counts { stirred(name, times: count) }
  }

  /// The events that one commit causes under the file's name: the rename, and the closing of what
  /// was written as the temporary file.
  private static let eventsPerCommit = 2

  /// Within one tick of the file system's clock a second writer can leave a file that looks the same,
  /// so the file is as it was announced only if no more happened than was announced. Two events in a
  /// row that are alike come as one; therefore the file is looked at once more when the tick is over.
  private func stirred(_ name: GroupName, times: Int) {
    guard let group = groups[name] else { return }
    let expected = group.ownEvents
    group.ownEvents = max(0, expected - times)
    guard times <= expected, isOwnState(group) else { return lookForReads(name) }
    guard !group.hasPlannedLook else { return }
    group.hasPlannedLook = true
    loop.after(.nanoseconds(FileIdentity.clockTick * 5 / 4)) { [unowned self] in
      guard let group = groups[name] else { return }
      groups[name]?.hasPlannedLook = false
      // Events that have not come by now never will: the rename has failed.
      if group.commitsUnderWay == 0 { groups[name]?.ownEvents = 0 }
      ask(.look(name, .background))
    }
  }

  /// Whether the file is as the preferences thread last read, wrote, or announced it.
  private func isOwnState(_ group: ServedGroup) -> Bool {
    let path = configuration.paths.preferences(of: group.name)
    guard let present = try? FileIdentity.following(path) else { return false }
    if let announced = group.announced, present.isSameContent(as: announced) { return true }
    return present == group.identity
  }

  /// Has the file compared with what is known; reads that come from now on wait for it.
  func lookForReads(_ name: GroupName) {
    switch groups[name]?.knowledge {
    case .none: break
    case .current:
      groups[name]?.knowledge = .stale
      ask(.look(name, .reads))
    case .opening, .stale:
      groups[name]?.stirredAgain = true
    }
  }

  // MARK: From the storage threads

  /// Takes what the storage threads have brought: states first; then replies, then subscribers, the
  /// last commit's in the turns that follow.
  /// Connections that may go on do so at the end of the loop's turn.
  func takeStorageEvents(_ events: [StorageEvent]) {
    for event in events {
      finishAnnouncement()
      if let thread = event.thread { sawLife(of: thread) }
      switch event {
      case .watching(let watchSet): self.watchSet = watchSet
      case .willReplace(let name, let identity):
        groups[name]?.announced = identity
        groups[name]?.ownEvents += Self.eventsPerCommit
      case .looked(let name, let report, let purpose): looked(name, report, purpose)
      case .committed(let name, let results, let report, let ids):
        committed(name, results, report, ids)
      case .notCommitted(let name, let error, let ids):
        endCommits(ids.count, of: name)
        for id in ids { answer(.failure(error), id) }
      case .answered(_, let result, let id): answerInquiry(result, id)
      case .recordsAnswered(let name, let result, let change, let id):
        answer(result, id)
        if let change { tell(change, in: name) }
      case .recordsWatched(let name, let id): recordsWatched(name, id)
      case .recordsChanged(let name, let change): tell(change, in: name)
      case .isAlive: break
      case .stopped(let thread): threadStopped(thread)
      case .stopRequested: stop()
      }
    }
    if commitsUnderWay == 0, announcement == nil { resumeWatch() }
  }

  private func looked(_ name: GroupName, _ report: GroupReport, _ purpose: LookPurpose) {
    guard groups[name] != nil else { return }
    let patch = apply(report, to: name)
    if !patch.isEmpty { counters.foreignChanges += 1 }
    if let group = groups[name], let change = telling(patch, in: group) { tell(change, in: group) }
    if case .reads = purpose { answerWaiting(name) }
  }

  /// After a look that reads wait for: answers those that came before it began, and has the file
  /// looked at again if something stirred meanwhile. So no read waits for more than two looks,
  /// however busy other writers are.
  private func answerWaiting(_ name: GroupName) {
    guard let group = groups[name] else { return }
    let satisfied = group.takeWaiting()
    group.knowledge = group.stirredAgain ? .stale : .current
    if group.stirredAgain { ask(.look(name, .reads)) }
    group.stirredAgain = false
    for id in satisfied {
      guard let connection = connections[id], case .awaitingGroup(let read) = connection.activity
      else { continue }
      // Subscribing changes the group; the state itself is the same for all.
      answer(read, from: group, on: connection)
      resumable.append(id)
    }
  }

  /// Brings the loop's copy up to a report and returns what subscribers are to be told.
  private func apply(_ report: GroupReport, to name: GroupName) -> Patch {
    guard let group = groups[name] else { return Patch() }
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
    for problem in report.administratorProblems
    where !group.administratorProblems.contains(problem) {
      configuration.log(.warning, problem)
    }
    group.administratorProblems = report.administratorProblems
    group.revision = report.revision
    group.size = report.size
    group.failure = report.failure
    group.identity = report.identity
    group.announced = nil
    group.coverage = report.coverage
    return patch
  }

  private func committed(
    _ name: GroupName, _ results: [Result<CommitReceipt, PreferenceError>], _ report: GroupReport,
    _ ids: [Connection.ID]
  ) {
    let before = groups[name]?.revision ?? report.revision
    let patch = apply(report, to: name)
    endCommits(ids.count, of: name)
    if !patch.isEmpty { counters.commits += 1 }
    counters.changes += report.revision - before
    // What subscribers are told is made before anybody is answered: they hear of it at once then.
    let group = groups[name]
    announcement = Announcement(
      results: results, connections: ids, group: group,
      change: group.flatMap { telling(patch, in: $0) })
  }

  private func endCommits(_ count: Int, of name: GroupName) {
    groups[name]?.commitsUnderWay -= count
    commitsUnderWay -= count
  }

  // MARK: Replies that waited

  func answer(_ result: Result<CommitReceipt, PreferenceError>, _ id: Connection.ID) {
    guard let connection = connections[id], case .awaitingCommit(let kind) = connection.activity
    else { return }
    switch (result, kind) {
    case (.success(let receipt), .set):
      let response = PreferencesSet.Response(epoch: epoch, revision: receipt.revision)
      finish(connection, response)
    case (.success(let receipt), .compareAndSet):
      let response = PreferencesCompareAndSet.Response(
        outcome: receipt.outcome,
        values: receipt.values.wire, epoch: epoch, revision: receipt.revision)
      finish(connection, response)
    case (.failure(let error), _):
      finish(connection, error)
    }
  }

  private func answerInquiry(_ result: Result<Answer, PreferenceError>, _ id: Connection.ID) {
    guard let connection = connections[id], case .awaitingAnswer = connection.activity else {
      return
    }
    switch result {
    case .success(.ownValues(let values, let revision)):
      let response = PreferencesGet.Response(
        values: values.wire, epoch: epoch, revision: revision)
      finish(connection, response)
    case .success(.explanation(let explanation, let key)):
      finish(connection, PreferencesExplain.Response(explanation, of: key))
    case .failure(let error):
      finish(connection, error)
    }
  }

  private func answer(_ result: Result<RecordsAnswer, RecordsError>, _ id: Connection.ID) {
    guard let connection = connections[id] else { return }
    switch (connection.activity, result) {
    case (.awaitingRecords, .success(let answer)):
      switch answer {
      case .added(let records):
        counters.records += records.count
        finish(connection, RecordsAdd.Response(records: records.map(WireRecord.init)))
      case .merged(let added):
        counters.records += added
        finish(connection, RecordsImport.Response(added: added))
      case .removed(let records):
        finish(connection, RecordsRemove.Response(records: records.map(WireRecord.init)))
      case .summary(let summary):
        finish(connection, RecordsSummary.Response(summary))
      case .page: break
      }
    case (.listing(var listing), .success(.page(let page))):
      let response = RecordsList.Response(records: page.records.map(WireRecord.init))
      guard listing.take(page) else { return finish(connection, response) }
      connection.activity = .listing(listing)
      reply(response, .continues, on: connection)
      settle(connection)
    case (.awaitingRecords, .failure(let error)), (.listing, .failure(let error)):
      finish(connection, error)
    default: break
    }
  }

  /// The watch is armed: what changes from now on will be told, and the client may ask.
  private func recordsWatched(_ name: GroupName, _ id: Connection.ID) {
    guard let connection = connections[id],
      case .monitoringRecords(var subscription) = connection.activity
    else { return }
    subscription.isComplete = true
    connection.activity = .monitoringRecords(subscription)
    reply(RecordsMonitor.Response.complete, .continues, on: connection)
    settle(connection)
  }

  private func finish(_ connection: Connection, _ reply: some UnitsReply) {
    connection.activity = .idle
    self.reply(reply, on: connection)
    settle(connection)
    resumable.append(connection.id)
  }
}
