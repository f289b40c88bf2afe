// Many readers at once.

internal import UnitsLinux

/// Gets a second over 64 connections, beside the echo in C.
enum ConnectionsBenchmark {
  private static let connections = 64
  private static let turns = 5
  private static let turn: Duration = .milliseconds(300)

  static func run(on bench: Workbench) throws -> [Row] {
    let pair = try GetAndEcho.start(on: bench)
    try Placement.apart.apply(to: [pair.daemon.process, pair.echo])
    let frame = pair.frame
    let ours = try Load(clients: connections, to: pair.daemon.socketPath) { _, _ in frame }
    let theirs = try Load(clients: connections, to: pair.echoSocket) { _, _ in frame }
    var ourRates: [Double] = []
    var theirRates: [Double] = []
    for _ in 0..<turns {
      try bench.checkInterruption()
      ourRates.append(try ours.run(for: turn).value)
      theirRates.append(try theirs.run(for: turn).value)
    }
    return [
      Row(
        "Gets a second, \(connections) connections",
        Quantity(value: ourRates.sorted()[turns / 2], unit: .perSecond),
        beside: "C echo, same bytes",
        Quantity(value: theirRates.sorted()[turns / 2], unit: .perSecond),
        aim: .ratioAtLeast(0.85))
    ]
  }
}
