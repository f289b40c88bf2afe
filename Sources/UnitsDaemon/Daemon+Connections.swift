// Accepting, receiving, answering, closing.

internal import Glibc
internal import UnitsLinux
internal import UnitsProtocol
internal import UnitsStore
internal import Varlink

extension Daemon {
  // MARK: Accepting

  /// At most this many connections are accepted before others have their turn.
  private static let acceptsPerTurn = 64

  func accept(from listener: CInt, of entrance: Entrance) {
    for _ in 0..<Self.acceptsPerTurn {
      // Who is not accepted waits in the kernel's queue, which costs no descriptor.
      guard connections.count < descriptorRoom || makeRoom() else {
        return pauseListening(at: entrance, for: .milliseconds(100))
      }
      do throws(SystemError) {
        guard let socket = try UnixSocket.accept(from: listener) else { return }
        try admit(socket, by: entrance)
      } catch {
        switch error.code {
        case EMFILE, ENFILE, ENOMEM, ENOBUFS:
          if !makeRoom() { pauseListening(at: entrance, for: .milliseconds(100)) }
        default:
          configuration.log(.warning, error.description)
          // It stays readable, and whatever is wrong with it does not pass by trying again at once.
          pauseListening(at: entrance, for: .milliseconds(100))
        }
        return
      }
    }
  }

  private func admit(
    _ socket: consuming FileDescriptor, by entrance: Entrance
  ) throws(SystemError) {
    let peer = try UnixSocket.peer(of: socket.number)
    guard peer.user == Process.user else {
      counters.refused += 1
      configuration.log(.warning, "connection of user \(peer.user) refused")
      return
    }
    guard hasRoom(for: entrance.access) || makeRoom(of: entrance.access) else {
      counters.refused += 1
      return
    }
    let id = Connection.ID(number: nextConnection)
    nextConnection += 1
    let connection = Connection(id: id, socket: socket, access: entrance.access, now: .now())
    if inputIsStopped { connection.interest = .nothing }
    try loop.watch(connection.socket.number, for: connection.interest) {
      [unowned self] readiness in
      ready(connection, readiness)
    }
    connections[id] = connection
  }

  private func hasRoom(for access: Access) -> Bool {
    guard connections.count < Limits.connections else { return false }
    guard case .readOnly = access else { return true }
    return connections.values.count { $0.access == .readOnly } < Limits.readOnlyConnections
  }

  /// Closes the connection that has been idle longest, if it has been so for long enough; with
  /// `.readOnly` only one of those who may not write.
  private func makeRoom(of access: Access = .full) -> Bool {
    let idle = connections.values.filter { connection in
      guard case .idle = connection.activity, !connection.isUnserved else { return false }
      guard access == .full || connection.access == access else { return false }
      return connection.output.isEmpty && (connection.lastCall + Limits.idleConnection).isPast
    }
    guard let oldest = idle.min(by: { $0.lastCall < $1.lastCall }) else { return false }
    close(oldest)
    return true
  }

  // MARK: One connection's turn

  private func ready(_ connection: Connection, _ readiness: EventLoop.Readiness) {
    // What comes from one who waits already stays in the kernel, which goes on telling of it.
    if connection.isUnserved { return }
    if readiness.contains(.readable), connection.interest.contains(.readable) {
      receive(connection)
    }
    if !readiness.isDisjoint(with: .over) { hangUp(connection) }
    received.append(connection)
  }

  /// The peer has closed; what it sent before may still lie in the kernel.
  private func hangUp(_ connection: Connection) {
    if case .open = connection.input, connection.interest.contains(.readable) { return }
    connection.lose()
  }

  private func receive(_ connection: Connection) {
    do throws(SystemError) {
      switch try UnixSocket.receive(into: &receiveBuffer, from: connection.socket.number) {
      case .bytes(let count):
        isWatchDrained = false
        let bytes = receiveBuffer
        connection.machine.receive(bytes.span.extracting(0..<count))
      case .closed:
        connection.machine.receiveEnd()
        connection.input = .ended
      case .wouldBlock:
        break
      }
    } catch {
      connection.lose()
    }
  }

  /// Answers what can be answered, sends what can be sent, and closes what is over.
  func serve(_ connection: Connection) {
    guard connection.isOpen else { return }
    if isServing { takeCalls(connection) }
    let wasFull = connection.output.count >= Limits.outputBytes
    settle(connection)
    // A client that read everything meanwhile is not reported writable, and its calls may be here.
    if wasFull, connection.output.isEmpty { resumable.append(connection.id) }
  }

