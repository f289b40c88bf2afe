// Ids that rise with time and never repeat.

package import Units
internal import UnitsLinux

/// Makes ids of version 7 (RFC 9562, section 5.7): 48 bits of Unix milliseconds, then 74 random
/// bits.
///
/// Each id is above the one before, whatever the clock does: within a millisecond, and while the
/// clock stands behind the last id, the random bits count up by one (section 6.2, method 2).
package struct UUIDv7: Sendable {
  private var milliseconds: UInt64 = 0
  /// The 12 random bits behind the time.
  private var high: UInt64 = 0
  /// The 62 random bits of the second half.
  private var low: UInt64 = 0

  package init() {}

  /// The next id, its bits from `random`, the kernel's if nothing else is said. A time before 1970
  /// counts as 1970.
  package mutating func next(
    at now: Instant, random: () -> UInt64 = Process.randomBits
  ) -> RecordID {
    let time = UInt64(clamping: now.microseconds / 1000)
    if time > milliseconds {
      start(at: time, random: random)
    } else {
      countUp(random: random)
    }
    return RecordID(
      high: milliseconds << 16 | 0x7000 | high, low: 0x8000_0000_0000_0000 | low)
  }

  private mutating func start(at time: UInt64, random: () -> UInt64) {
    milliseconds = time
    high = random() & Self.highMask
    low = random() & Self.lowMask
  }

  private mutating func countUp(random: () -> UInt64) {
    low = (low + 1) & Self.lowMask
    guard low == 0 else { return }
    high = (high + 1) & Self.highMask
    // All 74 bits used up, once in 2^74: a millisecond is borrowed from the future.
    if high == 0 { start(at: milliseconds + 1, random: random) }
  }

  private static let highMask: UInt64 = 0xFFF
  private static let lowMask: UInt64 = 0x3FFF_FFFF_FFFF_FFFF
}
