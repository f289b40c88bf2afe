// One read: a call and its reply in one connection.

internal import UnitsJSON
internal import UnitsLinux
internal import UnitsProtocol

/// A Get's way there and back, beside an echo in C that reads and writes as many bytes.
enum GetBenchmark {
  /// Round trips in a row before the other side has its turn.
  private static let tripsPerTurn = 100

  static func run(on bench: Workbench) throws -> [Row] {
    let pair = try GetAndEcho.start(on: bench)
    var rows: [Row] = []
    for placement in [Placement.together, .apart] {
      rows += try self.rows(of: pair, placement, bench)
    }
    return rows
  }

  private static func rows(
    of pair: GetAndEcho, _ placement: Placement, _ bench: Workbench
  ) throws -> [Row] {
    try placement.apply(to: [pair.daemon.process, pair.echo])
    var ours = Samples()
    var theirs = Samples()
    var daemon = try Caller(to: pair.daemon.socketPath)
    var echo = try Caller(to: pair.echoSocket)
    for _ in 0..<bench.rounds {
      try bench.checkInterruption()
      for _ in 0..<tripsPerTurn { try ours.measure { try daemon.call(pair.frame) } }
      for _ in 0..<tripsPerTurn { try theirs.measure { try echo.call(pair.frame) } }
    }
    return [
      Row(
        "Get of \(pair.frame.count) B → \(pair.replySize) B, round trip \(placement.text)",
        ours.median, beside: "C echo, same bytes", theirs.median, aim: .ratioAtMost(1.9)),
      Row(
        "the same, 99th percentile", ours.percentile(99), beside: "C echo, same bytes",
        theirs.percentile(99), aim: .none),
    ]
  }
}

/// A daemon with the unit system set, and an echo that answers with the same bytes.
struct GetAndEcho {
  let daemon: DaemonUnderTest
  let echo: ChildProcess
  let echoSocket: String
  /// The call.
  let frame: [UInt8]
  let replySize: Int

  static func start(on bench: Workbench) throws -> GetAndEcho {
    let daemon = try DaemonUnderTest.start(on: bench)
    let key = "dev.units.system"
    var caller = try Caller(to: daemon.socketPath)
    _ = try caller.answer(to: PreferencesSet(values: [key: .string("metric")]).frame)
    let frame = PreferencesGet(keys: [key]).frame
    let reply = try caller.answer(to: frame)
    let file = bench.path("reply")
    try writeFile(file, reply)
    let socket = bench.path("echo.sock")
    let echo = try bench.start(.echo, [socket, file])
    var echoCaller = try Caller(to: socket)
    guard try echoCaller.call(frame) == reply.count else {
      throw BenchFailure("the echo is no echo")
    }
    return GetAndEcho(
      daemon: daemon, echo: echo, echoSocket: socket, frame: frame, replySize: reply.count)
  }
}
