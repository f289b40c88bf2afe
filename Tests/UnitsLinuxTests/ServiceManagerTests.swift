import Foundation
import Testing
import UnitsLinux

@Suite(.timeLimit(.minutes(10))) struct ServiceManagerTests {
  private let directory: TestDirectory

  init() throws {
    directory = try TestDirectory()
  }

  /// A manager's socket, bound to a path or, with a leading NUL, to an abstract name.
  private func listen(at name: [UInt8]) throws -> FileDescriptor {
    let number = socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue), 0)
    let descriptor = FileDescriptor(owning: number)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: name) }
    let length = socklen_t(MemoryLayout<sa_family_t>.size + name.count)
    let code = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(number, $0, length) }
    }
    guard code == 0 else { throw POSIXError(.EIO) }
    return descriptor
  }

  private func receive(_ manager: borrowing FileDescriptor) -> String? {
    var buffer = [UInt8](repeating: 0, count: 256)
    let count = recv(manager.number, &buffer, buffer.count, CInt(MSG_DONTWAIT))
    return count < 0 ? nil : String(decoding: buffer.prefix(count), as: UTF8.self)
  }

  @Test func `a state arrives at the manager's path`() throws {
    let path = directory("notify")
    let manager = try listen(at: Array(path.utf8))
    let service = ServiceManager(environment: Environment(["NOTIFY_SOCKET": path]))
    #expect(service.notify("READY=1") == .sent)
    #expect(service.notify("STOPPING=1\nSTATUS=bye") == .sent)
    #expect(receive(manager) == "READY=1")
    #expect(receive(manager) == "STOPPING=1\nSTATUS=bye")
    #expect(receive(manager) == nil)
  }

  @Test func `a state arrives at an abstract name`() throws {
    let name = "units-test-\(Process.randomToken())"
    let manager = try listen(at: [0] + Array(name.utf8))
    let service = ServiceManager(environment: Environment(["NOTIFY_SOCKET": "@\(name)"]))
    #expect(service.notify("READY=1") == .sent)
    #expect(receive(manager) == "READY=1")
  }

  @Test func `no manager, a dead one and a name that does not fit are nothing to a service`() {
    #expect(ServiceManager(environment: Environment([:])).notify("READY=1") == .unheard)
    for path in [directory("nobody"), "/" + String(repeating: "x", count: 200)] {
      let service = ServiceManager(environment: Environment(["NOTIFY_SOCKET": path]))
      #expect(service.notify("READY=1") == .unheard)
    }
  }

  @Test func `a manager that does not read holds nobody up`() throws {
    let path = directory("notify")
    let manager = try listen(at: Array(path.utf8))
    let service = ServiceManager(environment: Environment(["NOTIFY_SOCKET": path]))
    var last = ServiceManager.Notification.sent
    // The queue's length is the system's; a blocking send would never come back from here.
    for _ in 0..<1_000_000 where last == .sent { last = service.notify("WATCHDOG=1") }
    #expect(last == .wouldBlock)
    #expect(receive(manager) == "WATCHDOG=1")
    #expect(service.notify("READY=1") == .sent)
  }

  @Test(
    arguments: [
      ([:], nil),
      (["WATCHDOG_USEC": "2000000"], Duration.seconds(2)),
      (["WATCHDOG_USEC": "2000000", "WATCHDOG_PID": "\(getpid())"], .seconds(2)),
      (["WATCHDOG_USEC": "2000000", "WATCHDOG_PID": "1"], nil),
      (["WATCHDOG_USEC": "0"], nil), (["WATCHDOG_USEC": "-1"], nil),
      (["WATCHDOG_USEC": "soon"], nil),
      (["WATCHDOG_USEC": "18446744073709551615"], nil),
    ] as [([String: String], Duration?)])
  func `the watchdog's time counts for its process`(
    variables: [String: String], expected: Duration?
  ) {
    #expect(ServiceManager(environment: Environment(variables)).watchdog == expected)
  }

  @Test func `inherited sockets are named, non-blocking, and close on exec`() throws {
    // Three descriptors in a row, high enough to be nobody's: another test has a thousand.
    Process.raiseDescriptorLimit()
    let (near, far) = try UnixSocket.pair()
    defer {
      close(near)
      close(far)
    }
    let base = CInt(min(Process.descriptorLimit, 1 << 16)) - 3
    for number in [base, base + 2] {
      #expect(dup2(near, number) == number)
      #expect(fcntl(number, F_SETFL, 0) == 0)
    }
    defer { for number in [base, base + 2] { close(number) } }
    let environment = Environment([
      "LISTEN_PID": "\(getpid())", "LISTEN_FDS": "3", "LISTEN_FDNAMES": "varlink:gone",
    ])
    let inherited = ServiceManager.inherited(environment: environment, from: base)
    // The one in the middle is not open.
    #expect(inherited.map(\.descriptor) == [base, base + 2])
    #expect(inherited.map(\.name) == ["varlink", ""])
    for socket in inherited {
      #expect(fcntl(socket.descriptor, F_GETFD) == FD_CLOEXEC)
      #expect(fcntl(socket.descriptor, F_GETFL) & O_NONBLOCK != 0)
    }
  }

  @Test(
    arguments: [
      [:], ["LISTEN_FDS": "1"], ["LISTEN_PID": "1", "LISTEN_FDS": "1"],
      ["LISTEN_PID": "\(getpid())"], ["LISTEN_PID": "\(getpid())", "LISTEN_FDS": "0"],
      ["LISTEN_PID": "\(getpid())", "LISTEN_FDS": "-1"],
      ["LISTEN_PID": "\(getpid())", "LISTEN_FDS": "many"],
      ["LISTEN_PID": "\(getpid())", "LISTEN_FDS": "99999999999"],
      ["LISTEN_PID": "me", "LISTEN_FDS": "1"],
    ] as [[String: String]])
  func `nothing is inherited that was not handed to this process`(variables: [String: String]) {
    #expect(ServiceManager.inherited(environment: Environment(variables)).isEmpty)
  }
}
