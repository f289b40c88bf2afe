/// A moment, as the microseconds since 1970-01-01T00:00:00Z without leap seconds, within the years
/// 0000 to 9999 that RFC 3339 can write.
///
/// Microseconds, since one 64-bit integer then holds every such moment, in memory and in a database;
/// finer fractions are cut off towards the past.
///
/// ```swift
/// let launch = try RFC3339.parse("1969-07-16T13:32:00Z").instant
/// print(launch.seconds)  // -14552880
/// ```
package struct Instant: Sendable, Hashable, Comparable {
  /// Microseconds since 1970, negative before.
  package let microseconds: Int64

  /// The moment that many microseconds after 1970 began; nil outside of the years 0000 to 9999.
  package init?(microseconds: Int64) {
    guard (Self.earliest.microseconds...Self.latest.microseconds).contains(microseconds) else {
      return nil
    }
    self.microseconds = microseconds
  }

  /// The moment of a POSIX `timespec`: whole seconds and the nanoseconds after them, which must be
  /// below 1,000,000,000. Nil outside of the years 0000 to 9999.
  package init?(seconds: Int64, nanoseconds: Int64 = 0) {
    let (scaled, overflow) = seconds.multipliedReportingOverflow(by: Self.microsecondsInSecond)
    guard !overflow, (0..<1_000_000_000).contains(nanoseconds) else { return nil }
    let (sum, sumOverflow) = scaled.addingReportingOverflow(nanoseconds / 1000)
    guard !sumOverflow else { return nil }
    self.init(microseconds: sum)
  }

  private init(unchecked microseconds: Int64) { self.microseconds = microseconds }

  /// The first moment that can be told: 0000-01-01T00:00:00Z.
  package static let earliest = Instant(
    unchecked: Int64(CivilDate.daysSince1970Range.lowerBound) * 86_400 * microsecondsInSecond)

  /// The last moment that can be told: 9999-12-31T23:59:59.999999Z.
  package static let latest = Instant(
    unchecked: Int64(CivilDate.daysSince1970Range.upperBound + 1) * 86_400 * microsecondsInSecond
      - 1)

  /// Whole seconds since 1970, rounded towards the past.
  package var seconds: Int64 {
    (microseconds - Int64(microsecondOfSecond)) / Self.microsecondsInSecond
  }

  /// The microseconds after ``seconds``: 0 to 999,999.
  package var microsecondOfSecond: Int {
    let remainder = microseconds % Self.microsecondsInSecond
    return Int(remainder < 0 ? remainder + Self.microsecondsInSecond : remainder)
  }

  /// The nanoseconds after ``seconds``, for a POSIX `timespec`: 0 to 999,999,000.
  package var nanosecondOfSecond: Int { microsecondOfSecond * 1000 }

  /// Earlier moments come first.
  package static func < (left: Instant, right: Instant) -> Bool {
    left.microseconds < right.microseconds
  }

  private static let microsecondsInSecond: Int64 = 1_000_000
}

/// A moment together with the local time's offset from UTC where it was taken.
///
/// Equality compares both; compare ``instant`` for the order of events.
package struct Timestamp: Sendable, Hashable, CustomStringConvertible {
  /// The moment.
  package let instant: Instant
  /// How far local time was ahead of UTC (behind it, if negative).
  package let offset: UTCOffset

  /// A moment, and the offset of the local time there and then.
  package init(_ instant: Instant, offset: UTCOffset = .zero) {
    self.instant = instant
    self.offset = offset
  }

  /// The RFC 3339 text.
  package var description: String { RFC3339.format(self) }
}

/// A local time's distance from UTC in whole minutes, from -23:59 to +23:59, as RFC 3339 writes it.
public struct UTCOffset: Sendable, Hashable {
  /// Minutes east of Greenwich.
  public let minutes: Int

  /// An offset of whole minutes; nil unless it is less than a day.
  public init?(minutes: Int) {
    guard (-1439...1439).contains(minutes) else { return nil }
    self.minutes = minutes
  }

  /// The offset of a POSIX `tm_gmtoff`. Seconds, which zones had before standard time, are cut off,
  /// as RFC 3339 has no place for them; nil unless it is less than a day.
  public init?(seconds: Int) {
    self.init(minutes: seconds / 60)
  }

  private init() { minutes = 0 }

  /// UTC itself.
  public static let zero = UTCOffset()

  /// The offset in seconds.
  public var seconds: Int { minutes * 60 }
}
