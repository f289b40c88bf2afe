import Glibc
import UnitsLinux

/// A socket that takes datagrams, as a service manager's does.
final class Datagrams {
  let path: String
  private let socket: FileDescriptor

  init(path: String) throws {
    self.path = path
    let type = CInt(SOCK_DGRAM.rawValue) | CInt(SOCK_NONBLOCK.rawValue)
    let number = Glibc.socket(AF_UNIX, type, 0)
    socket = FileDescriptor(owning: number)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    let bytes = Array(path.utf8)
    guard number >= 0, bytes.count <= UnixSocket.maximumPathLength else {
      throw TestFailure("no socket: \(path)")
    }
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: bytes) }
    let code = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(number, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    guard code == 0 else { throw TestFailure("bind: \(path)") }
  }

  /// The next datagram.
  func next() throws -> String {
    let deadline = MonotonicTime.now() + Client.patience
    guard try UnixSocket.wait(for: .readable, on: socket.number, until: deadline) == .ready else {
      throw TestFailure("no datagram")
    }
    var buffer = [UInt8](repeating: 0, count: 4_096)
    guard case .bytes(let count) = try UnixSocket.receive(into: &buffer, from: socket.number)
    else { throw TestFailure("no datagram") }
    return String(decoding: buffer[..<count], as: UTF8.self)
  }
}
