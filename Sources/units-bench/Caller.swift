// One client of one connection, as cheap as a client can be: the same for the daemon and for what
// stands beside it.

internal import Glibc
internal import UnitsLinux
internal import UnitsProtocol
internal import Varlink

/// A connection that waits for its replies.
struct Caller: ~Copyable {
  let socket: FileDescriptor
  private var buffer = [UInt8](repeating: 0, count: 65_536)

  /// How long a program that was just started may take until it listens.
  private static let patience: Duration = .seconds(30)

  /// Connects, waiting for the listener to appear.
  init(to path: String) throws {
    let deadline = MonotonicTime.now() + Self.patience
    while true {
      do throws(SystemError) {
        socket = try UnixSocket.connect(to: path, deadline: deadline)
        break
      } catch {
        guard error.code == ENOENT || error.code == ECONNREFUSED, !deadline.isPast else {
          throw error
        }
        MonotonicTime.sleep(until: .now() + .milliseconds(1))
      }
    }
    makeBlocking(socket.number)
  }

  /// Sends a frame and waits for one in return; returns its size.
  @discardableResult
  mutating func call(_ frame: [UInt8]) throws -> Int {
    try send(frame)
    return try receive()
  }

  func send(_ frame: [UInt8]) throws {
    guard case .bytes(frame.count) = try UnixSocket.send(frame, from: 0, to: socket.number) else {
      throw BenchFailure("a call was not taken whole")
    }
  }

  /// Waits for a frame and returns its size with its NUL. Nothing may follow it.
  mutating func receive() throws -> Int {
    var size = 0
    while true {
      guard case .bytes(let count) = try UnixSocket.receive(into: &buffer, from: socket.number)
      else { throw BenchFailure("the connection was closed") }
      size += count
      if buffer[count - 1] == FrameDecoder.terminator { return size }
    }
  }

  /// Sends a frame and returns the whole answer, which has to be a success.
  mutating func answer(to frame: [UInt8]) throws -> [UInt8] {
    try send(frame)
    let bytes = Array(buffer[..<(try receive())])
    let reply = try Reply(parsing: bytes.span.extracting(..<(bytes.count - 1)))
    guard reply.outcome == .success else {
      throw BenchFailure("unexpected answer: \(String(decoding: bytes, as: UTF8.self))")
    }
    return bytes
  }
}

/// Lets calls on a socket wait. fcntl(2)
func makeBlocking(_ socket: CInt) {
  _ = fcntl(socket, F_SETFL, fcntl(socket, F_GETFL) & ~O_NONBLOCK)
}

extension UnitsRequest {
  /// The request as it is sent.
  var frame: [UInt8] {
    var bytes: [UInt8] = []
    var connection = ClientConnection()
    send(on: &connection, into: &bytes)
    return bytes
  }
}
