// Printing to somebody who may not read: a bar that was stopped, or that is slow.
//
// The standard streams are shared with other processes, a terminal with the shell, so they are never
// made non-blocking. Instead a write is made when poll(2) says that there is room, and is never
// larger than what a pipe that has room takes whole.

internal import CUnitsLinux
internal import Glibc

extension StandardStream {
  /// The largest write that a pipe with room takes at once. pipe(7), PIPE_BUF
  private static let pipePage = 4096

  /// What became of a write that does not wait.
  package enum Portion: Equatable, Sendable {
    case bytes(Int)
    /// There is no room at present.
    case wouldBlock
    /// Nobody reads any more.
    case closed
    case failed(SystemError)
  }

  /// Whether this process was given the stream at all. fcntl(2)
  package var isOpen: Bool { fcntl(rawValue, F_GETFD) >= 0 }

  /// Whether a write would go through at once. An ended reader counts as room: the write tells.
  /// poll(2)
  package var hasRoom: Bool { units_poll(rawValue, Int16(POLLOUT), 0) != 0 }

  /// How much the reader of a pipe has not read yet; 0 where that cannot be told. ioctl(2), FIONREAD
  package var unreadByteCount: Int {
    var status = stat()
    guard unsafe fstat(rawValue, &status) == 0, status.st_mode & S_IFMT == S_IFIFO else {
      return 0
    }
    var count: CInt = 0
    return unsafe ioctl(rawValue, UInt(FIONREAD), &count) == 0 ? Int(count) : 0
  }

  /// Writes what goes through without waiting. write(2)
  package func writeWithoutWaiting(_ bytes: ArraySlice<UInt8>) -> Portion {
    guard hasRoom else { return .wouldBlock }
    do throws(SystemError) {
      let count = try systemCall("write") {
        unsafe bytes.prefix(Self.pipePage).withUnsafeBytes { buffer in
          unsafe Glibc.write(rawValue, buffer.baseAddress, buffer.count)
        }
      }
      return .bytes(count)
    } catch {
      switch error.code {
      case EPIPE, EBADF, ECONNRESET: return .closed
      // Somebody who shares the stream made it non-blocking.
      case EAGAIN: return .wouldBlock
      default: return .failed(error)
      }
    }
  }
}

/// Writes everything at once if there is room for it, and nothing else; whether it did. write(2)
package func writeIfRoom(_ bytes: [UInt8], to descriptor: CInt) -> Bool {
  guard units_poll(descriptor, Int16(POLLOUT), 0) == CInt(POLLOUT) else { return false }
  return unsafe bytes.withUnsafeBytes { buffer in
    unsafe write(descriptor, buffer.baseAddress, buffer.count) == buffer.count
  }
}
