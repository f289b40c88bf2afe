// Doing what a call asks for.

internal import UnitsJSON
internal import UnitsLinux
internal import UnitsProtocol
internal import UnitsStore
internal import Varlink

extension Daemon {
  /// How many calls of one connection are begun before the others have their turn.
  private static let callsPerTurn = 64

  /// Gives connections their turn, in the order in which they became ready.
  func serve(atMost count: Int) {
    let ready = connections.takeReady()
    for connection in ready.prefix(count) {
      connection.isInTurn = false
      serve(connection)
    }
    for connection in ready.dropFirst(count) {
      connection.isInTurn = false
      connections.giveTurn(connection)
    }
  }

  /// Answers what can be answered, sends what can be sent, and closes what is over.
  private func serve(_ connection: Connection) {
    guard connection.isOpen else { return }
    if connection.hasLeft, connection.abandonCall() {
      withdraw(connection.state, of: connection.id)
    }
    let wasFull = connection.output.count >= Limits.outputBytes
    // What has come is served when what is kept for the program has shrunk.
    if connections.isStopped(connection) {
      connections.holdBack(connection)
    } else {
      if case .ready(let read, let id) = connection.state, let group = groups.answered(id) {
        answer(read, from: group, on: connection)
      }
      takeCalls(connection)
    }
    send(on: connection)
    connections.settle(connection)
    // A client that read everything meanwhile is not reported writable, and its calls may be here.
    if wasFull, connection.mayServe { connections.giveTurn(connection) }
  }

  private func takeCalls(_ connection: Connection) {
    var left = Self.callsPerTurn
    do throws(ProtocolViolation) {
      while left > 0,
        let action = try connection.nextCall(
          at: kernel.now(), read: { action(for: $0, on: connection) })
      {
        left -= 1
        counters.calls += 1
        perform(action, on: connection)
      }
    } catch {
      counters.violations += 1
      connection.input = .violated(error)
    }
    if left == 0 { connections.giveTurn(connection) }
  }

  /// What a call asks for, or its refusal.
  private func action(for call: CallView, on connection: Connection) -> Dispatcher.Action {
    if let refusal = connection.access.refusal(of: call) { return .answer(refusal) }
    let action = dispatcher.action(for: call)
    let groups = configuration.readOnlyGroups
    if let refusal = connection.access.refusal(of: action, readable: groups) {
      return .answer(refusal)
    }
    return action
  }

  /// Sends what is there for a client, and what it has missed where it reads again.
  func send(on connection: Connection) {
    while connections.flush(connection) {
      // A list goes on when all before it was sent.
      guard encodeBacklog(connection) else { return askForNextPage(connection) }
    }
  }

  /// Answers a call, or begins what will answer it.
  private func perform(_ action: Dispatcher.Action, on connection: Connection) {
    switch action {
    case .answer(let reply): connection.reply(reply)
    case .tellStatus: connection.reply(status())
    case .read(let read): self.read(read, on: connection)
    case .commit(let name, let request, let kind):
      guard let group = open(name, for: connection) else { return }
      connection.become(.awaitingGroup(kind))
      groups.ask(request, of: group, for: connection.id)
    case .inquire(let name, let inquiry):
      guard let group = open(name, for: connection) else { return }
      connection.become(.awaitingGroup(.inquiry))
      groups.ask(inquiry, of: group, for: connection.id)
    case .askRecords(let name, let task):
      guard let group = open(name, for: connection) else { return }
      connection.become(.awaitingRecords)
      ask(task, of: group, for: connection)
    case .listRecords(let name, let query, let limit):
      guard open(name, for: connection) != nil else { return }
      connection.become(.listing(RecordsListing(group: name, query: query, limit: limit)))
    case .monitorRecords(let name):
      guard let group = open(name, for: connection) else { return }
      connection.become(.monitoringRecords(RecordsSubscription(group: name)))
      group.recordSubscribers.append(connection)
      records.push(.watch(name, connection.id))
    }
  }

