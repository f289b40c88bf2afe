// When the days of a period begin and end, in this process's time zone.

package import Units
internal import UnitsLinux

extension CalendarPeriod {
  /// The whole period around an instant, up to the end of that day.
  package func span(at now: Instant) -> Range<Instant> {
    let today = LocalCalendar.date(at: now.seconds)
    return Self.span(of: firstDay(endingWith: today)...today)
  }

  /// The spans of a sparkline's columns; see ``columns(endingWith:)``.
  package func columns(at now: Instant) -> [Range<Instant>] {
    columns(endingWith: LocalCalendar.date(at: now.seconds)).map(Self.span)
  }

  /// From the beginning of a day to the end of another; days are longer and shorter where the clock
  /// is moved.
  private static func span(of days: ClosedRange<Int>) -> Range<Instant> {
    let start = Instant(seconds: LocalCalendar.day(days.lowerBound).start) ?? .earliest
    let end = Instant(seconds: LocalCalendar.day(days.upperBound).end) ?? .latest
    return start..<max(end, start)
  }
}
