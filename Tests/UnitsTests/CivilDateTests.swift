import Testing
import Units

@Suite struct CivilDateTests {
  @Test(arguments: [
    (1970, 1, 1, 0), (1969, 12, 31, -1), (2000, 2, 29, 11_016), (2000, 3, 1, 11_017),
    (1900, 2, 28, -25_509), (1900, 3, 1, -25_508), (0, 1, 1, -719_528), (0, 3, 1, -719_468),
    (9999, 12, 31, 2_932_896), (2026, 11, 30, 20_787),
  ])
  func `a known day has its number`(year: Int, month: Int, day: Int, number: Int) throws {
    let date = try #require(CivilDate(year: year, month: month, day: day))
    #expect(date.daysSince1970 == number)
    #expect(CivilDate(daysSince1970: number) == date)
  }

  @Test func `every day of ten thousand years follows the one before`() throws {
    var expected = try #require(CivilDate(year: 0, month: 1, day: 1))
    var mismatches = 0
    for number in -719_528...2_932_896 {
      guard let date = CivilDate(daysSince1970: number) else {
        mismatches += 1
        continue
      }
      if date != expected || date.daysSince1970 != number { mismatches += 1 }
      let next =
        CivilDate(year: date.year, month: date.month, day: date.day + 1)
        ?? CivilDate(year: date.year, month: date.month + 1, day: 1)
        ?? CivilDate(year: date.year + 1, month: 1, day: 1)
      expected = next ?? expected
    }
    #expect(mismatches == 0)
  }

  @Test(arguments: [
    (2023, 2, 29), (1900, 2, 29), (2024, 4, 31), (2024, 0, 1), (2024, 13, 1), (2024, 1, 0),
    (2024, 1, 32), (-1, 1, 1), (10_000, 1, 1),
  ])
  func `a day that the calendar has not is none`(year: Int, month: Int, day: Int) {
    #expect(CivilDate(year: year, month: month, day: day) == nil)
  }

  @Test func `days past either end are none`() throws {
    #expect(CivilDate(daysSince1970: -719_529) == nil)
    #expect(CivilDate(daysSince1970: 2_932_897) == nil)
    #expect(CivilDate(daysSince1970: .min) == nil)
    let day = try #require(CivilDate(year: 2024, month: 2, day: 28))
    #expect(day.adding(days: 2) == CivilDate(year: 2024, month: 3, day: 1))
    #expect(day.adding(days: .max) == nil)
    #expect(day < (try #require(day.adding(days: 1))))
  }
}
