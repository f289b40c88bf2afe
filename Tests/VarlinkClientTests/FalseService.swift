import Glibc
import TestSupport
import UnitsLinux

/// A service that accepts one connection after the other and answers each with the same bytes, or
/// with nothing. It ends with the value.
final class FalseService: Sendable {
  let path: String
  private let home: TemporaryHome
  private let listener: FileDescriptor

  /// `answer` is sent when something was received; nil for a service that is silent, empty for one
  /// that hangs up.
  init(in home: TemporaryHome, answer: String?) throws {
    self.home = home
    path = "\(home.root)/false.sock"
    listener = try UnixSocket.listen(at: path)
    let number = listener.number
    try WorkerThread(name: "false-service") {
      var silent: [FileDescriptor.Box] = []
      while true {
        do throws(SystemError) {
          _ = try UnixSocket.wait(for: .readable, on: number, until: .never)
          guard let socket = try UnixSocket.accept(from: number) else { continue }
          _ = try UnixSocket.wait(for: .readable, on: socket.number, until: .never)
          guard let answer else {
            silent.append(FileDescriptor.Box(socket))
            continue
          }
          var buffer = [UInt8](repeating: 0, count: 4096)
          _ = try UnixSocket.receive(into: &buffer, from: socket.number)
          if !answer.isEmpty {
            _ = try UnixSocket.send(Array(answer.utf8) + [0], from: 0, to: socket.number)
          }
        } catch {
          return
        }
      }
    }.detach()
  }

  deinit {
    // accept(2) then fails, which ends the thread.
    _ = shutdown(listener.number, CInt(SHUT_RDWR))
  }
}

extension FileDescriptor {
  /// A descriptor that an array can hold.
  final class Box {
    private let descriptor: FileDescriptor

    init(_ descriptor: consuming FileDescriptor) { self.descriptor = descriptor }
  }
}
