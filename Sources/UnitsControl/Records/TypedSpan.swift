// Spans of time as people type them.

internal import Units
internal import UnitsClient
internal import UnitsCommandLine
internal import UnitsLinux

/// What `--since` and `--until` say: a day counts in full, at both ends.
enum TypedSpan {
  static let hint = "write today, yesterday, monday, 2026-11-30, or 2026-11-30T07:15"

  /// The first moment of what is typed.
  static func start(_ text: String, now: Instant) throws(ControlFailure) -> Instant {
    try span(text, now: now).lowerBound
  }

  /// The moment behind the last one of what is typed.
  static func end(_ text: String, now: Instant) throws(ControlFailure) -> Instant {
    try span(text, now: now).upperBound
  }

  /// A day from its first moment to before the next day's, or a moment, which is empty.
  static func span(_ text: String, now: Instant) throws(ControlFailure) -> Range<Instant> {
    let today = LocalCalendar.date(at: now.seconds)
    if let day = TypedDay.parse(text.lowercased(), today: today) {
      let span = LocalCalendar.day(day)
      guard let start = Instant(seconds: span.start), let end = Instant(seconds: span.end) else {
        throw ControlFailure(.badData, "no such day: \(text)", hint: hint)
      }
      return start..<end
    }
    do throws(ControlFailure) {
      let moment = try TypedTime.parse(text, now: now).instant
      return moment..<moment
    } catch {
      throw ControlFailure(error.status, "not a day or a time: \(text)", hint: hint)
    }
  }
}