  private func takeCalls(_ connection: Connection) {
    if case .violated = connection.input { return }
    while connection.mayServe {
      do throws(ProtocolViolation) {
        var next: Dispatcher.Action?
        try connection.machine.next { call in next = action(for: call, on: connection) }
        guard let next else { return }
        counters.calls += 1
        connection.lastCall = .now()
        perform(next, on: connection)
      } catch {
        counters.violations += 1
        connection.input = .violated(error)
        return
      }
    }
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

  /// Puts a reply to the call in progress into the output.
  func reply(
    _ reply: some UnitsReply, _ continuation: Reply.Continuation = .final, on connection: Connection
  ) {
    connection.output.append { output in
      connection.machine.encode(reply.outcome, continuation, into: &output) {
        reply.write(into: &$0)
      }
    }
  }

  /// Sends, watches for what is to come, closes where nothing is.
  func settle(_ connection: Connection) {
    guard connection.isOpen else { return }
    if !connection.output.isEmpty { flush(connection) }
    if case .gone = connection.input {
      if connection.mayBeSlow || connection.isDone { return close(connection) }
      // A closed peer is reported for ever: it is not watched any more, its calls are finished.
      loop.forget(connection.socket.number)
      connection.interest = []
      account(connection)
      return
    }
    if connection.isDone { return close(connection) }
    account(connection)
    watchAgain(connection)
  }

  private func flush(_ connection: Connection) {
    while true {
      let before = connection.output.count
      do throws(SystemError) {
        switch try connection.output.flush(to: connection.socket.number) {
        case .drained:
          connection.blockedSince = nil
          // The client reads again: what it has missed is told, and a list goes on.
          if !encodeBacklog(connection) { return askForNextPage(connection) }
        case .blocked:
          if connection.blockedSince == nil || connection.output.count < before {
            connection.blockedSince = .now()
            planSweep()
          }
          return
        case .closed:
          connection.lose()
          return
        }
      } catch {
        connection.lose()
        return
      }
    }
  }

  private func watchAgain(_ connection: Connection) {
    guard connection.isOpen else { return }
    var interest = connection.wantedInterest
    if inputIsStopped { interest.remove(.readable) }
    guard interest != connection.interest else { return }
    connection.interest = interest
    do throws(SystemError) {
      try loop.change(connection.socket.number, to: interest)
    } catch {
      configuration.log(.error, error.description)
      close(connection)
    }
  }

  func close(_ connection: Connection) {
    loop.forget(connection.socket.number)
    connections[connection.id] = nil
    connection.isOpen = false
    bufferedBytes -= connection.accountedBytes
    forgetSubscription(connection)
  }

  // MARK: Bounds

  /// Keeps the sum of all buffers.
  func account(_ connection: Connection) {
    let bytes = connection.bufferedBytes
    bufferedBytes += bytes - connection.accountedBytes
    connection.accountedBytes = bytes
  }

  /// At the end of a turn: past the bound of all buffers nobody is listened to until they have
  /// shrunk to half of it.
  ///
  /// Backlogs shrink at once, since a subscriber can be told the whole state instead. Half a call
  /// never shrinks by itself: who has been at it longest is closed. Replies shrink as they are read;
  /// where they are not, whoever holds the most is closed in the end.
  func keepWithinBounds() {
    if inputIsStopped {
      if bufferedBytes <= Limits.bufferedBytes / 2 { letInputFlow() }
      return
    }
    guard bufferedBytes > Limits.bufferedBytes else { return }
    for connection in connections.values { collapseBacklog(connection) }
    closeUnfinishedInput()
    guard bufferedBytes > Limits.bufferedBytes / 2 else { return }
    stopInput()
  }

  private func closeUnfinishedInput() {
    var input = connections.values.reduce(0) { $0 + $1.machine.bufferedByteCount }
    let unfinished = connections.values.filter { $0.machine.bufferedByteCount > 0 }
    for connection in unfinished.sorted(by: { $0.lastCall < $1.lastCall }) {
      guard input > Limits.bufferedBytes / 2 else { return }
      input -= connection.machine.bufferedByteCount
      close(connection)
    }
  }

  private func closeLargest() {
    for connection in connections.values.sorted(by: { $0.accountedBytes > $1.accountedBytes }) {
      guard bufferedBytes > Limits.bufferedBytes / 2 else { break }
      close(connection)
    }
  }

  /// Until ``letInputFlow()``, those who hold the most are closed again and again: calls that came
  /// before are still answered, and fill the buffers anew.
  private func stopInput() {
    inputIsStopped = true
    watchAllAgain()
    planRelief()
  }

  private func planRelief() {
    relief = loop.after(Limits.relief) { [unowned self] in
      closeLargest()
      planRelief()
    }
  }

  private func letInputFlow() {
    inputIsStopped = false
    if let relief { loop.cancel(relief) }
    relief = nil
    watchAllAgain()
  }

  private func watchAllAgain() {
    for connection in connections.values { watchAgain(connection) }
  }

  private func planSweep() {
    guard !sweepIsPlanned else { return }
    sweepIsPlanned = true
    loop.after(Limits.undrainedOutput) { [unowned self] in
      sweepIsPlanned = false
      sweep()
    }
  }

  /// Closes connections whose replies have lain unread for too long.
  private func sweep() {
    let blocked = connections.values.filter { $0.blockedSince != nil && !$0.mayBeSlow }
    for connection in blocked {
      if let since = connection.blockedSince, (since + Limits.undrainedOutput).isPast {
        close(connection)
      } else {
        planSweep()
      }
    }
  }
}
