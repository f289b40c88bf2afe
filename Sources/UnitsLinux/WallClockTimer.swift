// An alarm at a time of day, which notices that the clock was set.

internal import CUnitsLinux
internal import Glibc

/// A timer on the clock that people set. Its descriptor becomes readable when the time has come
/// and when the clock was set, so that "midnight" is looked up again. timerfd_create(2)
package struct WallClockTimer: ~Copyable {
  private let timer: FileDescriptor

  package init() throws(SystemError) {
    timer = FileDescriptor(
      owning: try systemCall("timerfd_create") {
        timerfd_create(
          __clockid_t(CLOCK_REALTIME), CInt(TFD_CLOEXEC) | CInt(TFD_NONBLOCK))
      })
  }

  package var descriptor: CInt { timer.number }

  /// Fires at `seconds` since 1970, or at once when the clock is set. timerfd_settime(2)
  package func arm(at seconds: Int64) throws(SystemError) {
    try systemCall("timerfd_settime") { units_timer_set_absolute(timer.number, seconds, 1) }
  }

  /// Takes the readiness away; ECANCELED (the clock was set) is a reason to look like any other.
  package func acknowledge() {
    var count: UInt64 = 0
    _ = unsafe read(timer.number, &count, MemoryLayout<UInt64>.size)
  }
}
