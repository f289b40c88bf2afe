// What the daemon keeps resident.

internal import UnitsJSON
internal import UnitsLinux
internal import UnitsProtocol

/// The resident memory of a daemon that has answered a Get, and of one with many keys and
/// subscribers.
enum MemoryBenchmark {
  private static let subscribers = 500

  static func run(on bench: Workbench) throws -> [Row] {
    let daemon = try DaemonUnderTest.start(on: bench)
    var caller = try Caller(to: daemon.socketPath)
    _ = try caller.answer(to: PreferencesSet(values: ["bench.value": .integer(1)]).frame)
    _ = try caller.answer(to: PreferencesGet().frame)
    let idle = try daemon.residentMemory()
    try KeysBenchmark.fill(nil, keys: KeysBenchmark.keys, through: &caller)
    let audience = try Audience(
      of: subscribers, at: daemon.socketPath,
      saying: PreferencesMonitor(keys: ["bench.value"]).frame)
    try audience.awaitAll()
    try caller.call(PreferencesSet(values: ["bench.value": .integer(2)]).frame)
    try audience.awaitAll()
    let loaded = try daemon.residentMemory()
    return [
      Row(
        "idle daemon, resident memory", idle,
        aim: .figureAtMost(Quantity(value: 8e6, unit: .bytes))),
      Row(
        "the same with \(KeysBenchmark.keys) keys and \(subscribers) subscribers", loaded,
        aim: .figureAtMost(Quantity(value: 16e6, unit: .bytes))),
    ]
  }
}
