// One connection, for one thread at a time, which waits.

internal import Glibc
internal import UnitsConcurrency
internal import UnitsLinux
internal import Varlink

final class Connection: Sendable {
  /// What is received at once.
  private static let receiveSize = 64 << 10

  private let socket: FileDescriptor
  private let path: String
  private let state = Guarded(ClientConnection())

  /// Connects. connect(2)
  init(to path: String, _ deadline: MonotonicTime) throws(VarlinkClientError) {
    self.path = path
    do throws(SystemError) {
      socket = try UnixSocket.connect(to: path, deadline: deadline)
    } catch {
      throw .unreachable(error.description)
    }
  }

  /// Whether the service has neither closed the connection nor said anything unasked.
  var isUsable: Bool {
    var byte: [UInt8] = [0]
    do throws(SystemError) {
      return try UnixSocket.receive(into: &byte, from: socket.number) == .wouldBlock
    } catch {
      return false
    }
  }

  /// Does something that waits, on a thread for that. If the task is cancelled meanwhile the
  /// connection is shut down, which ends the waiting.
  func whileCancellable<Value: Sendable>(
    _ body: @escaping @Sendable (Connection) -> Result<Value, VarlinkClientError>
  ) async throws(VarlinkClientError) -> Value {
    let result = await withTaskCancellationHandler {
      await VarlinkClient.crew.run { [self] in body(self) }
    } onCancel: {
      _ = shutdown(socket.number, CInt(SHUT_RDWR))
    }
    return try result.get()
  }

  func send(_ call: Call, _ deadline: MonotonicTime) throws(VarlinkClientError) {
    let bytes = state.withLock { connection in
      var output: [UInt8] = []
      connection.send(call, into: &output)
      return output
    }
    var offset = 0
    do throws(SystemError) {
      while offset < bytes.count {
        switch try UnixSocket.send(bytes, from: offset, to: socket.number) {
        case .bytes(let count): offset += count
        case .closed: throw SystemError(operation: "send", path: path, code: EPIPE)
        case .wouldBlock:
          guard try UnixSocket.wait(for: .writable, on: socket.number, until: deadline) != .timedOut
          else { throw SystemError(operation: "send", path: path, code: ETIMEDOUT) }
        }
      }
    } catch {
      // Half a call is none.
      throw .unreachable(error.description)
    }
  }

  func reply(_ deadline: MonotonicTime) throws(VarlinkClientError) -> Reply {
    while true {
      let reply: Reply?
      do throws(ProtocolViolation) {
        reply = try state.withLock { (connection) throws(ProtocolViolation) in
          try connection.next()
        }
      } catch {
        throw .violation(error)
      }
      if let reply { return reply }
      let bytes = try receive(deadline)
      state.withLock { $0.receive(bytes.span) }
    }
  }

  private func receive(_ deadline: MonotonicTime) throws(VarlinkClientError) -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: Self.receiveSize)
    do throws(SystemError) {
      while true {
        switch try UnixSocket.receive(into: &buffer, from: socket.number) {
        case .bytes(let count):
          buffer.removeLast(buffer.count - count)
          return buffer
        case .closed: throw SystemError(operation: "recv", path: path, code: ECONNRESET)
        case .wouldBlock:
          guard try UnixSocket.wait(for: .readable, on: socket.number, until: deadline) != .timedOut
          else { throw SystemError(operation: "recv", path: path, code: ETIMEDOUT) }
        }
      }
    } catch {
      throw .replyLost(error.description)
    }
  }
}
