internal import Foundation

/// A moment until which something may take.
package struct Deadline {
  private let end: ContinuousClock.Instant

  package init(in duration: Duration) { end = ContinuousClock.now + duration }

  package var hasPassed: Bool { ContinuousClock.now >= end }

  /// What is left in milliseconds, rounded up, for poll(2).
  package var milliseconds: Int32 {
    let left = ContinuousClock.now.duration(to: end) / .milliseconds(1)
    return left <= 0 ? 0 : Int32(min(left.rounded(.up), Double(Int32.max)))
  }
}

/// Asks again and again until the answer is yes; no if it is not within the time.
package func eventually(
  within limit: Duration = .seconds(5), _ condition: () throws -> Bool
) rethrows -> Bool {
  let deadline = Deadline(in: limit)
  while try !condition() {
    if deadline.hasPassed { return false }
    usleep(2_000)
  }
  return true
}
