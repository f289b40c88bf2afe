// Many connections at once from one thread.

internal import Glibc
internal import UnitsLinux
internal import Varlink

/// Clients that each send a call, wait for the reply, and send the next.
final class Load {
  private let loop: EventLoop
  private let terminator: UInt8
  private let makeFrame: (_ client: Int, _ call: Int) -> [UInt8]
  private var sockets: [CInt] = []
  private var calls: [Int]
  private var buffer = [UInt8](repeating: 0, count: 65_536)
  private var failure: (any Error)?
  private(set) var completed = 0

  /// Connects the clients; `makeFrame` makes each one's next call, and this byte ends a reply.
  init(
    clients: Int, to path: String, terminator: UInt8 = FrameDecoder.terminator,
    _ makeFrame: @escaping (_ client: Int, _ call: Int) -> [UInt8]
  ) throws {
    self.terminator = terminator
    loop = try EventLoop()
    calls = [Int](repeating: 0, count: clients)
    self.makeFrame = makeFrame
    for client in 0..<clients {
      let deadline = MonotonicTime.now() + .seconds(5)
      let socket = try UnixSocket.connect(to: path, deadline: deadline).release()
      sockets.append(socket)
      try loop.watch(socket, for: .readable) { [unowned self] _ in receive(client) }
    }
  }

  deinit {
    for socket in sockets { close(socket) }
  }

  /// Calls without a pause for this long and returns the replies a second.
  func run(for duration: Duration) throws -> Quantity {
    let start = MonotonicTime.now()
    let end = start + duration
    completed = 0
    for client in sockets.indices { send(client) }
    while !end.isPast, failure == nil { try loop.turn(limit: .milliseconds(100)) }
    if let failure { throw failure }
    let elapsed = MonotonicTime.now().nanoseconds - start.nanoseconds
    let rate = Double(completed) * 1e9 / Double(elapsed)
    try drain()
    return Quantity(value: rate, unit: .perSecond)
  }

  /// Waits for the replies that are still to come.
  private func drain() throws {
    isDraining = true
    while outstanding > 0, failure == nil { try loop.turn(limit: .milliseconds(100)) }
    isDraining = false
    if let failure { throw failure }
  }

  private var isDraining = false
  private var outstanding = 0

  private func send(_ client: Int) {
    let frame = makeFrame(client, calls[client])
    calls[client] += 1
    outstanding += 1
    do {
      guard case .bytes(frame.count) = try UnixSocket.send(frame, from: 0, to: sockets[client])
      else { throw BenchFailure("a call was not taken whole") }
    } catch {
      failure = error
    }
  }

  private func receive(_ client: Int) {
    do {
      switch try UnixSocket.receive(into: &buffer, from: sockets[client]) {
      case .wouldBlock: return
      case .closed: throw BenchFailure("the connection was closed")
      case .bytes(let count):
        guard buffer[count - 1] == terminator else { return }
      }
      completed += 1
      outstanding -= 1
      if !isDraining { send(client) }
    } catch {
      failure = error
    }
  }
}
