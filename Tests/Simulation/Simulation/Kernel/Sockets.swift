// Unix stream sockets.

internal import UnitsLinux

/// A socket that connections come to.
final class Listener: OpenObject {
  let owner: UnixSocket.Peer
  /// The servers' ends of those who wait.
  var queue: [Socket] = []

  init(_ owner: UnixSocket.Peer) { self.owner = owner }

  override var readiness: EventLoop.Readiness { queue.isEmpty ? [] : .readable }

  override func wasClosed(_ machine: Machine) {
    for socket in queue { socket.end(.reset, machine) }
    queue = []
  }
}

/// One end of a connection.
final class Socket: OpenObject {
  /// The other end; nil once that is closed.
  var other: Socket?
  /// Who is there.
  let peer: UnixSocket.Peer
  var incoming: [UInt8] = []
  /// Whether the other end sends nothing more.
  var isEndOfInput = false
  /// Whether this end sends nothing more.
  var isEndOfOutput = false
  /// What the other end left behind was not read by it.
  var wasReset = false

  init(peer: UnixSocket.Peer) { self.peer = peer }

  /// How much more the other end takes, by what one direction may hold.
  func room(_ machine: Machine) -> Int {
    max(0, machine.policy.socketBuffer - (other?.incoming.count ?? 0))
  }

  override var readiness: EventLoop.Readiness {
    var readiness: EventLoop.Readiness = []
    if !incoming.isEmpty || isEndOfInput { readiness.insert(.readable) }
    if isEndOfInput, isEndOfOutput { readiness.insert(.hungUp) }
    if wasReset { readiness.insert(.failed) }
    // As Linux does it: writable while a quarter of the room is used.
    let waiting = other?.incoming.count ?? 0
    if waiting * 4 <= (other?.limit ?? 0) || other == nil { readiness.insert(.writable) }
    return readiness
  }

  /// How many bytes may wait to be read.
  var limit = 0

  enum Ending {
    case orderly
    case reset
  }

  override func wasClosed(_ machine: Machine) {
    end(incoming.isEmpty ? .orderly : .reset, machine)
  }

  func end(_ ending: Ending, _ machine: Machine) {
    guard let other else { return }
    self.other = nil
    other.other = nil
    other.isEndOfInput = true
    other.isEndOfOutput = true
    if ending == .reset { other.wasReset = true }
    other.stir(machine)
  }
}
