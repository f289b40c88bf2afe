import Foundation
import Testing
import UnitsLinux

@Suite(.timeLimit(.minutes(10))) struct EventLoopTests {
  /// A connected pair that closes itself.
  private struct Pair: ~Copyable {
    let near: FileDescriptor
    let far: FileDescriptor

    init() throws {
      let (near, far) = try UnixSocket.pair()
      self.near = FileDescriptor(owning: near)
      self.far = FileDescriptor(owning: far)
    }
  }

  @Test func `a readable descriptor calls its handler in each turn until it is drained`() throws {
    let loop = try EventLoop()
    let pair = try Pair()
    var calls = 0
    try loop.watch(pair.near.number, for: .readable) { readiness in
      #expect(readiness == .readable)
      calls += 1
    }
    try loop.turn(limit: .zero)
    #expect(calls == 0)
    try pair.far.writeAll([1])
    try loop.turn(limit: .zero)
    try loop.turn(limit: .zero)
    #expect(calls == 2)
    var bytes: [UInt8] = []
    #expect(try pair.near.read(appendingTo: &bytes, limit: 10) == 1)
    try loop.turn(limit: .zero)
    #expect(calls == 2)
  }

  @Test func `readiness of a descriptor closed in the same turn does not reach its successor`()
    throws
  {
    let loop = try EventLoop()
    // Both are ready; whichever is called first closes the other and opens a new one under the same
    // number, whose handler must not hear of the old one's readiness.
    let (first, firstPeer) = try UnixSocket.pair()
    let (second, secondPeer) = try UnixSocket.pair()
    let (idle, idlePeer) = try UnixSocket.pair()
    defer {
      for number in [first, firstPeer, second, secondPeer, idle, idlePeer] { close(number) }
    }
    var calls: [CInt] = []
    var strangers = 0
    func replace(_ other: CInt) {
      loop.forget(other)
      // dup2 closes and reopens under the same number.
      #expect(dup2(idle, other) == other)
      do {
        try loop.watch(other, for: .readable) { _ in strangers += 1 }
      } catch {
        Issue.record(error)
      }
    }
    try loop.watch(first, for: .readable) { _ in
      calls.append(first)
      loop.forget(first)
      replace(second)
    }
    try loop.watch(second, for: .readable) { _ in
      calls.append(second)
      loop.forget(second)
      replace(first)
    }
    for peer in [firstPeer, secondPeer] { #expect(write(peer, "x", 1) == 1) }
    try loop.turn(limit: .zero)
    #expect(calls.count == 1)
    #expect(strangers == 0)
    #expect(write(idlePeer, "x", 1) == 1)
    try loop.turn(limit: .zero)
    #expect(strangers == 1)
  }

  @Test func `a forgotten descriptor is not called, and forgetting twice is nothing`() throws {
    let loop = try EventLoop()
    let pair = try Pair()
    try loop.watch(pair.near.number, for: .readable) { _ in Issue.record("called") }
    try pair.far.writeAll([1])
    loop.forget(pair.near.number)
    loop.forget(pair.near.number)
    loop.forget(9_999)
    try loop.turn(limit: .zero)
  }

  @Test func `interest can change between reading and writing`() throws {
    let loop = try EventLoop()
    let pair = try Pair()
    var heard: [EventLoop.Readiness] = []
    try loop.watch(pair.near.number, for: .writable) { heard.append($0) }
    try pair.far.writeAll([1])
    try loop.turn(limit: .zero)
    try loop.change(pair.near.number, to: .readable)
    try loop.turn(limit: .zero)
    try loop.change(pair.near.number, to: [.readable, .writable])
    try loop.turn(limit: .zero)
    try loop.change(pair.near.number, to: [])
    try loop.turn(limit: .zero)
    #expect(heard == [.writable, .readable, [.readable, .writable]])
  }

  @Test func `a peer's end is told even to a watcher of nothing`() throws {
    let loop = try EventLoop()
    let (near, far) = try UnixSocket.pair()
    let descriptor = FileDescriptor(owning: near)
    var heard = EventLoop.Readiness()
    try loop.watch(descriptor.number, for: []) { heard = $0 }
    close(far)
    try loop.turn(limit: .zero)
    #expect(heard.contains(.hungUp))
  }

  @Test func `a descriptor that epoll cannot watch is refused`() throws {
    let loop = try EventLoop()
    #expect(throws: SystemError(operation: "epoll_ctl", code: EBADF)) {
      try loop.watch(9_999, for: .readable) { _ in }
    }
  }

  @Test func `timers fire in the order of their time, then of their making`() throws {
    let loop = try EventLoop()
    var fired: [String] = []
    loop.after(.milliseconds(3)) { fired.append("third") }
    loop.after(.zero) { fired.append("first") }
    loop.after(.milliseconds(1)) { fired.append("second") }
    let cancelled = loop.after(.milliseconds(2)) { fired.append("cancelled") }
    loop.after(.milliseconds(4)) { loop.stop() }
    loop.cancel(cancelled)
    loop.cancel(cancelled)
    try loop.run()
    #expect(fired == ["first", "second", "third"])
  }

  @Test func `a timer may take back another that is due in the same turn`() throws {
    let loop = try EventLoop()
    var second: EventLoop.TimerID?
    var fired = 0
    loop.after(.zero) {
      fired += 1
      if let second { loop.cancel(second) }
    }
    second = loop.after(.zero) { fired += 1 }
    let due = MonotonicTime.now() + .milliseconds(1)
    MonotonicTime.sleep(until: due)
    try loop.turn(limit: .zero)
    try loop.turn(limit: .zero)
    #expect(fired == 1)
  }

  @Test func `a timer that is set by a timer waits for the next turn`() throws {
    let loop = try EventLoop()
    var fired = 0
    func again() {
      fired += 1
      loop.after(.zero) { again() }
    }
    loop.after(.zero) { again() }
    for turn in 1...3 {
      try loop.turn()
      #expect(fired == turn)
    }
  }

  @Test func `a time beyond all times is no trap`() throws {
    let loop = try EventLoop()
    loop.after(.seconds(Int64.max)) { Issue.record("fired") }
    try loop.turn(limit: .zero)
    #expect(Duration.seconds(Int64.max).wholeNanoseconds == .max)
    #expect(Duration.seconds(Int64.min).wholeNanoseconds == .min)
    #expect((MonotonicTime.now() + .seconds(Int64.max)).millisecondsFromNow() == .max)
    #expect((MonotonicTime.now() + .seconds(Int64.min)).millisecondsFromNow() == 0)
    #expect(MonotonicTime(nanoseconds: .min).millisecondsFromNow() == 0)
  }

  @Test func `the end of each turn is heard after its descriptors and timers`() throws {
    let loop = try EventLoop()
    let pair = try Pair()
    var order: [String] = []
    loop.beforeSleep = { order.append("end") }
    loop.after(.zero) { order.append("timer") }
    try loop.watch(pair.near.number, for: .readable) { _ in order.append("descriptor") }
    try pair.far.writeAll([1])
    MonotonicTime.sleep(until: .now() + .milliseconds(1))
    try loop.turn(limit: .zero)
    #expect(order == ["descriptor", "timer", "end"])
  }

  @Test func `more ready descriptors than fit one turn are all served`() throws {
    let loop = try EventLoop()
    var served: Set<CInt> = []
    var numbers: [CInt] = []
    defer { for number in numbers { close(number) } }
    for _ in 0..<150 {
      let (near, far) = try UnixSocket.pair()
      numbers += [near, far]
      try loop.watch(near, for: .readable) { _ in
        served.insert(near)
        loop.forget(near)
      }
      #expect(write(far, "x", 1) == 1)
    }
    try loop.turn(limit: .zero)
    #expect(served.count < 150)
    try loop.turn(limit: .zero)
    #expect(served.count == 150)
  }
}
