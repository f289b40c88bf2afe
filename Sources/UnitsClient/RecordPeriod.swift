// The spans of days that people sum up.

package import Units
internal import UnitsLinux

/// A span of local days that ends with today.
package enum RecordPeriod: String, CaseIterable, Sendable {
  case today
  /// Since Monday, as ISO 8601 begins a week.
  case week
  case month
  case year

  /// Some days in a row, which one column of a sparkline stands for.
  package typealias Column = Range<Instant>

  /// The whole period around an instant, up to the end of that day.
  package func span(at now: Instant) -> Range<Instant> {
    let today = LocalCalendar.date(at: now.seconds)
    return Self.span(from: first(of: today), through: today)
  }

  /// The columns of a sparkline of the period, in their order. Of today, which has no course by
  /// itself, those of the last seven days; of a year a column a week, so that they fit in a line.
  package func columns(at now: Instant) -> [Column] {
    let today = LocalCalendar.date(at: now.seconds)
    switch self {
    case .today: return Self.days(from: today - 6, through: today)
    case .week, .month: return Self.days(from: first(of: today), through: today)
    case .year:
      let start = first(of: today)
      // The first column is as long as what is left: every other ends with the day of the week that
      // today is.
      return stride(from: today - (today - start) / 7 * 7, through: today, by: 7).map { last in
        Self.span(from: max(last - 6, start), through: last)
      }
    }
  }

  private func first(of today: Int) -> Int {
    switch self {
    case .today: return today
    // 1970-01-01 was a Thursday, the fourth day of its week.
    case .week: return today - Self.daysSinceMonday(today)
    case .month, .year:
      guard let date = CivilDate(daysSince1970: today),
        let first = CivilDate(year: date.year, month: self == .year ? 1 : date.month, day: 1)
      else { return today }
      return first.daysSince1970
    }
  }

  /// How many days after a Monday a day is.
  package static func daysSinceMonday(_ daysSince1970: Int) -> Int {
    ((daysSince1970 + 3) % 7 + 7) % 7
  }

  private static func days(from first: Int, through last: Int) -> [Column] {
    (first...last).map { span(from: $0, through: $0) }
  }

  /// From the beginning of a day to the end of another; days are longer and shorter where the clock
  /// is moved.
  private static func span(from first: Int, through last: Int) -> Range<Instant> {
    let start = Instant(seconds: LocalCalendar.day(first).start) ?? .earliest
    return start..<max(Instant(seconds: LocalCalendar.day(last).end) ?? .latest, start)
  }
}
