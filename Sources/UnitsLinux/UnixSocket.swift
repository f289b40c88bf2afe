// Stream sockets in the file system.

internal import CUnitsLinux
internal import Glibc

/// Listening, connecting and talking on `AF_UNIX` stream sockets. Every descriptor made here is
/// non-blocking and closes on exec.
package enum UnixSocket {
  /// The process at the other end, as it was when it connected.
  package struct Peer: Equatable, Sendable {
    package let user: UInt32
    package let process: Int32

    package init(user: UInt32, process: Int32) {
      self.user = user
      self.process = process
    }
  }

  /// What one attempt to send or receive came to.
  package enum Transfer: Equatable, Sendable {
    case bytes(Int)
    case wouldBlock
    case closed
  }

  /// The longest path that fits `sun_path` with its NUL.
  package static let maximumPathLength = 107

  /// Connections that wait to be accepted; the kernel cuts it to `net.core.somaxconn`.
  package static let backlog: CInt = 4096

  /// Binds and listens; only this user may connect. The path must be free. socket(2), bind(2),
  /// chmod(2), listen(2)
  package static func listen(at path: String) throws(SystemError) -> FileDescriptor {
    let socket = try make()
    let number = socket.number
    try unsafe withAddress(of: path, "bind") { address, length throws(SystemError) in
      try systemCall("bind", path) { unsafe bind(number, address, length) }
    }
    try systemCall("chmod", path) { unsafe chmod(path, 0o600) }
    try systemCall("listen", path) { Glibc.listen(number, backlog) }
    return socket
  }

  /// Connects, waiting until `deadline` while the server's queue is full. connect(2)
  package static func connect(
    to path: String, deadline: MonotonicTime
  ) throws(SystemError) -> FileDescriptor {
    try LinuxKernel.shared.connect(to: path, until: deadline)
  }

  /// Connects; throws `EAGAIN` while the server's queue is full. connect(2)
  static func connect(to path: String) throws(SystemError) -> CInt {
    let socket = try make()
    let number = socket.number
    try unsafe withAddress(of: path, "connect") { address, length throws(SystemError) in
      try systemCall("connect", path) { unsafe Glibc.connect(number, address, length) }
    }
    return socket.release()
  }

  /// A connected pair, which the caller owns. socketpair(2)
  package static func pair() throws(SystemError) -> (CInt, CInt) {
    var numbers: (CInt, CInt) = (-1, -1)
    try systemCall("socketpair") {
      unsafe withUnsafeMutablePointer(to: &numbers) { pointer in
        unsafe pointer.withMemoryRebound(to: CInt.self, capacity: 2) { pair in
          unsafe socketpair(AF_UNIX, streamType, 0, pair)
        }
      }
    }
    return numbers
  }

  /// The path that a listening socket is bound to; nil if it has none. getsockname(2)
  package static func path(of socket: CInt) -> String? {
    var address = sockaddr_un()
    var length = socklen_t(MemoryLayout<sockaddr_un>.size)
    let code = unsafe withUnsafeMutablePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        unsafe getsockname(socket, generic, &length)
      }
    }
    guard code == 0 else { return nil }
    let path = unsafe withUnsafeBytes(of: &address.sun_path) { bytes in
      unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
    }
    return path.isEmpty ? nil : path
  }

  /// The next waiting connection, or nil if there is none. accept4(2)
  package static func accept(from listener: CInt) throws(SystemError) -> FileDescriptor? {
    try LinuxKernel.shared.accept(from: listener).map { FileDescriptor(owning: $0) }
  }

  /// Who connected. getsockopt(2), SO_PEERCRED
  package static func peer(of socket: CInt) throws(SystemError) -> Peer {
    var user: uid_t = 0
    var process: pid_t = 0
    try systemCall("getsockopt") { unsafe units_peer_credentials(socket, &user, &process) }
    return Peer(user: user, process: process)
  }

  /// Sends what the kernel takes now. Never raises SIGPIPE. send(2)
  package static func send(
    _ bytes: [UInt8], from offset: Int, to socket: CInt
  ) throws(SystemError) -> Transfer {
    do throws(SystemError) {
      let count = try systemCall("send") {
        unsafe bytes.withUnsafeBytes { buffer in
          unsafe Glibc.send(
            socket, buffer.baseAddress.map { unsafe $0 + offset }, buffer.count - offset,
            CInt(MSG_NOSIGNAL))
        }
      }
      return .bytes(count)
    } catch {
      switch error.code {
      case EAGAIN: return .wouldBlock
      case EPIPE, ECONNRESET: return .closed
      default: throw error
      }
    }
  }

  /// Receives what has arrived, at most the buffer's size. recv(2)
  package static func receive(
    into buffer: inout [UInt8], from socket: CInt
  ) throws(SystemError) -> Transfer {
    do throws(SystemError) {
      let count = try systemCall("recv") {
        unsafe buffer.withUnsafeMutableBytes { storage in
          unsafe recv(socket, storage.baseAddress, storage.count, 0)
        }
      }
      return count == 0 ? .closed : .bytes(count)
    } catch {
      switch error.code {
      case EAGAIN: return .wouldBlock
      case ECONNRESET: return .closed
      default: throw error
      }
    }
  }

  /// Waits until the socket can be read or written, or the deadline is past. poll(2)
  package static func wait(
    for interest: EventLoop.Interest, on socket: CInt, until deadline: MonotonicTime
  ) throws(SystemError) -> Readiness {
    try LinuxKernel.shared.wait(for: interest, on: socket, until: deadline) ? .ready : .timedOut
  }

  package enum Readiness: Sendable {
    case ready
    case timedOut
  }

  /// Ends the sending direction: the peer reads to the end. shutdown(2)
  package static func shutDownSending(_ socket: CInt) throws(SystemError) {
    try systemCall("shutdown") { shutdown(socket, CInt(SHUT_WR)) }
  }

  private static let streamType =
    CInt(SOCK_STREAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue) | CInt(SOCK_NONBLOCK.rawValue)

  private static func make() throws(SystemError) -> FileDescriptor {
    FileDescriptor(owning: try systemCall("socket") { socket(AF_UNIX, streamType, 0) })
  }

  /// As ``withAddress(of:_:_:)``, by way of the directory's descriptor, whose path is short. proc(5)
  private static func withShortAddress(
    of path: String, _ operation: String,
    _ body: (UnsafePointer<sockaddr>, socklen_t) throws(SystemError) -> Void
  ) throws(SystemError) {
    let (directory, name) = splitPath(path)
    guard name.utf8.count < maximumNameLength else {
      throw SystemError(operation: operation, path: path, code: ENAMETOOLONG)
    }
    let folder = try openFile(directory, flags: openPath | O_DIRECTORY)
    try unsafe withAddress(of: "/proc/self/fd/\(folder.number)/\(name)", operation, body)
  }

  /// A name that still fits behind the directory's descriptor.
  private static let maximumNameLength = 80
  /// `O_PATH`, which is not seen without `_GNU_SOURCE`.
  private static let openPath: CInt = 0o10_000_000

  private static func withAddress(
    of path: String, _ operation: String,
    _ body: (UnsafePointer<sockaddr>, socklen_t) throws(SystemError) -> Void
  ) throws(SystemError) {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard bytes.count <= maximumPathLength else {
      return try unsafe withShortAddress(of: path, operation, body)
    }
    // The kernel takes an empty path for an abstract name, and reads no further than a NUL.
    guard !bytes.isEmpty, !bytes.contains(0) else {
      throw SystemError(operation: operation, path: path, code: EINVAL)
    }
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { storage in
      unsafe storage.copyBytes(from: bytes)
    }
    let length = socklen_t(MemoryLayout<sockaddr_un>.size)
    var failure: SystemError?
    unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        do throws(SystemError) { unsafe try body(generic, length) } catch { failure = error }
      }
    }
    if let failure { throw failure }
  }
}
