// What systemd and a service say to each other: sockets handed over, readiness, the watchdog.

internal import CUnitsLinux
internal import Glibc

/// The service manager's side of a daemon's life, by sd_listen_fds(3) and sd_notify(3), without
/// their library.
package struct ServiceManager: Sendable {
  /// A descriptor that the manager opened, and the name that its unit gives it.
  package struct Inherited: Sendable {
    package let descriptor: CInt
    package let name: String
  }

  /// The first descriptor that a manager hands over.
  package static let firstDescriptor: CInt = 3

  private let notifyPath: String?
  /// How long the manager waits for a sign of life before it kills; nil if it does not.
  package let watchdog: Duration?

  /// Reads `NOTIFY_SOCKET` and `WATCHDOG_USEC`; the latter counts only for this process.
  package init(environment: Environment) {
    notifyPath = environment["NOTIFY_SOCKET"]
    let isOurs = environment["WATCHDOG_PID"].map { Int32($0) == getpid() } ?? true
    if isOurs, let text = environment["WATCHDOG_USEC"], let microseconds = Int64(text),
      microseconds > 0
    {
      watchdog = .microseconds(microseconds)
    } else {
      watchdog = nil
    }
  }

  /// The sockets that were handed over to this process; each is made non-blocking and closes on
  /// exec. Empty unless `LISTEN_PID` names this process. Numbers that are not open are left out.
  package static func inherited(
    environment: Environment, from firstDescriptor: CInt = ServiceManager.firstDescriptor
  ) -> [Inherited] {
    guard let pid = environment["LISTEN_PID"], Int32(pid) == getpid(),
      let text = environment["LISTEN_FDS"], let count = CInt(text), count > 0, count < 1024
    else { return [] }
    let names = (environment["LISTEN_FDNAMES"] ?? "").split(
      separator: ":", omittingEmptySubsequences: false)
    return (0..<count).compactMap { index in
      let descriptor = firstDescriptor + index
      let flags = fcntl(descriptor, F_GETFL)
      guard flags >= 0 else { return nil }
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      _ = fcntl(descriptor, F_SETFL, flags | O_NONBLOCK)
      let name = Int(index) < names.count ? String(names[Int(index)]) : ""
      return Inherited(descriptor: descriptor, name: name)
    }
  }

  /// What became of a message to the manager.
  package enum Notification: Equatable, Sendable {
    case sent
    /// No manager listens.
    case unheard
    /// Its queue is full: to be tried again by whoever cannot do without.
    case wouldBlock
  }

  /// Tells the manager, `READY=1` for one; does nothing where no manager listens. The manager's
  /// socket is never waited for. sendto(2)
  @discardableResult
  package func notify(_ state: String) -> Notification {
    guard let notifyPath else { return .unheard }
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    var bytes = Array(notifyPath.utf8)
    guard bytes.count <= UnixSocket.maximumPathLength else { return .unheard }
    // A leading @ stands for the abstract name space.
    if bytes.first == UInt8(ascii: "@") { bytes[0] = 0 }
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
    let type =
      CInt(SOCK_DGRAM.rawValue) | CInt(SOCK_CLOEXEC.rawValue) | CInt(SOCK_NONBLOCK.rawValue)
    guard case let number = socket(AF_UNIX, type, 0), number >= 0 else { return .unheard }
    let descriptor = FileDescriptor(owning: number)
    let length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count)
    let message = Array(state.utf8)
    let count = unsafe withUnsafePointer(to: &address) { pointer in
      unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
        unsafe sendto(
          descriptor.number, message, message.count, CInt(MSG_NOSIGNAL), generic, length)
      }
    }
    if count >= 0 { return .sent }
    return errno == EAGAIN ? .wouldBlock : .unheard
  }
}
