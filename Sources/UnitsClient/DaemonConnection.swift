// One connection to the daemon for calls that wait for their replies.
//
// A call has a deadline and never waits past it. After a deadline or a broken stream the connection
// is of no more use: a reply that came later would be taken for another call's.

internal import Glibc
package import UnitsLinux
package import UnitsProtocol
package import Varlink

/// A blocking connection to the daemon. One thread at a time uses it.
package final class DaemonConnection {
  /// What is received at once: a small reply in one read. A page, because a larger buffer is zeroed
  /// at the cost of a fault a page, which a program that runs for a millisecond notices.
  package static let smallReceiveSize = 4 << 10

  /// What is received at once where much is expected: a page of records.
  package static let largeReceiveSize = 64 << 10

  private let kernel: any Kernel
  private let path: String
  private let receiveSize: Int
  private let socket: FileDescriptor
  private var connection = ClientConnection()
  private var isBroken = false

  /// Connects, and makes sure that this user's daemon is at the other end. connect(2)
  package init(
    to path: String, receiveSize: Int = smallReceiveSize, deadline: MonotonicTime,
    on kernel: any Kernel = .linux
  ) throws(ClientError) {
    self.kernel = kernel
    self.path = path
    self.receiveSize = receiveSize
    socket = try Self.connect(to: path, deadline: deadline, on: kernel)
  }

  /// Whether a call may be sent: nothing went wrong, and the daemon has not hung up. recv(2)
  package var isUsable: Bool {
    guard !isBroken else { return false }
    var buffer: [UInt8] = [0]
    do throws(SystemError) {
      return try kernel.receive(into: &buffer, from: socket.number) == .wouldBlock
    } catch {
      // A stream that cannot be read is none to call through.
      return false
    }
  }

  /// Calls, and waits for the reply.
  package func call<Request: UnitsRequest>(
    _ request: Request, deadline: MonotonicTime
  ) throws(ClientError) -> Request.Response {
    try send(request, deadline: deadline)
    return try response(to: request, deadline: deadline)
  }

  /// Calls, and leaves the reply to ``response(to:deadline:)``. Calls that are sent ahead are
  /// answered in their order.
  package func send(
    _ request: some UnitsRequest, deadline: MonotonicTime
  ) throws(ClientError) {
    var output: [UInt8] = []
    request.send(on: &connection, into: &output)
    try send(output, deadline: deadline)
  }

  /// Waits for the reply to the first call that has none yet.
  package func response<Request: UnitsRequest>(
    to request: Request, deadline: MonotonicTime
  ) throws(ClientError) -> Request.Response {
    try streamedResponse(to: request, deadline: deadline).response
  }

  /// Waits for the next of several replies to a call; the last one says so.
  package func streamedResponse<Request: UnitsRequest>(
    to request: Request, deadline: MonotonicTime
  ) throws(ClientError) -> (response: Request.Response, continuation: Reply.Continuation) {
    var continuation = Reply.Continuation.final
    var received: Request.Response?
    var failure: CallFailure?
    try reply(deadline: deadline) { reply in
      continuation = reply.continuation
      failure = read(reply, request, into: &received)
    }
    return (try response(received, failure), continuation)
  }

  /// Makes two calls in one write, and waits for both replies: the first one is given to `take`, the
  /// second one returned. For calls that change nothing: when sending fails, the first may have been
  /// received.
  package func call<First: UnitsRequest, Second: UnitsRequest>(
    _ first: First, _ second: Second, deadline: MonotonicTime, first take: (First.Response) -> Void
  ) throws(ClientError) -> Second.Response {
    var output: [UInt8] = []
    first.send(on: &connection, into: &output)
    second.send(on: &connection, into: &output)
    try send(output, deadline: deadline)
    var (firstReceived, secondReceived): (First.Response?, Second.Response?) = (nil, nil)
    var (firstFailure, secondFailure): (CallFailure?, CallFailure?) = (nil, nil)
    // Both are received before one is looked at: no failure leaves a reply behind.
    try reply(deadline: deadline) { firstFailure = read($0, first, into: &firstReceived) }
    try reply(deadline: deadline) { secondFailure = read($0, second, into: &secondReceived) }
    take(try response(firstReceived, firstFailure))
    return try response(secondReceived, secondFailure)
  }

  // Two optionals and no `Result`: a generic type that a process meets costs as much as the reply.
  private func read<Request: UnitsRequest>(
    _ reply: ReplyView, _ request: Request, into response: inout Request.Response?
  ) -> CallFailure? {
    do throws(CallFailure) {
      response = try request.response(from: reply)
      return nil
    } catch {
      return error
    }
  }

  private func response<Response>(
    _ received: Response?, _ failure: CallFailure?
  ) throws(ClientError) -> Response {
    if let received { return received }
    guard let failure else { preconditionFailure("a reply is a response or a failure") }
    throw ClientError(failure, socket: path)
  }

  // MARK: Bytes

  /// Sends everything. A failure before the last byte means that nothing was asked for: half a
  /// frame is no call.
  private func send(_ bytes: [UInt8], deadline: MonotonicTime) throws(ClientError) {
    var offset = 0
    isBroken = true
    do throws(SystemError) {
      while offset < bytes.count {
        switch try kernel.send(bytes, from: offset, to: socket.number) {
        case .bytes(let count): offset += count
        case .closed:
          throw SystemError(operation: "send", path: path, code: EPIPE)
        case .wouldBlock:
          guard try kernel.wait(for: .writable, on: socket.number, until: deadline) else {
            throw SystemError(operation: "send", path: path, code: ETIMEDOUT)
          }
        }
      }
    } catch {
      throw error.code == ETIMEDOUT ? .timedOut(socket: path) : .notRunning(error)
    }
    isBroken = false
  }

  /// Waits for the next reply, and lets `read` see it.
  private func reply(
    deadline: MonotonicTime, _ read: (ReplyView) -> Void
  ) throws(ClientError) {
    while try !nextReply(read) {
      guard let bytes = receive(deadline: deadline) else {
        isBroken = true
        throw .outcomeUnknown(socket: path)
      }
      connection.receive(bytes.span)
    }
  }

  private func nextReply(_ read: (ReplyView) -> Void) throws(ClientError) -> Bool {
    do throws(ProtocolViolation) { return try connection.next(reading: read) } catch {
      isBroken = true
      throw .violation(error, socket: path)
    }
  }

  /// The next bytes; nil when there are none until the deadline, or never will be.
  private func receive(deadline: MonotonicTime) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: receiveSize)
    do throws(SystemError) {
      while true {
        switch try kernel.receive(into: &buffer, from: socket.number) {
        case .bytes(let count):
          buffer.removeLast(buffer.count - count)
          return buffer
        case .closed: return nil
        case .wouldBlock:
          guard try kernel.wait(for: .readable, on: socket.number, until: deadline) else {
            return nil
          }
        }
      }
    } catch {
      // Whatever broke the stream, the reply is lost.
      return nil
    }
  }
}

