// Waking when today is over, and when "today" becomes another day.
//
// Three things end a day: midnight, a clock that is set (also by waking from suspend, which sets the
// kernel's clock), and another time zone. The first two are one timer. The third is a new file at
// /etc/localtime: the C library looks at it whenever it is asked for local time, but somebody has to
// ask. With TZ in the environment the zone of a process never changes.

internal import UnitsLinux

/// Wakes when the local day may be another one. Owned by its loop's thread.
final class DayAlarm {
  /// Where the machine's time zone is. tzset(3)
  private static let zoneFolder = "/etc"
  private static let zoneName = "localtime"

  private let timer: WallClockTimer
  private let zone: FileWatch?

  /// `wake` is called when the day may be another one; it arms the alarm anew.
  init(
    loop: EventLoop, environment: Environment, wake: @escaping () -> Void
  ) throws(SystemError) {
    timer = try WallClockTimer()
    zone = environment["TZ"] == nil ? Self.watchZone() : nil
    try loop.watch(timer.descriptor, for: .readable) { [unowned self] _ in
      timer.acknowledge()
      wake()
    }
    if let zone {
      try loop.watch(zone.descriptor, for: .readable) { _ in
        if Self.concernsZone(zone) { wake() }
      }
    }
  }

  /// Wakes at `seconds` since 1970, and before if the clock is set.
  func arm(at seconds: Int64) throws(SystemError) { try timer.arm(at: seconds) }

  /// Nil where the folder cannot be watched: then a new zone is noticed at the next change.
  private static func watchZone() -> FileWatch? {
    do throws(SystemError) {
      let watch = try FileWatch()
      _ = try watch.add(zoneFolder)
      return watch
    } catch {
      return nil
    }
  }

  private static func concernsZone(_ watch: FileWatch) -> Bool {
    do throws(SystemError) {
      let drained = try watch.drain()
      return drained.overflowed || drained.events.contains { $0.name == zoneName }
    } catch {
      return true
    }
  }
}
