import CUnitsLinux
import Foundation

/// A moment until which something may take.
struct Deadline {
  private static let clock = ContinuousClock()
  private let end: ContinuousClock.Instant

  init(in duration: Duration) { end = Self.clock.now + duration }

  var hasPassed: Bool { Self.clock.now >= end }

  /// What is left, as poll(2) wants it.
  var milliseconds: Int32 {
    let left = Self.clock.now.duration(to: end)
    return Int32(clamping: max(0, left / .milliseconds(1)).rounded(.up))
  }

  /// Asks again and again until the answer is yes or the time is over; tells which.
  static func poll(_ duration: Duration = .seconds(10), until condition: () -> Bool) -> Bool {
    let deadline = Deadline(in: duration)
    while !condition() {
      if deadline.hasPassed { return condition() }
      usleep(1000)
    }
    return true
  }
}

extension Int32 {
  fileprivate init(clamping value: Double) {
    self = value >= Double(Int32.max) ? .max : Int32(value)
  }
}
