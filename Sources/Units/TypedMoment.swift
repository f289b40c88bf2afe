/// Times as people type them, without knowing where they are.
///
/// ```swift
/// let now = try RFC3339.parse("2026-11-30T12:00:00Z").instant
/// let moment = TypedMoment.parse("yesterday 18:30", localNow: now)
/// // .wallClock of 2026-11-29T18:30:00
/// ```
package enum TypedMoment: Sendable, Equatable {
  /// One that says its offset.
  case instant(Timestamp)
  /// What the wall clock shows, as the instant that it would be in UTC.
  case wallClock(Instant)

  /// RFC 3339; or without an offset a day and a time of it, `2026-11-30T07:15`, `yesterday 18:30`,
  /// parted by a `T` or a blank; a time of today, `07:15`; or a day, at the time of day that it is
  /// now. Days are those of ``TypedDay``, and `now` is `now`. Nil for what is none.
  ///
  /// `localNow` is what the wall clock shows now, as the instant that it would be in UTC.
  package static func parse(_ text: String, localNow: Instant) -> TypedMoment? {
    if let timestamp = rfc3339(text) { return .instant(timestamp) }
    if let instant = rfc3339(text + "Z") ?? rfc3339(text + ":00Z") {
      return .wallClock(instant.instant)
    }
    let today = daysSince1970(localNow)
    let text = text.lowercased()
    if text == "now" { return .wallClock(localNow) }
    if let second = secondOfDay(text[...]) { return moment(today, second) }
    if let day = TypedDay.parse(text, today: today) {
      return moment(day, localNow.seconds - Int64(today) * secondsInDay)
    }
    guard let separator = text.firstIndex(where: { $0 == " " || $0 == "t" && text.contains("-") }),
      let day = TypedDay.parse(String(text[..<separator]), today: today),
      let second = secondOfDay(text[text.index(after: separator)...].drop { $0 == " " })
    else { return nil }
    return moment(day, second)
  }

  private static let secondsInDay: Int64 = 86_400

  private static func rfc3339(_ text: String) -> Timestamp? {
    do throws(RFC3339Error) { return try RFC3339.parse(text) } catch { return nil }
  }

  private static func daysSince1970(_ instant: Instant) -> Int {
    Int((Double(instant.seconds) / Double(secondsInDay)).rounded(.down))
  }

  private static func moment(_ day: Int, _ second: Int64) -> TypedMoment? {
    let (midnight, overflow) = Int64(day).multipliedReportingOverflow(by: secondsInDay)
    guard !overflow else { return nil }
    return Instant(seconds: midnight + second).map(TypedMoment.wallClock)
  }

  /// `7:15`, `07:15:30`, `7:15pm`, `7 pm`; nil for what is no time of a day.
  private static func secondOfDay(_ text: Substring) -> Int64? {
    var text = text
    var isAfternoon: Bool?
    for (word, afternoon) in [("am", false), ("pm", true)] where text.hasSuffix(word) {
      isAfternoon = afternoon
      text = text.dropLast(word.count)
      while text.last == " " { text.removeLast() }
    }
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    let least = isAfternoon == nil ? 2 : 1
    guard (least...3).contains(parts.count), (1...2).contains(parts[0].count),
      parts.dropFirst().allSatisfy({ $0.count == 2 }),
      parts.allSatisfy({ $0.utf8.allSatisfy(\.isASCIIDigit) })
    else { return nil }
    let numbers = parts.compactMap { Int64($0) } + [0, 0]
    guard numbers[1] < 60, numbers[2] < 60 else { return nil }
    var hour = numbers[0]
    if let isAfternoon {
      guard (1...12).contains(hour) else { return nil }
      hour = hour % 12 + (isAfternoon ? 12 : 0)
    }
    return hour < 24 ? hour * 3600 + numbers[1] * 60 + numbers[2] : nil
  }
}

/// Days as people type them.
package enum TypedDay {
  /// The days since 1970 of `today`, `yesterday`, a weekday, which is the last one and may be today,
  /// or `2026-11-30`; all in lower case. Nil for what names none.
  package static func parse(_ word: String, today: Int) -> Int? {
    switch word {
    case "today": return today
    case "yesterday": return today - 1
    default: break
    }
    if let weekday = Weekday.allCases.firstIndex(where: { $0.rawValue == word }) {
      return today - (CalendarPeriod.daysSinceMonday(today) - weekday + 7) % 7
    }
    let parts = word.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.map(\.utf8.count) == [4, 2, 2],
      parts.allSatisfy({ $0.utf8.allSatisfy(\.isASCIIDigit) })
    else { return nil }
    let numbers = parts.compactMap { Int($0) }
    return CivilDate(year: numbers[0], month: numbers[1], day: numbers[2])?.daysSince1970
  }
}
