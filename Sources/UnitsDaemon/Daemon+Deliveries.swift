// Saying what the storage threads have brought: replies, then news.

internal import UnitsJSON
internal import UnitsLinux
internal import UnitsProtocol
internal import UnitsStore
internal import Varlink

extension Daemon {
  /// Says so much of what is waiting to be said.
  func deliver(atMost count: Int) {
    for _ in 0..<count {
      guard let delivery = deliveries.takeFirst() else { return }
      switch delivery {
      case .answer(let caller, let answer): deliver(answer, to: caller)
      case .change(let group, let change): tell(change, in: group)
      case .records(let name, let result, let change, let id):
        deliver(result, to: id)
        if let change { tell(change, in: name) }
      case .recordsWatched(let name, let id): recordsWatched(name, id)
      case .recordsChanged(let name, let change): tell(change, in: name)
      }
    }
  }

  /// Replies to the call in progress, which is over with that.
  private func finish(_ connection: Connection, _ reply: some UnitsReply) {
    connection.become(.idle)
    connection.reply(reply)
    send(on: connection)
    connections.settle(connection)
    connections.giveTurn(connection)
  }

  private func deliver(_ answer: GroupAnswer, to caller: Caller) {
    guard let connection = connections.connections[caller] else { return }
    switch (answer, connection.state) {
    case (.failed(let error), .awaitingGroup), (.failed(let error), .awaitingState):
      finish(connection, error)
    case (.committed(let receipt), .awaitingGroup(.set)):
      let response = PreferencesSet.Response(epoch: epoch, revision: receipt.revision)
      finish(connection, response)
    case (.committed(let receipt), .awaitingGroup(.compareAndSet)):
      let response = PreferencesCompareAndSet.Response(
        outcome: receipt.outcome, values: receipt.values.wire, epoch: epoch,
        revision: receipt.revision)
      finish(connection, response)
    case (.ownValues(let values, let revision), .awaitingGroup(.inquiry)):
      let response = PreferencesGet.Response(
        values: values.wire, epoch: epoch, revision: revision)
      finish(connection, response)
    case (.explanation(let explanation, let key), .awaitingGroup(.inquiry)):
      finish(connection, PreferencesExplain.Response(explanation, of: key))
    default: preconditionFailure("an answer is of the kind that was asked for")
    }
  }

  private func deliver(_ result: Result<RecordsAnswer, RecordsError>, to id: Connection.ID) {
    guard let connection = connections.connections[id] else { return }
    switch (connection.state, result) {
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
      connection.become(.listing(listing))
      sayMore(response, on: connection)
    case (.awaitingRecords, .failure(let error)), (.listing, .failure(let error)):
      finish(connection, error)
    default: break
    }
  }

  /// A reply that others follow.
  private func sayMore(_ reply: some UnitsReply, on connection: Connection) {
    connection.reply(reply, .continues)
    send(on: connection)
    connections.settle(connection)
  }

  // MARK: Subscribers of preferences

  /// Tells every subscriber of a group what changed; slow ones are told later.
  private func tell(_ change: PreferenceStore.Change, in group: ServedGroup) {
    guard !group.subscribers.isEmpty else { return }
    // Most follow all keys: their message is made once.
    let frame = encode(change.patch, change.revision)
    for connection in group.subscribers {
      guard case .monitoringPreferences(var subscription) = connection.state else { continue }
      let wanted = subscription.wanted(change)
      if !wanted.isEmpty, !connection.output.isEmpty {
        subscription.postpone(wanted, size: frame.count, groupSize: group.size)
      }
      connection.become(.monitoringPreferences(subscription))
      if wanted.isEmpty { continue }
      if connection.output.isEmpty {
        let own = subscription.wantsAll ? frame : encode(wanted, change.revision)
        connection.output.append { $0.append(contentsOf: own) }
        send(on: connection)
      }
      connections.settle(connection)
    }
  }

  private func encode(_ patch: Patch, _ revision: Int) -> [UInt8] {
    let response = PreferencesMonitor.Response(
      values: patch.changes.wire, content: .change, epoch: epoch, revision: revision)
    var frame: [UInt8] = []
    response.encode(.continues, into: &frame)
    return frame
  }

  func encodeState(
    of group: ServedGroup, _ subscription: PreferencesSubscription, on connection: Connection
  ) {
    let response = PreferencesMonitor.Response(
      values: subscription.wanted(group.values).wire, content: .complete, epoch: epoch,
      revision: group.revision)
    connection.reply(response, .continues)
  }

  // MARK: Subscribers of records

  /// The watch is armed: what changes from now on will be told, and the client may ask.
  private func recordsWatched(_ name: GroupName, _ id: Connection.ID) {
    guard let connection = connections.connections[id],
      case .monitoringRecords(var subscription) = connection.state
    else { return }
    subscription.isComplete = true
    connection.become(.monitoringRecords(subscription))
    sayMore(RecordsMonitor.Response.complete, on: connection)
  }

  /// Tells every subscriber of a group's records which range changed.
  private func tell(_ change: RecordsChange, in name: GroupName) {
    for connection in groups.groups[name]?.recordSubscribers ?? [] {
      guard case .monitoringRecords(var subscription) = connection.state,
        subscription.isComplete
      else { continue }
      if connection.output.isEmpty {
        sayMore(RecordsMonitor.Response(change), on: connection)
      } else {
        subscription.postpone(change)
        connection.become(.monitoringRecords(subscription))
      }
    }
  }

  // MARK: What slow subscribers have missed

  /// Puts what a subscriber has missed into its output; tells whether there was anything.
  func encodeBacklog(_ connection: Connection) -> Bool {
    switch connection.state {
    case .monitoringPreferences(var subscription):
      guard let group = groups[subscription.group] else { return false }
      let backlog = subscription.takeBacklog()
      if case .complete = backlog { subscription.tellComplete(group.revision) }
      connection.become(.monitoringPreferences(subscription))
      switch backlog {
      case .none: return false
      case .patch(let patch, let revision, _):
        let frame = encode(patch, revision)
        connection.output.append { $0.append(contentsOf: frame) }
      case .complete: encodeState(of: group, subscription, on: connection)
      }
      return true
    case .monitoringRecords(var subscription):
      guard let change = subscription.takeBacklog() else { return false }
      connection.become(.monitoringRecords(subscription))
      connection.reply(RecordsMonitor.Response(change), .continues)
      return true
    default: return false
    }
  }

  /// Takes those who were closed out of the lists of subscribers.
  func forgetClosed() {
    for (connection, last) in connections.takeClosed() {
      switch last {
      case .monitoringPreferences(let subscription):
        guard let group = groups[subscription.group] else { continue }
        let before = group.subscribers.count
        group.subscribers.removeAll { $0 === connection }
        groups.subscribersChanged(of: group, from: before)
      case .monitoringRecords(let subscription):
        groups.groups[subscription.group]?.recordSubscribers.removeAll { $0 === connection }
      case .ready(_, let id): groups.answered(id)
      default: if connection.abandonCall() { withdraw(last, of: connection.id) }
      }
    }
  }
}
