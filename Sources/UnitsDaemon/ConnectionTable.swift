// All connections: who is let in, what is received and sent, and what all of it may cost.
//
// Nothing here knows what a call means. Handlers of the event loop receive and note who has something;
// the daemon takes those at the end of the turn (`takeReady`).

internal import Glibc
internal import UnitsLinux
internal import UnitsStore
internal import Varlink

/// The connections of a daemon. Owned by the loop thread.
final class ConnectionTable {
  private(set) var connections: [Connection.ID: Connection] = [:]
  /// Connections closed for want of room or of permission.
  var refused = 0
  /// When the log was told of one last.
  var lastRefusal: MonotonicTime?
  /// Programs that are not listened to, since too much is kept for them.
  private var stopped: Set<Int32> = []
  /// Whether bytes have come since ``takeReady()``.
  private(set) var hasReceived = false

  private let loop: EventLoop
  let kernel: any Kernel
  let log: Log
  private let room: Int
  let admission = Admission(
    capacity: Limits.connections, readOnlyCapacity: Limits.readOnlyConnections)
  private var nextID: UInt64 = 0
  /// Connections that may have something to do, in the order in which they came.
  private var ready: [Connection] = []
  private var closed: [(connection: Connection, last: Connection.State)] = []
  /// All buffers of all connections, in bytes.
  private var bufferedBytes = 0
  /// While programs are stopped: when those of their connections are closed for which most is kept.
  private var relief: EventLoop.TimerID?
  private var sweepIsPlanned = false
  /// Only ``receive(_:)`` uses it.
  private var buffer = [UInt8](repeating: 0, count: Limits.bytesPerTurn)

  init(loop: EventLoop, kernel: any Kernel, log: Log) {
    self.loop = loop
    self.kernel = kernel
    self.log = log
    room = Limits.connectionRoom(descriptors: kernel.descriptorLimit)
  }

  /// The connections that may have something to do, each once.
  func takeReady() -> [Connection] {
    hasReceived = false
    defer { ready = [] }
    return ready
  }

  /// The connections that were closed since, and what they were about.
  func takeClosed() -> [(connection: Connection, last: Connection.State)] {
    defer { closed = [] }
    return closed
  }

  /// Gives a connection another turn.
  func giveTurn(_ connection: Connection) {
    guard !connection.isInTurn, connection.isOpen else { return }
    connection.isInTurn = true
    ready.append(connection)
  }

  var hasReady: Bool { !ready.isEmpty }

  /// Whether too much is kept for the connection's program.
  func isStopped(_ connection: Connection) -> Bool { stopped.contains(connection.process) }

  /// Gives a connection its turn when its program is listened to again.
  func holdBack(_ connection: Connection) {
    guard connection.mayServe || connection.isReady else { return }
    heldBack.append(connection)
  }

  private var heldBack: [Connection] = []

  /// Whether all others than monitors have gone.
  var haveNoneButMonitors: Bool { connections.values.allSatisfy(\.isMonitor) }

  // MARK: Accepting

  /// At most this many connections are accepted before others have their turn.
  private static let acceptsPerTurn = 64
  /// How long a listener is left alone that stays readable.
  private static let listenerPause: Duration = .milliseconds(100)

  func listen(at endpoint: Endpoint) throws(SystemError) {
    guard let descriptor = endpoint.descriptor else { return }
    try loop.watch(descriptor, for: .readable) { [unowned self, unowned endpoint] _ in
      accept(from: descriptor, of: endpoint)
    }
  }

  /// Lets nobody in any more. Whoever has connected by now is served; who comes later finds no socket,
  /// or waits in that of the service manager for the next daemon.
  func stopListening(at endpoint: Endpoint) {
    guard let descriptor = endpoint.descriptor else { return }
    loop.forget(descriptor)
    if endpoint.removeName() == .removed {
      do throws(SystemError) {
        while let number = try kernel.accept(from: descriptor) {
          try admit(FileDescriptor(owning: number, by: kernel), by: endpoint)
        }
      } catch {
        log(.warning, error.description)
      }
    }
    endpoint.close()
  }

