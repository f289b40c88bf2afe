// A daemon that nobody calls sleeps.

internal import UnitsLinux

/// How often an idle daemon's threads wake in a minute.
enum IdleBenchmark {
  private static let time: Duration = .seconds(60)

  static func run(on bench: Workbench) throws -> [Row] {
    let daemon = try DaemonUnderTest.start(on: bench)
    MonotonicTime.sleep(until: .now() + .seconds(1))
    let before = try daemon.wakeUps()
    let end = MonotonicTime.now() + time
    while !end.isPast {
      try bench.checkInterruption()
      MonotonicTime.sleep(until: .now() + .milliseconds(200))
    }
    let count = try daemon.wakeUps() - before
    return [
      Row(
        "idle daemon, wake-ups in 60 s", Quantity(value: Double(count), unit: .count),
        aim: .figureAtMost(Quantity(value: 0, unit: .count)))
    ]
  }
}