  /// The group of this name, opened if it was not; answers the call and returns nil if there is no
  /// room.
  private func open(_ name: GroupName, for connection: Connection) -> ServedGroup? {
    switch groups.open(name, for: connection.process, at: connection.lastCall) {
    case .open(let group): return group
    case .full(let limit):
      refuse("\(limit) groups are in use, which is the limit", connection)
    case .programFull(let limit):
      refuse("this program follows \(limit) groups, which is the limit", connection)
    }
    return nil
  }

  private func refuse(_ reason: String, _ connection: Connection) {
    connection.reply(PreferenceError.refused(reason))
  }

  // MARK: Reads

  private func read(_ read: Connection.GroupRead, on connection: Connection) {
    guard let group = open(read.group, for: connection) else { return }
    if group.isFresh { return answer(read, from: group, on: connection) }
    connection.become(.awaitingState(read))
    groups.ask(.state, of: group, for: connection.id)
  }

  /// The group's files have been looked at since the call came: it is answered in the connection's turn.
  func answerRead(_ caller: Caller, from group: GroupID) {
    guard let connection = connections.connections[caller],
      case .awaitingState(let read) = connection.state
    else {
      groups.answered(group)
      return
    }
    connection.become(.ready(read, group))
    connections.giveTurn(connection)
  }

  /// Answers a read from the loop's copy.
  private func answer(
    _ read: Connection.GroupRead, from group: ServedGroup, on connection: Connection
  ) {
    switch read {
    case .get(_, let keys):
      let response = PreferencesGet.Response(
        values: keys.map { values(of: group, $0) } ?? group.values.wire, epoch: epoch,
        revision: group.revision)
      connection.become(.idle)
      connection.reply(response)
    case .monitor(_, let keys):
      let subscription = PreferencesSubscription(
        group: group.id, keys: keys, revision: group.revision)
      connection.become(.monitoringPreferences(subscription))
      group.subscribers.append(connection)
      groups.subscribersChanged(of: group, from: group.subscribers.count - 1)
      encodeState(of: group, subscription, on: connection)
    }
  }

  /// The values of these keys, in their order.
  private func values(of group: ServedGroup, _ keys: [String]) -> WireValues {
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

  private func ask(_ task: RecordsTask, of group: ServedGroup, for connection: Connection) {
    begin(task, of: group.name, for: connection)
  }

  private func begin(_ task: RecordsTask, of group: GroupName, for connection: Connection) {
    let deadline = kernel.now() + Limits.lockWait
    let job = RecordsJob(
      group: group, task: task, deadline: deadline, connection: connection.id,
      program: connection.process)
    records.push(.perform(job))
  }

  /// Has the next page of a list read, if there is one and everything before it was sent: so a client
  /// that does not read costs one page and none of the records thread's time.
  private func askForNextPage(_ connection: Connection) {
    guard case .listing(var listing) = connection.state, let task = listing.takeNext() else {
      return
    }
    connection.become(.listing(listing))
    begin(task, of: listing.group, for: connection)
  }

  // MARK: Those who have left

  /// Has not begun what a caller wants that has left. What is begun is finished.
  func withdraw(_ state: Connection.State, of caller: Caller) {
    switch state {
    case .awaitingGroup(.set), .awaitingGroup(.compareAndSet):
      if let group = groups.withdraw(caller) { withdrawn(caller, from: group) }
    case .awaitingRecords, .listing: records.push(.withdraw(caller))
    default: break
    }
  }

  /// A commit was not begun; nobody is left to be told.
  func withdrawn(_ caller: Caller, from group: GroupID) {
    groups.withdrawn(from: group)
    guard let connection = connections.connections[caller] else { return }
    connection.become(.idle)
    connection.reply(ServiceError.permissionDenied)
    connections.giveTurn(connection)
  }
}
