// Doing what a call asks for, and answering when it is done.

internal import UnitsJSON
internal import UnitsLinux
internal import UnitsProtocol
internal import UnitsStore
internal import Varlink

extension Daemon {
  /// Answers a call, or begins what will answer it.
  func perform(_ action: Dispatcher.Action, on connection: Connection) {
    switch action {
    case .answer(let reply): self.reply(reply, on: connection)
    case .read(let read): self.read(read, on: connection)
    case .commit(let name, let request, let kind):
      guard let group = openGroup(name, for: connection) else { return }
      group.commitsUnderWay += 1
      commitsUnderWay += 1
      connection.activity = .awaitingCommit(kind)
      ask(.commit(name, request, connection.id))
    case .inquire(let name, let inquiry):
      guard openGroup(name, for: connection) != nil else { return }
      connection.activity = .awaitingAnswer
      ask(.inquire(name, inquiry, connection.id))
    case .askRecords(let name, let task):
      guard openGroup(name, for: connection) != nil else { return }
      connection.activity = .awaitingRecords
      ask(task, of: name, for: connection)
    case .listRecords(let name, let query, let limit):
      guard openGroup(name, for: connection) != nil else { return }
      connection.activity = .listing(RecordsListing(group: name, query: query, limit: limit))
      askForNextPage(connection)
    case .monitorRecords(let name): monitorRecords(name, on: connection)
    case .tellStatus: reply(status(), on: connection)
    }
  }

  // MARK: Reads

  private func read(_ read: Connection.GroupRead, on connection: Connection) {
    guard let group = openGroup(read.group, for: connection) else { return }
    seeWhatStirred()
    if group.canAnswer { return answer(read, from: group, on: connection) }
    // Where changes may go unnoticed, only a look that begins from now on will do.
    if group.needsLookForEachRead { lookForReads(read.group) }
    connection.activity = .awaitingGroup(read)
    group.wait(connection.id)
  }

  /// Drains the file watch unless nothing was received since: what a read must see is known then.
  func seeWhatStirred() {
    guard !isWatchDrained else { return }
    isWatchDrained = true
    drainWatch()
  }

  /// Answers a read from the loop's copy.
  func answer(_ read: Connection.GroupRead, from group: ServedGroup, on connection: Connection) {
    connection.activity = .idle
    if let failure = group.failure {
      reply(failure, on: connection)
      return
    }
    switch read {
    case .get(_, let keys):
      let response = PreferencesGet.Response(
        values: values(of: group, keys), epoch: epoch, revision: group.revision)
      reply(response, on: connection)
    case .monitor(let name, let keys):
      // What the state has already is told to those alone who followed it before.
      finishAnnouncement()
      let subscription = PreferencesSubscription(group: name, keys: keys)
      connection.activity = .monitoringPreferences(subscription)
      groups[name]?.subscribers.append(connection)
      encodeState(of: group, subscription, on: connection)
    }
  }

  private func values(of group: ServedGroup, _ keys: [String]?) -> WireValues {
    guard let keys else { return group.values.wire }
    if keys.count == 1 {
      let (place, isThere) = group.values.position(of: keys[0])
      return WireValues(isThere ? [group.values.members[place]] : [])
    }
    var object = JSONObject()
    for key in keys where object[key] == nil {
      if let value = group.values[key] { object[key] = value }
    }
    return WireValues(object)
  }

  // MARK: Records

  private func ask(_ task: RecordsTask, of name: GroupName, for connection: Connection) {
    let deadline = MonotonicTime.now() + Limits.lockWait
    records.push(.perform(name, task, deadline: deadline, connection.id))
  }

  /// Has the next page of a list read, if there is one and everything before it was sent: so a client
  /// that does not read costs one page and none of the records thread's time.
  func askForNextPage(_ connection: Connection) {
    guard case .listing(var listing) = connection.activity, let task = listing.takeNext() else {
      return
    }
    connection.activity = .listing(listing)
    ask(task, of: listing.group, for: connection)
  }

  // MARK: Subscriptions

  private func monitorRecords(_ name: GroupName, on connection: Connection) {
    guard let group = openGroup(name, for: connection) else { return }
    connection.activity = .monitoringRecords(RecordsSubscription(group: name))
    group.recordSubscribers.append(connection)
    records.push(.watch(name, connection.id))
  }

  /// What the subscribers of a group are to be told; nil where there is nothing, or nobody.
  func telling(_ patch: Patch, in group: ServedGroup) -> Telling? {
    guard !patch.isEmpty, !group.subscribers.isEmpty else { return nil }
    return Telling(patch: patch, frame: encode(patch, in: group))
  }

