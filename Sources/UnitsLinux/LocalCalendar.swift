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

  /// The calendar day in which an instant lies: mostly 24 hours long, 23 or 25 where the clock is
  /// moved. It begins with the first instant that bears its date, so a midnight that is skipped
  /// begins the day later, and one that comes twice begins it once. localtime_r(3)
  package static func day(containing seconds: Int64) -> Span {
    let today = fields(seconds)
    return Span(
      start: firstInstant(of: today.day, near: today.offset),
      end: firstInstant(of: today.day + 1, near: today.offset))
  }

  /// The calendar day of a date, which is given by its distance from 1970-01-01.
  package static func day(_ daysSince1970: Int) -> Span {
    let day = Int64(daysSince1970)
    let offset = fields(day * secondsPerDay).offset
    return Span(
      start: firstInstant(of: day, near: offset), end: firstInstant(of: day + 1, near: offset))
  }

  /// The local date of an instant, by its distance from 1970-01-01.
  package static func date(at seconds: Int64) -> Int {
    Int(fields(seconds).day)
  }

  /// Seconds east of Greenwich at an instant.
  package static func offset(at seconds: Int64) -> Int {
    fields(seconds).offset
  }

  private struct Fields {
    /// Days from 1970-01-01 to the local date.
    let day: Int64
    let offset: Int
  }

  /// POSIX lets a zone be up to 24 hours, 59 minutes and 59 seconds from Greenwich.
  private static let furthestOffset: Int64 = 25 * 3_600

  private static let secondsPerDay: Int64 = 86_400

  private static func fields(_ seconds: Int64) -> Fields {
    // The zone may have changed since the last look, and localtime_r need not notice.
    tzset()
    return fieldsInKnownZone(seconds)
  }

  private static func fieldsInKnownZone(_ seconds: Int64) -> Fields {
    var time = time_t(seconds)
    var fields = unsafe tm()
    _ = unsafe localtime_r(&time, &fields)
    let offset = unsafe Int(fields.tm_gmtoff)
    let (day, rest) = (seconds + Int64(offset)).quotientAndRemainder(dividingBy: secondsPerDay)
    return Fields(day: rest < 0 ? day - 1 : day, offset: offset)
  }

  /// Midnight at the usual offset, where the clock was not moved in the day before it; else found by
  /// bisection. mktime(3) would be one call, but which of two midnights it answers depends on what it
  /// was asked before.
  private static func firstInstant(of day: Int64, near offset: Int) -> Int64 {
    let midnight = day * secondsPerDay - Int64(offset)
    if fieldsInKnownZone(midnight).offset == offset,
      fieldsInKnownZone(midnight - secondsPerDay).offset == offset
    {
      return midnight
    }
    var before = day * secondsPerDay - furthestOffset
    var after = day * secondsPerDay + furthestOffset
    while after - before > 1 {
      let middle = before + (after - before) / 2
      if fieldsInKnownZone(middle).day < day { before = middle } else { after = middle }
    }
    return after
  }
}