extension DaemonConnection {
  /// A connected, non-blocking socket with this user's daemon at its other end.
  static func connect(
    to path: String, deadline: MonotonicTime, on kernel: any Kernel
  ) throws(ClientError) -> FileDescriptor {
    do throws(SystemError) {
      try checkDirectory(of: path, on: kernel)
    } catch {
      // A socket there is nobody's daemon, whoever listens.
      throw .notRunning(error)
    }
    do throws(SystemError) {
      let socket = try kernel.connect(to: path, until: deadline)
      try checkPeer(of: socket.number, path: path, on: kernel)
      return socket
    } catch {
      switch error.code {
      case ENOENT, ENOTDIR, ECONNREFUSED: throw .notRunning(error)
      case ETIMEDOUT: throw .timedOut(socket: path)
      default: throw .unreachable(error)
      }
    }
  }

  /// A directory of another user, who may lead the socket's name to any socket, is none to look in.
  private static func checkDirectory(
    of path: String, on kernel: any Kernel
  ) throws(SystemError) {
    let directory = splitPath(path).directory
    guard let owner = try kernel.identity(following: directory)?.owner else { return }
    guard owner == kernel.user || owner == 0 else {
      throw SystemError(operation: "connect in another user's directory", path: path, code: EPERM)
    }
  }

  /// Another user's program, which may sit on a path below `/tmp`, is told nothing.
  private static func checkPeer(
    of socket: CInt, path: String, on kernel: any Kernel
  ) throws(SystemError) {
    guard try kernel.peer(of: socket).user == kernel.user else {
      throw SystemError(operation: "connect to another user's socket", path: path, code: EPERM)
    }
  }
}
