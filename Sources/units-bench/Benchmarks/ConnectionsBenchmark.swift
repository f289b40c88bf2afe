// Many readers at once.

internal import UnitsLinux

/// Gets a second over 64 connections, beside the echo in C.
enum ConnectionsBenchmark {
  private static let connections = 64
  private static let turns = 5
  private static let turn: Duration = .milliseconds(300)

  static func run(on bench: Workbench) throws -> [Row] {
    let pair = try GetAndEcho.start(on: bench)
    let redis = try RedisPeer.start(on: bench)
    try Placement.apart.apply(
      to: [pair.daemon.process, pair.echo] + (redis.map { [$0.process] } ?? []))
    let frame = pair.frame
    let ours = try Load(clients: connections, to: pair.daemon.socketPath) { _, _ in frame }
    let theirs = try Load(clients: connections, to: pair.echoSocket) { _, _ in frame }
    let peers = try redis.map { redis in
      try Load(
        clients: connections, to: redis.socketPath, terminator: RedisPeer.terminator
      ) { _, _ in RedisPeer.frame }
    }
    var (ourRates, theirRates, peerRates): ([Double], [Double], [Double]) = ([], [], [])
    for _ in 0..<turns {
      try bench.checkInterruption()
      ourRates.append(try ours.run(for: turn).value)
      theirRates.append(try theirs.run(for: turn).value)
      if let peers { peerRates.append(try peers.run(for: turn).value) }
    }
    func median(_ rates: [Double]) -> Quantity {
      Quantity(value: rates.sorted()[turns / 2], unit: .perSecond)
    }
    let subject = "Gets a second, \(connections) connections"
    return [
      Row(
        subject, median(ourRates), beside: "C echo, same bytes", median(theirRates),
        aim: .ratioAtLeast(0.55)),
      peers == nil
        ? Row("\(subject), beside redis", missing: "not installed")
        : Row(
          subject, median(ourRates), beside: "redis GET, not pipelined", median(peerRates),
          aim: .ratioAtLeast(1)),
    ]
  }
}
