import Foundation
import Testing
import Units

@Suite struct RFC3339Tests {
  @Test(arguments: [
    ("1970-01-01T00:00:00Z", 0, 0), ("1969-12-31T23:59:59.5Z", -500_000, 0),
    ("2026-11-30T07:15:00+01:00", 1_796_019_300_000_000, 60),
    ("2026-11-30T07:15:00-01:30", 1_796_028_300_000_000, -90),
    ("2000-02-29T12:00:00.000001Z", 951_825_600_000_001, 0),
    ("0000-01-01T00:00:00Z", -62_167_219_200_000_000, 0),
    ("9999-12-31T23:59:59.999999Z", 253_402_300_799_999_999, 0),
  ])
  func `an instant is read, and written as it was`(
    text: String, microseconds: Int64, minutes: Int
  ) throws {
    let time = try RFC3339.parse(text)
    #expect(time.instant.microseconds == microseconds)
    #expect(time.offset.minutes == minutes)
    #expect(RFC3339.format(time) == text)
  }

  @Test(arguments: [
    ("2026-11-30t07:15:00z", "2026-11-30T07:15:00Z"),
    ("2026-11-30T07:15:00.000Z", "2026-11-30T07:15:00Z"),
    ("2026-11-30T07:15:00.120Z", "2026-11-30T07:15:00.12Z"),
    ("2026-11-30T07:15:00.1234567899Z", "2026-11-30T07:15:00.123456Z"),
    ("2026-11-30T07:15:00-00:00", "2026-11-30T07:15:00Z"),
    ("2016-12-31T23:59:60Z", "2017-01-01T00:00:00Z"),
    ("2016-12-31T18:29:60.5-05:30", "2016-12-31T18:30:00.5-05:30"),
  ])
  func `another spelling is written in the shortest form`(text: String, shortest: String) throws {
    #expect(RFC3339.format(try RFC3339.parse(text)) == shortest)
  }

  @Test(arguments: [
    "", "2026", "2026-11-30", "2026-11-30T07:15Z", "2026-11-30T07:15:00", "2026-11-30 07:15:00Z",
    "2026-11-30T07:15:00.Z", "2026-11-30T07:15:00,5Z", "2026-11-30T07:15:00+0100",
    "2026-11-30T07:15:00+01", "2026-11-30T07:15:00+1:00", "2026-11-30T07:15:00Zx",
    " 2026-11-30T07:15:00Z", "2026-11-30T07:15:00Z\n", "+2026-11-30T07:15:00Z",
    "20261130T071500Z", "2026-1-30T07:15:00Z", "٢026-11-30T07:15:00Z", "2026-11-30T07:15:00\0Z",
  ])
  func `another form is refused`(text: String) {
    let error = #expect(throws: RFC3339Error.self) { try RFC3339.parse(text) }
    #expect(error == .malformed(text))
    #expect(error?.description == "not an RFC 3339 time: \(text)")
  }

  @Test(arguments: [
    "2026-02-29T00:00:00Z", "2026-13-01T00:00:00Z", "2026-00-01T00:00:00Z", "2026-01-00T00:00:00Z",
    "2026-01-01T24:00:00Z", "2026-01-01T00:60:00Z", "2026-01-01T00:00:61Z",
    "2026-01-01T00:00:00+24:00", "2026-01-01T00:00:00+01:60", "2026-01-01T12:00:60Z",
    "2026-01-15T23:59:60Z", "0000-01-01T00:00:00+00:01", "9999-12-31T23:59:59-00:01",
    "9999-12-31T23:59:60Z",
  ])
  func `a time that does not exist is refused`(text: String) {
    let error = #expect(throws: RFC3339Error.self) { try RFC3339.parse(text) }
    #expect(error == .outOfRange(text))
    #expect(error?.description == "no such time: \(text)")
  }

  @Test func `a local time outside of the years that can be written is given in UTC`() throws {
    let west = try #require(UTCOffset(minutes: -60))
    #expect(RFC3339.format(Timestamp(.earliest, offset: west)) == "0000-01-01T00:00:00Z")
    let east = try #require(UTCOffset(minutes: 60))
    #expect(RFC3339.format(Timestamp(.latest, offset: east)) == "9999-12-31T23:59:59.999999Z")
  }

  @Test func `random instants survive the way through text, as another formatter writes them`()
    throws
  {
    let other = ISO8601DateFormatter()
    for _ in 0..<500 {
      let seconds = Int64.random(in: -62_000_000_000...253_000_000_000)
      // Whole days before the Gregorian reform are counted differently elsewhere.
      let instant = try #require(
        Instant(seconds: seconds, nanoseconds: .random(in: 0..<1_000_000_000)))
      let offset = try #require(UTCOffset(minutes: .random(in: -1439...1439)))
      let time = Timestamp(instant, offset: offset)
      #expect(try RFC3339.parse(RFC3339.format(time)) == time)
      guard seconds > -12_000_000_000, let whole = Instant(seconds: seconds) else { continue }
      #expect(
        RFC3339.format(whole)
          == other.string(from: Date(timeIntervalSince1970: Double(seconds))))
    }
  }
}

@Suite struct InstantTests {
  @Test func `a timespec is taken to the microsecond, cut off towards the past`() throws {
    let instant = try #require(Instant(seconds: -1, nanoseconds: 999_999_999))
    #expect(instant.microseconds == -1)
    #expect(instant.seconds == -1)
    #expect(instant.microsecondOfSecond == 999_999)
    #expect(instant.nanosecondOfSecond == 999_999_000)
  }

  @Test func `a moment out of the years that can be written is none`() {
    #expect(Instant(microseconds: Instant.earliest.microseconds - 1) == nil)
    #expect(Instant(microseconds: Instant.latest.microseconds + 1) == nil)
    #expect(Instant(seconds: .max) == nil)
    #expect(Instant(seconds: .min) == nil)
    #expect(Instant(seconds: 0, nanoseconds: 1_000_000_000) == nil)
    #expect(Instant(seconds: 0, nanoseconds: -1) == nil)
  }

  @Test func `an offset is whole minutes of less than a day`() {
    #expect(UTCOffset(seconds: 19_800)?.minutes == 330)
    #expect(UTCOffset(seconds: -3208)?.minutes == -53)
    #expect(UTCOffset(minutes: 1440) == nil)
    #expect(UTCOffset(seconds: .min) == nil)
  }
}
