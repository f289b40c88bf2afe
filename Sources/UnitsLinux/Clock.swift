// The two clocks: one that only rises, for deadlines, and one that people set, for records.

internal import CUnitsLinux
internal import Glibc

/// A moment on the clock that never jumps, for deadlines and timers. clock_gettime(2)
package struct MonotonicTime: Comparable, Sendable {
  /// Nanoseconds since an arbitrary start.
  package let nanoseconds: Int64

  package init(nanoseconds: Int64) {
    self.nanoseconds = nanoseconds
  }

  /// A moment that is past.
  package static let start = MonotonicTime(nanoseconds: 0)

  /// A moment that does not come.
  package static let never = MonotonicTime(nanoseconds: .max)

  package static func now() -> MonotonicTime {
    MonotonicTime(nanoseconds: readClock(CLOCK_MONOTONIC))
  }

  package static func < (left: MonotonicTime, right: MonotonicTime) -> Bool {
    left.nanoseconds < right.nanoseconds
  }

  package static func + (time: MonotonicTime, duration: Duration) -> MonotonicTime {
    let (sum, overflow) = time.nanoseconds.addingReportingOverflow(duration.wholeNanoseconds)
    return MonotonicTime(nanoseconds: overflow ? (duration < .zero ? .min : .max) : sum)
  }

  /// The time from now until this moment in milliseconds, rounded up, never negative.
  package func millisecondsFromNow() -> CInt {
    let (left, overflow) = nanoseconds.subtractingReportingOverflow(
      MonotonicTime.now().nanoseconds)
    if overflow || left <= 0 { return 0 }
    return CInt(clamping: (left - 1) / 1_000_000 + 1)
  }

  package var isPast: Bool { MonotonicTime.now() >= self }

  /// Stops the calling thread until then. For programs; the daemon's threads use timers. poll(2)
  package static func sleep(until time: MonotonicTime) {
    while !time.isPast { _ = units_poll(-1, 0, time.millisecondsFromNow()) }
  }
}

/// The clock that people set. clock_gettime(2)
package enum WallClock {
  /// Nanoseconds since 1970-01-01T00:00:00Z.
  package static func nanoseconds() -> Int64 {
    readClock(CLOCK_REALTIME)
  }

  /// The same at the last tick, which is what files are stamped with.
  package static func stampNanoseconds() -> Int64 {
    readClock(CLOCK_REALTIME_COARSE)
  }
}

extension Duration {
  /// The duration in nanoseconds, cut to whole ones; 292 years stand for anything longer.
  package var wholeNanoseconds: Int64 {
    let (seconds, attoseconds) = components
    let (whole, overflow) = seconds.multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, carried) = whole.addingReportingOverflow(attoseconds / 1_000_000_000)
    if overflow || carried { return seconds < 0 ? .min : .max }
    return sum
  }
}

private func readClock(_ clock: clockid_t) -> Int64 {
  var time = timespec()
  unsafe clock_gettime(clock, &time)
  return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}
