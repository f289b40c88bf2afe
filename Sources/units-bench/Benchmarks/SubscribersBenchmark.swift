// Telling many of one change.

internal import Glibc
internal import UnitsJSON
internal import UnitsLinux
internal import UnitsProtocol
internal import Varlink

/// From the writer's reply until the last subscriber has the change, beside a C program that
/// answers and then writes the same bytes to as many sockets.
enum SubscribersBenchmark {
  static func run(on bench: Workbench) throws -> [Row] {
    try [1, 500].map { try row(subscribers: $0, on: bench) }
  }

  private static func row(subscribers: Int, on bench: Workbench) throws -> Row {
    let daemon = try DaemonUnderTest.start(on: bench)
    var writer = try Caller(to: daemon.socketPath)
    func frame(_ round: Int) -> [UInt8] {
      PreferencesSet(values: ["bench.value": .integer(1_000_000 + round)]).frame
    }
    _ = try writer.answer(to: frame(0))
    let ours = try Audience(
      of: subscribers, at: daemon.socketPath, saying: PreferencesMonitor().frame)
    try ours.awaitAll()
    // One change is told before any is measured: its bytes are what the C program writes.
    try writer.call(frame(1))
    let message = try ours.awaitAll()

    let file = bench.path("message")
    try writeFile(file, message)
    let socket = bench.path("broadcast.sock")
    let broadcast = try bench.start(.broadcast, [socket, file])
    var trigger = try Caller(to: socket)
    let theirs = try Audience(of: subscribers, at: socket, saying: [])

    try Placement.apart.apply(to: [daemon.process, broadcast])

    var ourTimes = Samples()
    var theirTimes = Samples()
    for round in 2..<bench.rounds + 2 {
      try bench.checkInterruption()
      try writer.call(frame(round))
      try ourTimes.measure { try ours.awaitAll() }
      try trigger.call([1])
      try theirTimes.measure { try theirs.awaitAll() }
    }
    return Row(
      "a change told to \(subscribers), from reply to last", ourTimes.median,
      beside: "C to as many sockets", theirTimes.median, aim: .ratioAtMost(1.3))
  }
}

/// Subscribers in one thread.
struct Audience {
  private final class State {
    var sockets: [CInt] = []
    var missing = 0
    var buffer = [UInt8](repeating: 0, count: 65_536)
    var last: [UInt8] = []
    var failure: (any Error)?

    deinit {
      for socket in sockets { close(socket) }
    }
  }

  private let loop: EventLoop
  private let state = State()

  /// Connects; each says the same at first, if anything.
  init(of count: Int, at path: String, saying frame: [UInt8]) throws {
    loop = try EventLoop()
    let state = state
    for _ in 0..<count {
      let deadline = MonotonicTime.now() + .seconds(5)
      let socket = try UnixSocket.connect(to: path, deadline: deadline).release()
      state.sockets.append(socket)
      if !frame.isEmpty { _ = try UnixSocket.send(frame, from: 0, to: socket) }
      try loop.watch(socket, for: .readable) { _ in Self.receive(socket, state) }
    }
  }

  /// Waits until each has got one frame, and returns the last.
  @discardableResult
  func awaitAll() throws -> [UInt8] {
    state.missing += state.sockets.count
    let deadline = MonotonicTime.now() + .seconds(10)
    while state.missing > 0, state.failure == nil {
      try loop.turn(limit: .seconds(1))
      if deadline.isPast { throw BenchFailure("\(state.missing) subscribers heard nothing") }
    }
    if let failure = state.failure { throw failure }
    return state.last
  }

  private static func receive(_ socket: CInt, _ state: State) {
    do {
      guard case .bytes(let count) = try UnixSocket.receive(into: &state.buffer, from: socket)
      else { throw BenchFailure("a subscriber was left") }
      guard state.buffer[count - 1] == FrameDecoder.terminator else { return }
      state.missing -= 1
      if state.missing == 0 { state.last = Array(state.buffer[..<count]) }
    } catch {
      state.failure = error
    }
  }
}
