import Testing

@testable import Units

@Suite struct TypedMomentTests {
  /// A Monday.
  private static let now = "2026-11-30T12:34:56Z"

  private func parse(_ text: String, now: String = now) throws -> TypedMoment? {
    TypedMoment.parse(text, localNow: try RFC3339.parse(now).instant)
  }

  @Test(arguments: [
    ("07:15", "2026-11-30T07:15:00Z"), ("7:15", "2026-11-30T07:15:00Z"),
    ("07:15:30", "2026-11-30T07:15:30Z"), ("7:15pm", "2026-11-30T19:15:00Z"),
    ("12:15 AM", "2026-11-30T00:15:00Z"), ("7pm", "2026-11-30T19:00:00Z"), ("now", now),
    ("today", now), ("yesterday", "2026-11-29T12:34:56Z"),
    ("Yesterday 18:30", "2026-11-29T18:30:00Z"), ("monday 18:30", "2026-11-30T18:30:00Z"),
    ("tuesday 6:00", "2026-11-24T06:00:00Z"), ("2026-11-01", "2026-11-01T12:34:56Z"),
    ("2026-11-01 07:15", "2026-11-01T07:15:00Z"), ("2026-11-01T07:15", "2026-11-01T07:15:00Z"),
    ("2026-11-01t07:15:30", "2026-11-01T07:15:30Z"),
    ("2026-11-01T07:15:30.5", "2026-11-01T07:15:30.5Z"),
  ])
  func `a time without an offset is what the wall clock shows`(text: String, time: String) throws {
    #expect(try parse(text) == .wallClock(try RFC3339.parse(time).instant))
  }

  @Test func `a time with an offset is that moment`() throws {
    let text = "2026-11-30T07:15:00+01:00"
    #expect(try parse(text) == .instant(try RFC3339.parse(text)))
  }

  @Test(arguments: [
    "", "tomorrow", "24:00", "7:60", "7:5", "007:15", "13pm", "0:15am", "07:15:60",
    "yesterday 25:00",
    "2026-02-30", "2026-02-30 07:15", "yesterday18:30", "7", "٧:١٥", "2026-11-30T",
    "monday tuesday",
  ])
  func `what is no time is none`(text: String) throws {
    #expect(try parse(text) == nil)
  }

  @Test func `before 1970 a day begins at its midnight, too`() throws {
    #expect(
      try parse("yesterday 18:30", now: "1969-12-31T12:00:00Z")
        == .wallClock(try RFC3339.parse("1969-12-30T18:30:00Z").instant))
  }
}
