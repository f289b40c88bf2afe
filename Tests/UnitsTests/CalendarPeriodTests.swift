import Testing
import Units

/// Periods by the calendar alone.
@Suite struct CalendarPeriodTests {
  /// Days since 1970.
  private static func day(_ year: Int, _ month: Int, _ day: Int) throws -> Int {
    try #require(CivilDate(year: year, month: month, day: day)).daysSince1970
  }

  @Test(arguments: [
    (CalendarPeriod.today, 2026, 12, 1), (.week, 2026, 11, 30), (.month, 2026, 12, 1),
    (.year, 2026, 1, 1),
  ])
  func `a period begins on its first day`(
    period: CalendarPeriod, year: Int, month: Int, day: Int
  ) throws {
    // A Tuesday.
    let today = try Self.day(2026, 12, 1)
    #expect(period.firstDay(endingWith: today) == (try Self.day(year, month, day)))
  }

  @Test func `columns follow each other without a gap, and end with today`() throws {
    let days = [
      try Self.day(2026, 12, 1), try Self.day(2024, 2, 29), try Self.day(1969, 12, 31),
      try Self.day(2026, 1, 1),
    ]
    for (today, period) in days.flatMap({ day in CalendarPeriod.allCases.map { (day, $0) } }) {
      let columns = period.columns(endingWith: today)
      #expect(columns.last?.upperBound == today)
      for (earlier, later) in zip(columns, columns.dropFirst()) {
        #expect(earlier.upperBound + 1 == later.lowerBound)
      }
      let first = period == .today ? today - 6 : period.firstDay(endingWith: today)
      #expect(columns.first?.lowerBound == first)
      // Of a year they are weeks that end as today does.
      if period == .year { #expect(columns.dropFirst().allSatisfy { $0.count == 7 }) }
    }
  }

  @Test func `the week begins with Monday, before 1970 too`() throws {
    #expect(CalendarPeriod.daysSinceMonday(try Self.day(2026, 11, 30)) == 0)
    #expect(CalendarPeriod.daysSinceMonday(try Self.day(1969, 12, 28)) == 6)
    #expect(CalendarPeriod.daysSinceMonday(0) == 3)
  }
}
