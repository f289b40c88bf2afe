// The spans of days that people sum up, by the calendar alone: which days they are is arithmetic, and
// when a day begins is a matter of the time zone, which this room does not know.

/// A span of days that ends with today.
package enum CalendarPeriod: String, CaseIterable, Sendable {
  case today
  /// Since Monday, as ISO 8601 begins a week.
  case week
  case month
  case year

  /// Those of a bar, in which a year's total is no news.
  package static let ofBars: [CalendarPeriod] = [.today, .week, .month]

  /// Its first day. Days are counted since 1970.
  package func firstDay(endingWith today: Int) -> Int {
    switch self {
    case .today: return today
    case .week: return today - Self.daysSinceMonday(today)
    case .month, .year:
      guard let date = CivilDate(daysSince1970: today),
        let first = CivilDate(year: date.year, month: self == .year ? 1 : date.month, day: 1)
      else { return today }
      return first.daysSince1970
    }
  }

  /// The days of a sparkline of the period, a column each, in their order. Of today, which has no
  /// course by itself, the last seven days; of a year a column a week, so that they fit in a line.
  package func columns(endingWith today: Int) -> [ClosedRange<Int>] {
    let start = firstDay(endingWith: today)
    switch self {
    case .today: return ((today - 6)...today).map { $0...$0 }
    case .week, .month: return (start...today).map { $0...$0 }
    case .year:
      // The first column is as long as what is left: every other ends with the day of the week that
      // today is.
      return stride(from: today - (today - start) / 7 * 7, through: today, by: 7).map { last in
        max(last - 6, start)...last
      }
    }
  }

  /// How many days after a Monday a day is: 1970-01-01 was a Thursday, the fourth day of its week.
  package static func daysSinceMonday(_ daysSince1970: Int) -> Int {
    ((daysSince1970 + 3) % 7 + 7) % 7
  }
}
