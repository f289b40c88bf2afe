// A large group costs little more than a small one.

internal import UnitsJSON
internal import UnitsLinux
internal import UnitsProtocol

/// A durable Set into a group of 10,000 keys, beside one into a group of one.
enum KeysBenchmark {
  static let keys = 10_000
  /// Many keys a call: all fit the largest call many times.
  private static let keysPerCall = 1_000

  static func run(on bench: Workbench) throws -> [Row] {
    let daemon = try DaemonUnderTest.start(on: bench)
    var caller = try Caller(to: daemon.socketPath)
    let (small, large) = ("bench.small", "bench.large")
    try fill(large, keys: keys, through: &caller)
    var few = Samples()
    var many = Samples()
    for round in 0..<bench.rounds {
      try bench.checkInterruption()
      let (one, other) = (frame(small, round), frame(large, round))
      try few.measure { try caller.call(one) }
      try many.measure { try caller.call(other) }
    }
    return [
      Row(
        "durable Set into \(keys) keys", many.median, beside: "into 1 key", few.median,
        aim: .ratioAtMost(3))
    ]
  }

  /// Puts the keys into a group.
  static func fill(_ group: String?, keys: Int, through caller: inout Caller) throws {
    for start in stride(from: 0, to: keys, by: keysPerCall) {
      let members = (start..<min(keys, start + keysPerCall)).map { number in
        JSONObject.Member(key: "bench.key.\(number)", value: .integer(number))
      }
      _ = try caller.answer(
        to: PreferencesSet(group: group, values: JSONObject(members: members)).frame)
    }
  }

  private static func frame(_ group: String, _ round: Int) -> [UInt8] {
    PreferencesSet(group: group, values: ["bench.key.5000": .integer(1_000_000 + round)]).frame
  }
}
