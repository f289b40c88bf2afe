import Foundation
import Testing
import UnitsLinux

@Suite(.timeLimit(.minutes(10))) struct UnixSocketTests {
  private let directory: TestDirectory

  init() throws {
    directory = try TestDirectory()
  }

  private var soon: MonotonicTime { .now() + .seconds(5) }

  private struct NothingToAccept: Error {}

  private func accept(from listener: borrowing FileDescriptor) throws -> FileDescriptor {
    guard let connection = try UnixSocket.accept(from: listener.number) else {
      throw NothingToAccept()
    }
    return connection
  }

  @Test func `a client and a server exchange bytes and know each other`() throws {
    let path = directory("s")
    let listener = try UnixSocket.listen(at: path)
    #expect(UnixSocket.path(of: listener.number) == path)
    #expect(throws: NothingToAccept.self) { _ = try accept(from: listener) }
    let client = try UnixSocket.connect(to: path, deadline: soon)
    let server = try accept(from: listener)
    for number in [server.number, client.number] {
      let peer = try UnixSocket.peer(of: number)
      #expect(peer.user == geteuid())
      #expect(peer.process == getpid())
    }

    var buffer = [UInt8](repeating: 0, count: 8)
    #expect(try UnixSocket.receive(into: &buffer, from: server.number) == .wouldBlock)
    #expect(try UnixSocket.send(Array("xhello".utf8), from: 1, to: client.number) == .bytes(5))
    #expect(try UnixSocket.wait(for: .readable, on: server.number, until: soon) == .ready)
    #expect(try UnixSocket.receive(into: &buffer, from: server.number) == .bytes(5))
    #expect(buffer.prefix(5).elementsEqual("hello".utf8))
  }

  @Test func `a path that does not fit goes by way of its directory`() throws {
    let filler = UnixSocket.maximumPathLength - directory.path.utf8.count - 1
    let longest = directory(String(repeating: "s", count: filler))
    let listener = try UnixSocket.listen(at: longest)
    #expect(UnixSocket.path(of: listener.number) == longest)
    _ = try UnixSocket.connect(to: longest, deadline: soon)
    // The directory's path may be as long as the kernel takes any; the name may not.
    let deep = directory(String(repeating: "d", count: 200))
    try Directory.create(deep)
    let far = try UnixSocket.listen(at: "\(deep)/s")
    #expect(try FileIdentity.following("\(deep)/s")?.isSocket == true)
    let client = try UnixSocket.connect(to: "\(deep)/s", deadline: soon)
    #expect(try UnixSocket.accept(from: far.number) != nil)
    _ = client
    let tooLong = "\(deep)/" + String(repeating: "s", count: 100)
    #expect(throws: SystemError(operation: "bind", path: tooLong, code: ENAMETOOLONG)) {
      _ = try UnixSocket.listen(at: tooLong)
    }
    #expect(throws: SystemError(operation: "connect", path: tooLong, code: ENAMETOOLONG)) {
      _ = try UnixSocket.connect(to: tooLong, deadline: soon)
    }
  }

  @Test(arguments: ["", "/tmp/a\0b"])
  func `a path that would name something else is refused`(path: String) throws {
    #expect(throws: SystemError(operation: "bind", path: path, code: EINVAL)) {
      _ = try UnixSocket.listen(at: path)
    }
  }

  @Test func `a taken path, a missing one and a dead one are told apart`() throws {
    let path = directory("s")
    do {
      let listener = try UnixSocket.listen(at: path)
      let error = #expect(throws: SystemError.self) { _ = try UnixSocket.listen(at: path) }
      #expect(error?.description == "bind \(path): Address already in use")
      _ = listener.number
    }
    let refused = #expect(throws: SystemError.self) {
      _ = try UnixSocket.connect(to: path, deadline: soon)
    }
    #expect(refused?.description == "connect \(path): Connection refused")
    let missing = directory("missing")
    let absent = #expect(throws: SystemError.self) {
      _ = try UnixSocket.connect(to: missing, deadline: soon)
    }
    #expect(absent?.description == "connect \(missing): No such file or directory")
  }

  @Test func `a full queue is waited for until the deadline`() throws {
    let path = directory("s")
    let listener = try UnixSocket.listen(at: path)
    // The queue holds one more than asked for.
    #expect(Foundation.listen(listener.number, 0) == 0)
    let first = try UnixSocket.connect(to: path, deadline: soon)
    let error = #expect(throws: SystemError.self) {
      _ = try UnixSocket.connect(to: path, deadline: .now() + .milliseconds(5))
    }
    #expect(error == SystemError(operation: "connect", path: path, code: ETIMEDOUT))

    let later = try HandOverQueue<Bool>()
    let thread = try WorkerThread(name: "connector") {
      do {
        _ = try UnixSocket.connect(to: path, deadline: .now() + .seconds(30))
        later.push(true)
      } catch {
        later.push(false)
      }
    }
    _ = try accept(from: listener)
    thread.join()
    #expect(later.drain() == [true])
    _ = first.number
  }

  @Test func `a peer that has ended its sending still receives`() throws {
    let (near, far) = try UnixSocket.pair()
    let client = FileDescriptor(owning: near)
    let server = FileDescriptor(owning: far)
    #expect(try UnixSocket.send([7], from: 0, to: client.number) == .bytes(1))
    try UnixSocket.shutDownSending(client.number)
    var buffer = [UInt8](repeating: 0, count: 8)
    #expect(try UnixSocket.receive(into: &buffer, from: server.number) == .bytes(1))
    #expect(try UnixSocket.receive(into: &buffer, from: server.number) == .closed)
    #expect(try UnixSocket.send([1, 2], from: 0, to: server.number) == .bytes(2))
    #expect(try UnixSocket.receive(into: &buffer, from: client.number) == .bytes(2))
    #expect(try UnixSocket.send([1], from: 0, to: client.number) == .closed)
  }

  @Test func `sending to who has gone ends quietly, and a full buffer would block`() throws {
    let (near, far) = try UnixSocket.pair()
    let client = FileDescriptor(owning: near)
    let block = [UInt8](repeating: 0, count: 1 << 16)
    var last = UnixSocket.Transfer.bytes(0)
    while case .bytes = last { last = try UnixSocket.send(block, from: 0, to: client.number) }
    #expect(last == .wouldBlock)
    let past = MonotonicTime.now()
    #expect(try UnixSocket.wait(for: .writable, on: client.number, until: past) == .timedOut)
    close(far)
    #expect(try UnixSocket.send(block, from: 0, to: client.number) == .closed)
    var buffer = [UInt8](repeating: 0, count: 8)
    // The peer left bytes unread, which is a reset.
    #expect(try UnixSocket.receive(into: &buffer, from: client.number) == .closed)
  }
}
