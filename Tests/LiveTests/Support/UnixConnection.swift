import CUnitsLinux
import Foundation

/// A connection made by hand: bytes in, bytes out, nothing of ours in between.
final class UnixConnection {
  private var descriptor: CInt

  /// Nil if nobody listens.
  init?(to path: String) {
    descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    if result != 0 {
      Glibc.close(descriptor)
      descriptor = -1
      return nil
    }
  }

  deinit { close() }

  func close() {
    if descriptor >= 0 { Glibc.close(descriptor) }
    descriptor = -1
  }

  /// Sends all of it; false if the other side has closed.
  func send(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Glibc.send(descriptor, $0.baseAddress, $0.count, CInt(MSG_NOSIGNAL))
      }
      if count <= 0 { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  func send(_ text: String) -> Bool { send(Array(text.utf8) + [0]) }

  /// The next message, without its NUL; nil if none comes in time or the connection has ended.
  func receive(within limit: Duration = .seconds(5)) -> String? {
    let deadline = Deadline(in: limit)
    while true {
      if let end = buffer.firstIndex(of: 0) {
        let message = String(decoding: buffer[..<end], as: UTF8.self)
        buffer.removeSubrange(...end)
        return message
      }
      guard units_poll(descriptor, Int16(POLLIN), deadline.milliseconds) > 0 else { return nil }
      var chunk = [UInt8](repeating: 0, count: 65_536)
      let count = recv(descriptor, &chunk, chunk.count, 0)
      guard count > 0 else { return nil }
      buffer += chunk.prefix(count)
    }
  }
  private var buffer: [UInt8] = []

  /// Whether the other side closes within this time, whatever it sends before.
  func isClosed(within limit: Duration) -> Bool {
    let deadline = Deadline(in: limit)
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while units_poll(descriptor, Int16(POLLIN), deadline.milliseconds) > 0 {
      if recv(descriptor, &chunk, chunk.count, 0) <= 0 { return true }
    }
    return false
  }
}
