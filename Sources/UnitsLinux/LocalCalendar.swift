// Days as the person's wall clock has them.

internal import CUnitsLinux
internal import Glibc

/// The calendar in the time zone of `TZ`, else of `/etc/localtime`.
package enum LocalCalendar {
  /// A span of time in seconds since 1970, its end excluded.
  package struct Span: Equatable, Sendable {
    package let start: Int64
    package let end: Int64
  }

  /// The calendar day in which an instant lies: 23, 24 or 25 hours long. localtime_r(3), mktime(3)
  package static func day(containing seconds: Int64) -> Span {
    let today = unsafe fields(seconds)
    return unsafe Span(
      start: midnight(today, daysLater: 0), end: midnight(today, daysLater: 1))
  }

  /// Seconds east of Greenwich at an instant.
  package static func offset(at seconds: Int64) -> Int {
    unsafe Int(fields(seconds).tm_gmtoff)
  }

  private static func fields(_ seconds: Int64) -> tm {
    // The zone may have changed since the last look, and localtime_r need not notice.
    tzset()
    var time = time_t(seconds)
    var fields = unsafe tm()
    _ = unsafe localtime_r(&time, &fields)
    return unsafe fields
  }

  private static func midnight(_ day: tm, daysLater: CInt) -> Int64 {
    var fields = unsafe tm()
    unsafe fields.tm_year = day.tm_year
    unsafe fields.tm_mon = day.tm_mon
    unsafe fields.tm_mday = day.tm_mday + daysLater
    unsafe fields.tm_isdst = -1
    return Int64(unsafe mktime(&fields))
  }
}
