import Foundation

/// Times that an observer has measured.
final class LatencySamples: @unchecked Sendable {
  private let lock = NSLock()
  private var samples: [Int] = []

  func add(_ sample: Int) {
    lock.withLock { samples.append(sample) }
  }

  /// `p50 p99` in microseconds.
  func report() -> String {
    lock.withLock {
      samples.sort()
      guard !samples.isEmpty else { return "none" }
      func percentile(_ part: Int) -> Int { samples[(samples.count - 1) * part / 100] / 1_000 }
      return "\(percentile(50)) \(percentile(99))"
    }
  }
}