  /// Tells every subscriber of a group what changed; slow ones are told later.
  func tell(_ change: Telling, in group: ServedGroup) {
    for connection in group.subscribers {
      guard connection.isOpen,
        case .monitoringPreferences(var subscription) = connection.activity
      else { continue }
      let wanted = subscription.wanted(change.patch)
      if wanted.isEmpty { continue }
      if connection.output.isEmpty {
        send(subscription.wantsAll ? change.frame : encode(wanted, in: group), on: connection)
      } else {
        subscription.postpone(wanted, size: change.frame.count, groupSize: group.size)
        connection.activity = .monitoringPreferences(subscription)
        account(connection)
      }
    }
  }

  /// Sends a message to one who has been sent everything before, mostly without a copy of it.
  private func send(_ frame: [UInt8], on connection: Connection) {
    var taken = 0
    do throws(SystemError) {
      switch try UnixSocket.send(frame, from: 0, to: connection.socket.number) {
      case .bytes(frame.count): return
      case .bytes(let count): taken = count
      case .wouldBlock: break
      case .closed: connection.lose()
      }
    } catch {
      connection.lose()
    }
    if case .gone = connection.input { return settle(connection) }
    connection.output.append { $0.append(contentsOf: frame[taken...]) }
    settle(connection)
  }

  private func encode(_ patch: Patch, in group: ServedGroup) -> [UInt8] {
    let response = PreferencesMonitor.Response(
      values: patch.changes.wire, content: .change, epoch: epoch, revision: group.revision)
    var frame: [UInt8] = []
    response.encode(.continues, into: &frame)
    return frame
  }

  private func encodeState(
    of group: ServedGroup, _ subscription: PreferencesSubscription, on connection: Connection
  ) {
    let response = PreferencesMonitor.Response(
      values: subscription.wanted(group.values).wire, content: .complete, epoch: epoch,
      revision: group.revision)
    reply(response, .continues, on: connection)
  }

  /// Tells every subscriber of a group's records which range changed.
  func tell(_ change: RecordsChange, in name: GroupName) {
    for connection in groups[name]?.recordSubscribers ?? [] {
      guard connection.isOpen,
        case .monitoringRecords(var subscription) = connection.activity,
        subscription.isComplete
      else { continue }
      if connection.output.isEmpty {
        reply(RecordsMonitor.Response(change), .continues, on: connection)
        settle(connection)
      } else {
        subscription.postpone(change)
        connection.activity = .monitoringRecords(subscription)
      }
    }
  }

  /// Puts what a subscriber has missed into its output; tells whether there was anything.
  func encodeBacklog(_ connection: Connection) -> Bool {
    switch connection.activity {
    case .monitoringPreferences(var subscription):
      guard let group = groups[subscription.group] else { return false }
      let backlog = subscription.takeBacklog()
      connection.activity = .monitoringPreferences(subscription)
      switch backlog {
      case .none: return false
      case .patch(let patch, _):
        let frame = encode(patch, in: group)
        connection.output.append { $0.append(contentsOf: frame) }
      case .complete: encodeState(of: group, subscription, on: connection)
      }
      return true
    case .monitoringRecords(var subscription):
      guard let change = subscription.takeBacklog() else { return false }
      connection.activity = .monitoringRecords(subscription)
      reply(RecordsMonitor.Response(change), .continues, on: connection)
      return true
    case .idle, .awaitingGroup, .awaitingCommit, .awaitingAnswer, .awaitingRecords, .listing:
      return false
    }
  }

  /// Lets what a subscriber has missed become the whole state, which costs nothing until it is told.
  func collapseBacklog(_ connection: Connection) {
    guard case .monitoringPreferences(var subscription) = connection.activity else { return }
    subscription.collapseBacklog()
    connection.activity = .monitoringPreferences(subscription)
    account(connection)
  }

  func forgetSubscription(_ connection: Connection) {
    switch connection.activity {
    case .monitoringPreferences(let subscription):
      groups[subscription.group]?.subscribers.removeAll { $0 === connection }
    case .monitoringRecords(let subscription):
      groups[subscription.group]?.recordSubscribers.removeAll { $0 === connection }
    case .awaitingGroup(let read):
      groups[read.group]?.stopWaiting(connection.id)
    case .idle, .awaitingCommit, .awaitingAnswer, .awaitingRecords, .listing:
      break
    }
  }
}

/// A change, and the message that tells it to whoever follows all keys.
struct Telling {
  let patch: Patch
  let frame: [UInt8]
}
