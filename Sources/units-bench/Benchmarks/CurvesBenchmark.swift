// How costs grow: a curve shows what a single point hides.

internal import UnitsJSON
internal import UnitsLinux
internal import UnitsProtocol

/// A Set by the keys of its group, a change by its subscribers, a Get by the connections, and what is
/// done with records by their number.
enum CurvesBenchmark {
  private static let keys = [1, 10, 100, 1_000, 10_000]
  private static let subscribers = [1, 5, 50, 500]
  private static let connections = [1, 8, 64, 512]
  private static let turn: Duration = .milliseconds(300)
  private static let turns = 3

  static func run(on bench: Workbench) throws -> [Curve] {
    [try keyCurve(on: bench), try subscriberCurve(on: bench), try connectionCurve(on: bench)]
      + (try RecordCurves.run(on: bench))
  }

  private static func keyCurve(on bench: Workbench) throws -> Curve {
    var curve = Curve(subject: "durable Set", unit: "keys")
    let daemon = try DaemonUnderTest.start(on: bench)
    var caller = try Caller(to: daemon.socketPath)
    for count in keys {
      let group = "bench.keys.\(count)"
      try KeysBenchmark.fill(group, keys: count, through: &caller)
      var samples = Samples()
      for round in 0..<bench.rounds {
        try bench.checkInterruption()
        let frame = PreferencesSet(
          group: group, values: ["bench.key.0": .integer(1_000_000 + round)]
        ).frame
        try samples.measure { try caller.call(frame) }
      }
      curve.steps.append(Curve.Step(size: count, cost: samples.median))
    }
    bench.endProcesses()
    return curve
  }

  private static func subscriberCurve(on bench: Workbench) throws -> Curve {
    var curve = Curve(subject: "a change, from its call until the last has it", unit: "subscribers")
    for count in subscribers {
      let daemon = try DaemonUnderTest.start(on: bench)
      var writer = try Caller(to: daemon.socketPath)
      let audience = try Audience(
        of: count, at: daemon.socketPath, saying: PreferencesMonitor().frame)
      try audience.awaitAll()
      var samples = Samples()
      for round in 0..<bench.rounds {
        try bench.checkInterruption()
        let frame = PreferencesSet(values: ["bench.value": .integer(1_000_000 + round)]).frame
        try samples.measure {
          try writer.call(frame)
          try audience.awaitAll()
        }
      }
      curve.steps.append(Curve.Step(size: count, cost: samples.median))
      bench.endProcesses()
    }
    return curve
  }

  /// The time that one Get takes of all that are answered, which is what a connection more adds.
  private static func connectionCurve(on bench: Workbench) throws -> Curve {
    var curve = Curve(subject: "a Get of each, all at once", unit: "connections")
    let pair = try GetAndEcho.start(on: bench)
    try Placement.apart.apply(to: [pair.daemon.process, pair.echo])
    for count in connections {
      let load = try Load(clients: count, to: pair.daemon.socketPath) { _, _ in pair.frame }
      var rates: [Double] = []
      for _ in 0..<turns {
        try bench.checkInterruption()
        rates.append(try load.run(for: turn).value)
      }
      let rate = rates.sorted()[turns / 2]
      let cost = Quantity(value: Double(count) * 1e9 / rate, unit: .nanoseconds)
      curve.steps.append(Curve.Step(size: count, cost: cost))
    }
    bench.endProcesses()
    return curve
  }
}
