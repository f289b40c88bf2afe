// One client, from accept to close.

internal import UnitsLinux
internal import UnitsProtocol
internal import UnitsStore
internal import Varlink

/// A client's socket, its protocol state, and what it waits for. Owned by the loop thread.
final class Connection {
  /// Names a connection for its whole life; descriptors' numbers come again, these do not.
  typealias ID = Caller

  /// What the connection is about. Changed by ``become(_:)`` alone.
  enum State {
    /// The next call may be begun.
    case idle
    /// A read that waits until its group is known to be as the files are.
    case awaitingState(GroupRead)
    /// A read that can be answered in the connection's turn, from this group, which stays open for it.
    case ready(GroupRead, GroupID)
    /// An answer that the preferences thread will bring, which becomes a reply of this kind.
    case awaitingGroup(ReplyKind)
    /// An answer that the records thread will bring.
    case awaitingRecords
    /// A list, page by page.
    case listing(RecordsListing)
    case monitoringPreferences(PreferencesSubscription)
    case monitoringRecords(RecordsSubscription)
    case closed
  }

  /// A call that is answered from a group's state.
  enum GroupRead {
    case get(GroupName, keys: [String]?)
    case monitor(GroupName, keys: [String]?)

    var group: GroupName {
      switch self {
      case .get(let group, _), .monitor(let group, _): group
      }
    }
  }

  /// What an answer of the preferences thread becomes.
  enum ReplyKind {
    case set
    case compareAndSet
    case inquiry
  }

  /// Whether there is more to come from this client.
  enum Input {
    case open
    /// The client has shut its sending side and may still read.
    case ended
    /// The client has closed, and all that it sent was received.
    case gone
    /// Something malformed came: earned replies are sent, then the connection is closed.
    case violated(ProtocolViolation)
  }

  let id: ID
  let socket: FileDescriptor
  /// The program at the other end.
  let process: Int32
  /// What this client may do: it goes by the socket that it came through.
  let access: Access
  private(set) var state = State.idle
  var input = Input.open
  /// Whether the client has closed its socket. What it has asked for and was begun is finished; nothing
  /// is answered, and of what it sent besides only what wants no answer is done.
  private(set) var hasLeft = false
  var machine: ServerConnection
  var output = OutputQueue()
  /// Whether it is among those that wait for their turn.
  var isInTurn = false
  /// When the last complete call came, or the connection.
  var lastCall: MonotonicTime
  /// Since when the client does not read what is there for it; nil while nothing waits.
  var blockedSince: MonotonicTime?
  /// The buffers as they were last counted.
  var accountedBytes = 0
  /// What the loop watches the socket for; nil once it is not watched any more.
  var interest: EventLoop.Interest?
  /// The size of the call that is answered at present, or that is monitored for.
  private var callSize = 0
  private var isAbandoned = false

  init(
    id: ID, socket: consuming FileDescriptor, process: Int32, access: Access, now: MonotonicTime
  ) {
    self.id = id
    self.process = process
    self.socket = socket
    self.access = access
    machine = ServerConnection(maximumCallSize: Limits.callSize)
    lastCall = now
  }

  /// The one way from a state to the next. A closed connection stays closed.
  func become(_ next: State) {
    if case .closed = state { return }
    if case .idle = next {
      callSize = 0
      isAbandoned = false
    }
    state = next
  }

  /// Reads the next call that has come, if one may be begun now.
  func nextCall<Action>(
    at now: MonotonicTime, read: (CallView) -> Action
  ) throws(ProtocolViolation) -> Action? {
    guard mayServe else { return nil }
    if case .violated = input { return nil }
    while true {
      let before = machine.bufferedByteCount
      var isAnswerable = true
      var action: Action?
      let hasLeft = hasLeft
      try machine.next { call in
        if hasLeft { isAnswerable = call.mode == .oneway }
        if isAnswerable { action = read(call) }
      }
      callSize = before - machine.bufferedByteCount
      if isAnswerable {
        if action != nil { lastCall = now }
        return action
      }
      reply(ServiceError.permissionDenied)
    }
  }

  /// Puts a reply to the call in progress into the output.
  func reply(_ reply: some UnitsReply, _ continuation: Reply.Continuation = .final) {
    output.append { output in
      machine.encode(reply.outcome, continuation, into: &output) { reply.write(into: &$0) }
    }
    if hasLeft { output = OutputQueue() }
  }

  /// Takes note that nobody reads any more; what was sent may not have been received.
  func leave() {
    hasLeft = true
    output = OutputQueue()
  }

  /// Gives up the answer to the call in progress. Returns whether what answers it need not be begun:
  /// once, and never for a call that wants no answer.
  func abandonCall() -> Bool {
    guard !isAbandoned, machine.callInProgress != .oneway else { return false }
    isAbandoned = true
    return true
  }

  /// Takes note that nobody reads or sends any more.
  func hangUp() {
    leave()
    machine.receiveEnd()
    // After a violation nothing is left to be done.
    if case .violated = input { return }
    input = .gone
  }

  var isOpen: Bool { if case .closed = state { false } else { true } }

  var isIdle: Bool { if case .idle = state { true } else { false } }

  /// Whether no call of it is known, nor an answer that it has not read.
  var isUnused: Bool {
    isIdle && !isInTurn && output.isEmpty && !machine.holdsCall
  }

  var isReady: Bool { if case .ready = state { true } else { false } }

  var isMonitor: Bool {
    switch state {
    case .monitoringPreferences, .monitoringRecords: true
    default: false
    }
  }

  /// Whether replies of one call may lie here unread for as long as they like: whoever reads them
  /// may be a person, and what they cost is bounded.
  var mayBeSlow: Bool { if case .listing = state { true } else { isMonitor } }

  /// A call takes more memory than its text when it has been read: a key of a few letters is a value
  /// of sixteen bytes, and often one on the heap.
  private static let expansion = 5

  /// What is kept for this client, in bytes.
  var bufferedBytes: Int {
    var bytes = output.count + machine.bufferedByteCount + callSize * Self.expansion
    if case .monitoringPreferences(let subscription) = state { bytes += subscription.backlogSize }
    return bytes
  }

  /// Whether the next call may be begun.
  var mayServe: Bool { isIdle && output.count < Limits.outputBytes }

  /// Whether everything that will be said has been said.
  var isDone: Bool {
    guard output.isEmpty else { return false }
    switch input {
    case .open: return false
    case .violated: return true
    case .ended: return isIdle && machine.isFinished
    case .gone: return mayBeSlow || (isIdle && machine.isFinished)
    }
  }

  /// What the socket is to be watched for now; nil for nothing at all: a peer that is gone would be
  /// reported for ever.
  var wantedInterest: EventLoop.Interest? {
    if case .gone = input { return nil }
    var interest = EventLoop.Interest.nothing
    if !output.isEmpty { interest.insert(.writable) }
    if case .open = input, output.count < Limits.outputBytes,
      machine.bufferedByteCount < Limits.pipelinedBytes || mayServe
    {
      interest.insert(.readable)
    }
    return interest
  }
}
