// One connection that monitors, driven by an event loop.

internal import Glibc
internal import UnitsLinux
internal import UnitsProtocol
internal import Varlink

/// A connection on which one call is made and then only listened. Owned by its loop's thread; it
/// never waits.
final class MonitorChannel<Request: UnitsRequest> {
  typealias State = MonitorState

  enum Event {
    case response(Request.Response)
    /// The channel is absent again.
    case ended(ClientError)
  }

  /// What is read before others on the loop have their turn.
  private static var bytesPerTurn: Int { 64 << 10 }

  private(set) var state = State.absent
  private let loop: EventLoop
  private let kernel: any Kernel
  private let path: String
  private let handler: (Event) -> Void
  private var socket: FileDescriptor?
  private var connection = ClientConnection()
  private var patience: EventLoop.TimerID?

  init(
    loop: EventLoop, path: String, on kernel: any Kernel, handler: @escaping (Event) -> Void
  ) {
    self.kernel = kernel
    self.loop = loop
    self.path = path
    self.handler = handler
  }

  /// Connects and sends the call; the replies come as events. A daemon that has not begun to answer
  /// within `patience` is given up.
  func open(_ request: Request, patience: Duration) throws(ClientError) {
    precondition(state == .absent, "an open channel is not opened again")
    // The deadline is now: on a Unix socket connecting succeeds or fails at once, unless the
    // daemon's queue is full, which is a reason to come back later.
    let opened = try DaemonConnection.connect(
      to: path, deadline: kernel.now(), on: kernel)
    connection = ClientConnection()
    var output: [UInt8] = []
    request.send(on: &connection, into: &output)
    do throws(SystemError) {
      // A new socket's buffer takes a call of a few hundred bytes whole.
      let transfer = try kernel.send(output, from: 0, to: opened.number)
      guard transfer == .bytes(output.count) else {
        throw SystemError(operation: "send", path: path, code: EPIPE)
      }
      try loop.watch(opened.number, for: .readable) { [weak self] _ in self?.receive() }
    } catch {
      throw .system(error)
    }
    socket = consume opened
    state = .awaitingFirstReply
    self.patience = loop.after(patience) { [weak self, path] in
      self?.end(.timedOut(socket: path))
    }
  }

  /// Hangs up, without an event.
  func close() {
    if let patience { loop.cancel(patience) }
    patience = nil
    if let socket = socket.take() { loop.forget(socket.number) }
    state = .absent
  }

  private func end(_ error: ClientError) {
    close()
    handler(.ended(error))
  }

  private func receive() {
    guard let number = socket?.number else { return }
    var buffer = [UInt8](repeating: 0, count: Self.bytesPerTurn)
    do throws(SystemError) {
      switch try kernel.receive(into: &buffer, from: number) {
      case .wouldBlock: return
      case .closed: return end(.outcomeUnknown(socket: path))
      case .bytes(let count): connection.receive(buffer.span.extracting(..<count))
      }
    } catch {
      return end(.system(error))
    }
    takeReplies()
  }

  private func takeReplies() {
    do throws(ProtocolViolation) {
      // The handler may close the channel.
      while state != .absent {
        var continuation = Reply.Continuation.final
        var response: Request.Response?
        var failure: CallFailure?
        let isThere = try connection.next { reply in
          continuation = reply.continuation
          do throws(CallFailure) { response = try Request.Response(reply) } catch {
            failure = error
          }
        }
        guard isThere else { return }
        if let failure { return end(ClientError(failure, socket: path)) }
        if let patience { loop.cancel(patience) }
        patience = nil
        state = .live
        if let response { handler(.response(response)) }
        if continuation == .final, state != .absent {
          return end(.outcomeUnknown(socket: path))
        }
      }
    } catch {
      end(.violation(error, socket: path))
    }
  }
}

/// How far a channel is.
enum MonitorState: Equatable {
  case absent
  /// The call was sent. A daemon that is stuck stays in this state until the time is up.
  case awaitingFirstReply
  case live
}