  /// Lets nothing more be sent. What was sent before is received and answered; a client that sends later
  /// is told so by the kernel, and knows that its call was not received.
  func stopReceiving() {
    for connection in connections.values {
      endReceiving(connection)
      giveTurn(connection)
    }
  }

  func endReceiving(_ connection: Connection) {
    // A peer that is gone sends nothing.
    try? kernel.shutDownReceiving(connection.socket.number)
    while case .open = connection.input, connection.machine.bufferedByteCount < Limits.callSize {
      receive(connection)
    }
  }

  private func accept(from listener: CInt, of endpoint: Endpoint) {
    for _ in 0..<Self.acceptsPerTurn {
      // Who is not accepted waits in the kernel's queue, which costs no descriptor.
      guard connections.count < room || makeRoom() else { return pauseListening(at: endpoint) }
      do throws(SystemError) {
        guard let number = try kernel.accept(from: listener) else { return }
        try admit(FileDescriptor(owning: number, by: kernel), by: endpoint)
      } catch {
        switch error.code {
        case EMFILE, ENFILE, ENOMEM, ENOBUFS:
          if !makeRoom() { pauseListening(at: endpoint) }
        default:
          log(.warning, error.description)
          // It stays readable, and whatever is wrong with it does not pass by trying again at once.
          pauseListening(at: endpoint)
        }
        return
      }
    }
  }

  /// Leaves a listener alone for a while: descriptors have run out, and it stays readable.
  private func pauseListening(at endpoint: Endpoint) {
    guard let descriptor = endpoint.descriptor else { return }
    loop.forget(descriptor)
    loop.after(Self.listenerPause) { [unowned self, weak endpoint] in
      guard let endpoint else { return }
      do throws(SystemError) { try listen(at: endpoint) } catch {
        log(.error, "listener: \(error)")
        pauseListening(at: endpoint)
      }
    }
  }

  private func admit(
    _ socket: consuming FileDescriptor, by endpoint: Endpoint
  ) throws(SystemError) {
    let peer = try kernel.peer(of: socket.number)
    guard peer.user == kernel.user else {
      refused += 1
      log(.warning, "connection of user \(peer.user) refused")
      return
    }
    let verdict = admission.verdict(on: peer.process, endpoint.access, among: places)
    if let reason = refusal(verdict) { return refuse(socket, reason) }
    let id = Connection.ID(number: nextID)
    nextID += 1
    let connection = Connection(
      id: id, socket: socket, process: peer.process, access: endpoint.access, now: kernel.now())
    let interest: EventLoop.Interest = isStopped(connection) ? .nothing : .readable
    try loop.watch(connection.socket.number, for: interest) { [unowned self] readiness in
      becameReady(connection, readiness)
    }
    connection.interest = interest
    connections[id] = connection
  }

  // MARK: Receiving and sending

  private func becameReady(_ connection: Connection, _ readiness: EventLoop.Readiness) {
    if !readiness.isDisjoint(with: .over) { connection.leave() }
    // What comes from one who waits for its turn already stays in the kernel, which goes on telling
    // of it.
    if connection.isInTurn { return }
    if readiness.contains(.readable), connection.interest?.contains(.readable) == true {
      receive(connection)
    }
    if connection.hasLeft { endInput(of: connection) }
    giveTurn(connection)
  }

  /// What a peer that has closed sent before may still lie in the kernel.
  private func endInput(of connection: Connection) {
    if case .open = connection.input, connection.interest?.contains(.readable) == true { return }
    connection.hangUp()
  }

  func receive(_ connection: Connection) {
    do throws(SystemError) {
      switch try kernel.receive(into: &buffer, from: connection.socket.number) {
      case .bytes(let count):
        hasReceived = true
        let bytes = buffer
        connection.machine.receive(bytes.span.extracting(0..<count))
      case .closed:
        connection.machine.receiveEnd()
        connection.input = .ended
      case .wouldBlock:
        break
      }
    } catch {
      connection.hangUp()
    }
  }

  /// Sends what the kernel takes now; tells whether all of it was sent.
  func flush(_ connection: Connection) -> Bool {
    guard !connection.output.isEmpty else { return true }
    let before = connection.output.count
    do throws(SystemError) {
      switch try connection.output.flush(to: connection.socket.number, on: kernel) {
      case .drained:
        connection.blockedSince = nil
        return true
      case .blocked:
        if connection.blockedSince == nil || connection.output.count < before {
          connection.blockedSince = kernel.now()
          planSweep()
        }
        return false
      case .closed: connection.hangUp()
      }
    } catch {
      connection.hangUp()
    }
    return false
  }

