package import Units
internal import UnitsClient
package import UnitsLinux

/// What "today" goes by.
package struct DayClock: Sendable {
  /// The present moment.
  package let now: @Sendable () -> Instant
  /// Has the timer's descriptor become readable at a moment, or before it if the clock is set.
  package let arm: @Sendable (borrowing WallClockTimer, Instant) throws(SystemError) -> Void

  package init(
    now: @escaping @Sendable () -> Instant,
    arm: @escaping @Sendable (borrowing WallClockTimer, Instant) throws(SystemError) -> Void
  ) {
    self.now = now
    self.arm = arm
  }

  /// The machine's clock, which people set.
  package static let wall = DayClock(
    now: { .now() },
    arm: { (timer, moment) throws(SystemError) in try timer.arm(at: moment.seconds) })
}
