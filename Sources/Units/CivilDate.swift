/// A day of the proleptic Gregorian calendar, from 0000-01-01 to 9999-12-31, the years that RFC 3339
/// can write.
///
/// ```swift
/// let leapDay = CivilDate(year: 2024, month: 2, day: 29)
/// print(leapDay?.daysSince1970 ?? 0)  // 19782
/// ```
package struct CivilDate: Sendable, Hashable, Comparable {
  /// 0 to 9999; the year 0 is the one before 1 and a leap year.
  package let year: Int
  /// 1 to 12.
  package let month: Int
  /// 1 to 31.
  package let day: Int

  /// The day of these numbers; nil if the calendar has none.
  package init?(year: Int, month: Int, day: Int) {
    guard (0...9999).contains(year), (1...12).contains(month),
      (1...Self.dayCount(year: year, month: month)).contains(day)
    else { return nil }
    self.year = year
    self.month = month
    self.day = day
  }

  /// The day that many days after 1970-01-01 (before, if negative); nil if out of the years above.
  package init?(daysSince1970: Int) {
    guard Self.daysSince1970Range.contains(daysSince1970) else { return nil }
    // Counted from 0000-03-01, so that a leap day is a year's last and 400 years are one cycle. A
    // negative count is January or February of the year 0, which one whole cycle later repeats.
    let days = daysSince1970 + Self.daysFromMarch0To1970 + Self.daysInCycle
    let (cycle, dayOfCycle) = days.quotientAndRemainder(dividingBy: Self.daysInCycle)
    // Leap days that precede the day in its cycle are taken out, then years are even.
    let yearOfCycle =
      (dayOfCycle - dayOfCycle / 1460 + dayOfCycle / 36_524 - dayOfCycle / 146_096) / 365
    let dayOfYear = dayOfCycle - (365 * yearOfCycle + yearOfCycle / 4 - yearOfCycle / 100)
    // From March on, month lengths repeat in runs of 153 days to five months.
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = 400 * (cycle - 1) + yearOfCycle + (month <= 2 ? 1 : 0)
  }

  /// Days from 1970-01-01 to this day, negative before it.
  package var daysSince1970: Int {
    let monthFromMarch = month > 2 ? month - 3 : month + 9
    let yearFromMarch = (month > 2 ? year : year - 1) + 400
    let dayOfYear = (153 * monthFromMarch + 2) / 5 + day - 1
    let days =
      365 * yearFromMarch + yearFromMarch / 4 - yearFromMarch / 100 + yearFromMarch / 400
      + dayOfYear
    return days - Self.daysInCycle - Self.daysFromMarch0To1970
  }

  /// The day that many days later (earlier, if negative); nil if out of range.
  package func adding(days: Int) -> CivilDate? {
    let (sum, overflow) = daysSince1970.addingReportingOverflow(days)
    return overflow ? nil : CivilDate(daysSince1970: sum)
  }

  /// How many days a month has; the month must be 1 to 12.
  package static func dayCount(year: Int, month: Int) -> Int {
    switch month {
    case 4, 6, 9, 11: 30
    case 2: year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) ? 29 : 28
    default: 31
    }
  }

  /// Earlier days come first.
  package static func < (left: CivilDate, right: CivilDate) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }

  /// The days that can be told: 0000-01-01 to 9999-12-31.
  static let daysSince1970Range = -719_528...2_932_896
  /// The days of 400 years, after which the calendar repeats.
  private static let daysInCycle = 146_097
  /// The days from 0000-03-01 to 1970-01-01.
  private static let daysFromMarch0To1970 = 719_468
}
