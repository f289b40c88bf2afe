import Glibc
import UnitsLinux
import Varlink

/// The certification's service on a Unix socket, in a thread of its own.
final class CertificationServer {
  let address: String
  private let orders: HandOverQueue<Void>
  private var thread: WorkerThread?

  init(listeningAt path: String) throws {
    address = "unix:\(path)"
    orders = try HandOverQueue()
    let listener = try UnixSocket.listen(at: path).release()
    thread = try WorkerThread(name: "certification") { [orders] in
      do throws(SystemError) {
        let loop = try CertificationLoop(listener: FileDescriptor(owning: listener))
        try loop.run(until: orders)
      } catch {
        preconditionFailure("\(error)")
      }
    }
  }

  /// Every test stops its server; a connection that is still open is closed.
  func stop() {
    orders.push(())
    thread.take()?.join()
  }
}

/// The server's thread.
private final class CertificationLoop {
  private final class Connection {
    let socket: FileDescriptor
    var machine = ServerConnection(maximumCallSize: 1 << 20)
    init(socket: consuming FileDescriptor) { self.socket = socket }
  }

  private let listener: FileDescriptor
  private let loop: EventLoop
  private var service = CertificationService()
  private var connections: [CInt: Connection] = [:]
  private var buffer = [UInt8](repeating: 0, count: 4_096)

  init(listener: consuming FileDescriptor) throws(SystemError) {
    self.listener = listener
    loop = try EventLoop()
  }

  func run(until orders: HandOverQueue<Void>) throws(SystemError) {
    let number = listener.number
    try loop.watch(number, for: .readable) { [unowned self] _ in accept(from: number) }
    try loop.watch(orders.descriptor, for: .readable) { [unowned self] _ in
      if !orders.drain().isEmpty { loop.stop() }
    }
    try loop.run()
  }

  private func accept(from listener: CInt) {
    do throws(SystemError) {
      while let socket = try UnixSocket.accept(from: listener) {
        let connection = Connection(socket: socket)
        let number = connection.socket.number
        connections[number] = connection
        try loop.watch(number, for: .readable) { [unowned self] _ in serve(connection) }
      }
    } catch {
      preconditionFailure("\(error)")
    }
  }

  private func serve(_ connection: Connection) {
    let number = connection.socket.number
    var isOver = false
    do throws(SystemError) {
      switch try UnixSocket.receive(into: &buffer, from: number) {
      case .bytes(let count): connection.machine.receive(buffer.span.extracting(..<count))
      case .closed: connection.machine.receiveEnd()
      case .wouldBlock: return
      }
      var output: [UInt8] = []
      do throws(ProtocolViolation) {
        while let call = try connection.machine.next() {
          for reply in service.replies(to: call) { connection.machine.encode(reply, into: &output) }
        }
        isOver = connection.machine.isFinished
      } catch {
        isOver = true
      }
      try sendAll(output, to: number, deadline: .now() + .seconds(10))
    } catch {
      isOver = true
    }
    if isOver {
      loop.forget(number)
      connections[number] = nil
    }
  }
}

/// Sends every byte, waiting while the peer does not read.
func sendAll(
  _ bytes: [UInt8], to socket: CInt, deadline: MonotonicTime
) throws(SystemError) {
  var offset = 0
  while offset < bytes.count {
    switch try UnixSocket.send(bytes, from: offset, to: socket) {
    case .bytes(let count): offset += count
    case .closed: throw SystemError(operation: "send", code: EPIPE)
    case .wouldBlock:
      guard try UnixSocket.wait(for: .writable, on: socket, until: deadline) == .ready else {
        throw SystemError(operation: "send", code: ETIMEDOUT)
      }
    }
  }
}
