// One client, from accept to close.

internal import UnitsLinux
internal import UnitsProtocol
internal import UnitsStore
internal import Varlink

/// A client's socket, its protocol state, and what it waits for. Owned by the loop thread.
final class Connection {
  /// Names a connection for its whole life; descriptors' numbers come again, these do not.
  struct ID: Hashable, Sendable {
    let number: UInt64
  }

  /// What the call in progress waits for.
  enum Activity {
    case idle
    /// A read, until its group is known to be as the file is.
    case awaitingGroup(GroupRead)
    /// A receipt that the preferences thread will bring.
    case awaitingCommit(CommitKind)
    /// An answer that the preferences thread will bring.
    case awaitingAnswer
    /// An answer that the records thread will bring.
    case awaitingRecords
    /// A list, page by page.
    case listing(RecordsListing)
    case monitoringPreferences(PreferencesSubscription)
    case monitoringRecords(RecordsSubscription)
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

  /// Whether there is more to come from this client.
  enum Input {
    case open
    /// The client has shut its sending side and may still read.
    case ended
    /// The client is gone: what it has sent is done, nothing is answered.
    case gone
    /// Something malformed came: earned replies are sent, then the connection is closed.
    case violated(ProtocolViolation)
  }

  let id: ID
  let socket: FileDescriptor
  /// What this client may do: it goes by the socket that it came through.
  let access: Access
  /// False once it was closed: a handler may still hold it.
  var isOpen = true
  /// Whether it is among those whose calls wait for their turn.
  var isUnserved = false
  // What is done with these two calls nothing that could come back to them, so each access need not
  // be checked for another one under way, which would be a fifth of a Get.
  @exclusivity(unchecked) var machine: ServerConnection
  @exclusivity(unchecked) var output = OutputQueue()
  var activity = Activity.idle
  var input = Input.open
  /// When the last complete call came, or the connection.
  var lastCall: MonotonicTime
  /// Since when the client does not read what is there for it; nil while nothing waits.
  var blockedSince: MonotonicTime?
  /// The buffers as they were last counted.
  var accountedBytes = 0
  /// What the loop watches the socket for.
  var interest = EventLoop.Interest.readable

  init(id: ID, socket: consuming FileDescriptor, access: Access, now: MonotonicTime) {
    self.id = id
    self.socket = socket
    self.access = access
    machine = ServerConnection(maximumCallSize: Limits.callSize)
    lastCall = now
  }

  var isMonitor: Bool {
    switch activity {
    case .monitoringPreferences, .monitoringRecords: true
    case .idle, .awaitingGroup, .awaitingCommit, .awaitingAnswer, .awaitingRecords, .listing: false
    }
  }

  /// Whether replies of one call may lie here unread for as long as they like: whoever reads them
  /// may be a person, and what they cost is bounded.
  var mayBeSlow: Bool {
    if case .listing = activity { true } else { isMonitor }
  }

  /// What is kept for this client, in bytes.
  var bufferedBytes: Int {
    var bytes = output.count + machine.bufferedByteCount
    if case .monitoringPreferences(let subscription) = activity {
      bytes += subscription.backlogSize
    }
    return bytes
  }

  /// Takes note that nobody reads or sends any more: what was sent is done, nothing is answered.
  func lose() {
    output = OutputQueue()
    machine.receiveEnd()
    // After a violation nothing is left to be done.
    if case .violated = input { return }
    input = .gone
  }

  /// Whether a further call may be begun.
  var mayServe: Bool {
    guard case .idle = activity else { return false }
    return output.count < Limits.outputBytes
  }

  /// Whether everything that will be said has been said.
  var isDone: Bool {
    guard output.isEmpty else { return false }
    switch input {
    case .open: return false
    case .violated: return true
    case .ended, .gone:
      guard case .idle = activity else { return false }
      return machine.isFinished
    }
  }

  /// What the socket is to be watched for now.
  var wantedInterest: EventLoop.Interest {
    var interest = EventLoop.Interest.nothing
    if case .gone = input { return interest }
    if !output.isEmpty { interest.insert(.writable) }
    if case .open = input, output.count < Limits.outputBytes,
      machine.bufferedByteCount < Limits.pipelinedBytes || mayServe
    {
      interest.insert(.readable)
    }
    return interest
  }
}
