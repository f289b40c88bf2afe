// Measured times and what is said of them.

internal import UnitsLinux

/// Times of one thing done again and again, in nanoseconds.
struct Samples {
  private(set) var nanoseconds: [Int64] = []

  var count: Int { nanoseconds.count }

  /// Measures `body` and keeps its time.
  mutating func measure(_ body: () throws -> Void) rethrows {
    let start = MonotonicTime.now().nanoseconds
    try body()
    nanoseconds.append(MonotonicTime.now().nanoseconds - start)
  }

  mutating func append(_ time: Int64) {
    nanoseconds.append(time)
  }

  /// The middle one; there must be one.
  var median: Quantity { percentile(50) }

  /// The time that `percent` of all do not exceed.
  func percentile(_ percent: Int) -> Quantity {
    precondition(!nanoseconds.isEmpty, "only what was measured has a percentile")
    let index = (nanoseconds.count - 1) * percent / 100
    return Quantity(value: Double(nanoseconds.sorted()[index]), unit: .nanoseconds)
  }
}

/// A figure of the table.
struct Quantity {
  enum Unit: String {
    case nanoseconds = "ns"
    case perSecond = "1/s"
    case bytes = "B"
    case count = ""
  }

  let value: Double
  let unit: Unit

  /// For people: three digits and a fitting unit, `41.2 µs`.
  var text: String {
    switch unit {
    case .nanoseconds:
      if value < 1e3 { return "\(Self.digits(value)) ns" }
      if value < 1e6 { return "\(Self.digits(value / 1e3)) µs" }
      return value < 1e9 ? "\(Self.digits(value / 1e6)) ms" : "\(Self.digits(value / 1e9)) s"
    case .bytes: return "\(Self.digits(value / 1e6)) MB"
    case .perSecond: return "\(Self.digits(value)) /s"
    case .count: return Self.digits(value)
    }
  }

  /// A number with three significant digits, none of them behind the point from 100 on.
  static func digits(_ value: Double) -> String {
    let places = value >= 100 ? 0 : value >= 10 ? 1 : 2
    var scale = 1.0
    for _ in 0..<places { scale *= 10 }
    let scaled = Int((value * scale).rounded())
    guard places > 0 else { return "\(scaled)" }
    let fraction = "\(scaled % Int(scale))"
    let zeros = String(repeating: "0", count: places - fraction.utf8.count)
    return "\(scaled / Int(scale)).\(zeros)\(fraction)"
  }
}