  /// Counts what is kept for a connection, watches for what is to come from it, and closes it where
  /// nothing is.
  func settle(_ connection: Connection) {
    guard connection.isOpen else { return }
    if connection.isDone { return close(connection) }
    account(connection)
    watch(connection)
  }

  private func watch(_ connection: Connection) {
    guard connection.isOpen else { return }
    var wanted = connection.wantedInterest
    if isStopped(connection) { wanted?.remove(.readable) }
    guard wanted != connection.interest else { return }
    connection.interest = wanted
    guard let wanted else { return loop.forget(connection.socket.number) }
    do throws(SystemError) { try loop.change(connection.socket.number, to: wanted) } catch {
      log(.error, error.description)
      close(connection)
    }
  }

  func close(_ connection: Connection) {
    guard connection.isOpen else { return }
    loop.forget(connection.socket.number)
    connections[connection.id] = nil
    bufferedBytes -= connection.accountedBytes
    closed.append((connection, connection.state))
    connection.become(.closed)
  }

  // MARK: Bounds

  /// Keeps the sum of all buffers.
  func account(_ connection: Connection) {
    let bytes = connection.bufferedBytes
    bufferedBytes += bytes - connection.accountedBytes
    connection.accountedBytes = bytes
  }

  /// Past the bound of all buffers the programs for which most is kept are not listened to, and nothing
  /// that came from them is answered, until the buffers have shrunk to half of it. As many programs are
  /// stopped as it takes until half of the bound is enough for all others.
  ///
  /// Backlogs shrink at once, since a subscriber can be told the whole state instead. Half a call
  /// never shrinks by itself: who has been at it longest is closed. Replies shrink as they are read;
  /// where they are not, the connections for which most is kept are closed in the end.
  func keepWithinBounds() {
    if bufferedBytes <= Limits.bufferedBytes / 2 {
      if !stopped.isEmpty { letInputFlow() }
      return
    }
    guard bufferedBytes > Limits.bufferedBytes else { return }
    if stopped.isEmpty {
      for connection in connections.values { collapseBacklog(connection) }
      closeUnfinishedInput()
      guard bufferedBytes > Limits.bufferedBytes / 2 else { return }
    }
    stopLargest()
  }

  private func collapseBacklog(_ connection: Connection) {
    guard case .monitoringPreferences(var subscription) = connection.state else { return }
    subscription.collapseBacklog()
    connection.become(.monitoringPreferences(subscription))
    account(connection)
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

  private func stopLargest() {
    var kept: [Int32: Int] = [:]
    for connection in connections.values where !isStopped(connection) {
      kept[connection.process, default: 0] += connection.accountedBytes
    }
    var sum = kept.values.reduce(0, +)
    let wasFlowing = stopped.isEmpty
    let count = stopped.count
    for (process, bytes) in kept.sorted(by: { ($0.value, $0.key) > ($1.value, $1.key) }) {
      guard sum > Limits.bufferedBytes / 2 else { break }
      stopped.insert(process)
      sum -= bytes
    }
    if stopped.count > count { watchAll() }
    if wasFlowing { planRelief() }
  }

  /// Until ``letInputFlow()``, those for which most is kept are closed again and again.
  private func planRelief() {
    relief = loop.after(Limits.relief) { [unowned self] in
      closeLargest()
      planRelief()
    }
  }

  private func letInputFlow() {
    stopped = []
    if let relief { loop.cancel(relief) }
    relief = nil
    watchAll()
    for connection in heldBack { giveTurn(connection) }
    heldBack = []
  }

  private func watchAll() {
    for connection in connections.values { watch(connection) }
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
    let now = kernel.now()
    let blocked = connections.values.filter { $0.blockedSince != nil && !$0.mayBeSlow }
    for connection in blocked {
      if let since = connection.blockedSince, since + Limits.undrainedOutput <= now {
        close(connection)
      } else {
        planSweep()
      }
    }
  }
}
