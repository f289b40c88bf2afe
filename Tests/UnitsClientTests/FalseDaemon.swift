import Testing
import UnitsLinux

/// Somebody who listens where the daemon should.
final class FalseDaemon {
  private var listener: FileDescriptor?
  private var thread: WorkerThread?
  private let stop: HandOverQueue<Void>

  /// Serves one connection after the other; without a function nobody accepts: the kernel does, and
  /// a call is never read.
  ///
  /// - Parameters:
  ///   - path: Where it listens.
  ///   - serve: Given the connection, and a descriptor that is readable when this is to end.
  /// - Throws: What kept it from listening.
  init(
    at path: String,
    serving serve: (@Sendable (consuming FileDescriptor, _ stop: CInt) throws -> Void)?
  ) throws {
    try Directory.create(splitPath(path).directory)
    let listener = try UnixSocket.listen(at: path)
    let number = listener.number
    self.listener = consume listener
    let stop = try HandOverQueue<Void>()
    self.stop = stop
    guard let serve else { return }
    thread = try WorkerThread(name: "false daemon") {
      do {
        let loop = try EventLoop()
        try loop.watch(stop.descriptor, for: .readable) { _ in loop.stop() }
        try loop.watch(number, for: .readable) { _ in
          do {
            guard let connection = try UnixSocket.accept(from: number) else { return }
            try serve(connection, stop.descriptor)
          } catch {
            Issue.record("\(error)")
          }
        }
        try loop.run()
      } catch {
        Issue.record("\(error)")
      }
    }
  }

  /// Answers the first call of each connection with the same bytes, and hangs up.
  convenience init(at path: String, answering reply: [UInt8]) throws {
    try self.init(at: path) { connection, _ in
      _ = try UnixSocket.wait(
        for: .readable, on: connection.number, until: .now() + .seconds(5))
      var buffer = [UInt8](repeating: 0, count: 65_536)
      _ = try UnixSocket.receive(into: &buffer, from: connection.number)
      _ = try UnixSocket.send(reply, from: 0, to: connection.number)
    }
  }

  deinit {
    stop.push(())
    if let thread = thread.take() { thread.join() }
  }
}
