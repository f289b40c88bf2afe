import Glibc
import TestSupport
import UnitsLinux

/// A service that accepts one connection after the other and answers each with the same bytes, or
/// with nothing. It ends with the value.
final class FalseService {
  let path: String
  private let home: TemporaryHome
  private let listener: FileDescriptor
  private var thread: WorkerThread?
  private let isEnding: Guarded<Bool>

  /// `answer` is sent when something was received; nil for a service that is silent, empty for one
  /// that hangs up.
  init(in home: TemporaryHome, answer: String?) throws {
    self.home = home
    path = "\(home.root)/false.sock"
    listener = try UnixSocket.listen(at: path)
    let number = listener.number
    let isEnding = Guarded(false)
    self.isEnding = isEnding
    thread = try WorkerThread(name: "false-service") {
      var silent: [FileDescriptor.Box] = []
      while !isEnding.withLock({ $0 }) {
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
    }
  }

  deinit {
    // The thread then wakes and ends; before that the number must not become another's.
    isEnding.withLock { $0 = true }
    _ = shutdown(listener.number, CInt(SHUT_RDWR))
    thread.take()?.join()
  }
}

extension FileDescriptor {
  /// A descriptor that an array can hold.
  final class Box {
    private let descriptor: FileDescriptor

    init(_ descriptor: consuming FileDescriptor) { self.descriptor = descriptor }
  }
}
