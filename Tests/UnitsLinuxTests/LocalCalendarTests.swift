import Foundation
import Testing
import UnitsLinux

/// One process has one time zone: these run one after the other.
@Suite(.serialized) struct LocalCalendarTests {
  private func inZone<Result>(_ zone: String, _ body: () throws -> Result) rethrows -> Result {
    let before = ProcessInfo.processInfo.environment["TZ"]
    setenv("TZ", zone, 1)
    defer {
      if let before { setenv("TZ", before, 1) } else { unsetenv("TZ") }
      tzset()
    }
    return try body()
  }

  private func instant(_ text: String) throws -> Int64 {
    Int64(try Date(text, strategy: .iso8601).timeIntervalSince1970)
  }

  struct Day: Sendable, CustomTestStringConvertible {
    let zone: String
    let inside: String
    let start: String
    let end: String
    let hours: Int64
    var testDescription: String { "\(zone) \(inside)" }
  }

  static let days = [
    Day(
      zone: "UTC", inside: "2026-11-30T07:15:00Z", start: "2026-11-30T00:00:00Z",
      end: "2026-12-01T00:00:00Z", hours: 24),
    Day(
      zone: "UTC", inside: "2026-11-30T00:00:00Z", start: "2026-11-30T00:00:00Z",
      end: "2026-12-01T00:00:00Z", hours: 24),
    Day(
      zone: "UTC", inside: "1969-12-31T23:59:59Z", start: "1969-12-31T00:00:00Z",
      end: "1970-01-01T00:00:00Z", hours: 24),
    Day(
      zone: "Europe/Berlin", inside: "2026-03-29T12:00:00Z", start: "2026-03-28T23:00:00Z",
      end: "2026-03-29T22:00:00Z", hours: 23),
    Day(
      zone: "Europe/Berlin", inside: "2026-10-25T00:30:00Z", start: "2026-10-24T22:00:00Z",
      end: "2026-10-25T23:00:00Z", hours: 25),
    Day(
      zone: "America/New_York", inside: "2026-03-08T12:00:00Z", start: "2026-03-08T05:00:00Z",
      end: "2026-03-09T04:00:00Z", hours: 23),
    // Midnight is skipped: the day begins at one o'clock.
    Day(
      zone: "America/Sao_Paulo", inside: "2017-10-15T12:00:00Z", start: "2017-10-15T03:00:00Z",
      end: "2017-10-16T02:00:00Z", hours: 23),
    // At midnight the clock goes back to eleven.
    Day(
      zone: "America/Sao_Paulo", inside: "2018-02-18T02:30:00Z", start: "2018-02-17T02:00:00Z",
      end: "2018-02-18T03:00:00Z", hours: 25),
    // Midnight comes twice: the day begins with the first.
    Day(
      zone: "America/Havana", inside: "2023-11-05T12:00:00Z", start: "2023-11-05T04:00:00Z",
      end: "2023-11-06T05:00:00Z", hours: 25),
    // The 30th of December 2011 was left out.
    Day(
      zone: "Pacific/Apia", inside: "2011-12-30T09:00:00Z", start: "2011-12-29T10:00:00Z",
      end: "2011-12-30T10:00:00Z", hours: 24),
    Day(
      zone: "Pacific/Apia", inside: "2011-12-30T10:00:00Z", start: "2011-12-30T10:00:00Z",
      end: "2011-12-31T10:00:00Z", hours: 24),
    // Half an hour of daylight saving.
    Day(
      zone: "Australia/Lord_Howe", inside: "2026-04-05T03:00:00Z", start: "2026-04-04T13:00:00Z",
      end: "2026-04-05T13:30:00Z", hours: 24),
    Day(
      zone: "Pacific/Kiritimati", inside: "2026-01-01T10:00:00Z", start: "2026-01-01T10:00:00Z",
      end: "2026-01-02T10:00:00Z", hours: 24),
    Day(
      zone: "XYZ24:59:59", inside: "2026-01-03T00:00:00Z", start: "2026-01-02T00:59:59Z",
      end: "2026-01-03T00:59:59Z", hours: 24),
  ]

  @Test(arguments: days)
  func `a day is as long as its wall clock makes it`(day: Day) throws {
    let span = inZone(day.zone) { () -> LocalCalendar.Span? in
      // A question about another season must not change the answer.
      for month in 0..<12 { _ = LocalCalendar.day(containing: Int64(month) * 2_600_000) }
      return (try? instant(day.inside)).map(LocalCalendar.day(containing:))
    }
    let found = try #require(span)
    #expect(found.start == (try instant(day.start)))
    #expect(found.end == (try instant(day.end)))
    #expect((found.end - found.start) / 3_600 == day.hours)
  }

  @Test(arguments: ["Europe/Berlin", "America/Havana", "America/Sao_Paulo", "Pacific/Apia", "UTC"])
  func `days follow each other without gap or overlap`(zone: String) throws {
    try inZone(zone) {
      var next = LocalCalendar.day(containing: try instant("2011-06-01T12:00:00Z")).start
      for _ in 0..<800 {
        let day = LocalCalendar.day(containing: next)
        #expect(day.start == next)
        #expect(LocalCalendar.day(containing: day.end - 1) == day)
        next = day.end
      }
    }
  }

  @Test(arguments: [
    ("Europe/Berlin", "2026-01-01T00:00:00Z", 3_600),
    ("Europe/Berlin", "2026-07-01T00:00:00Z", 7_200),
    ("Asia/Kathmandu", "2026-01-01T00:00:00Z", 20_700), ("UTC", "2026-01-01T00:00:00Z", 0),
    ("America/St_Johns", "2026-01-01T00:00:00Z", -12_600),
  ])
  func `the offset is that of the moment`(zone: String, time: String, expected: Int) throws {
    let seconds = try instant(time)
    #expect(inZone(zone) { LocalCalendar.offset(at: seconds) } == expected)
  }
}
