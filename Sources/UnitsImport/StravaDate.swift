// Dates as Strava writes them, which are in UTC.

internal import Units

/// Reads dates in English, as ISO has them, and in figures where it is sure which is the month.
enum StravaDate {
  /// Which of two figures is the month, by all dates of a list.
  enum Order {
    case monthFirst
    case dayFirst
    /// No date tells, or two tell different things.
    case unknown
  }

  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  /// A date's words and figures: `Nov 30, 2026, 7:15:00 AM` has six and a half of the day.
  private struct Parts {
    var words: [String]
    var afternoon: Bool?
    /// Whether points part the day, the month and the year.
    let hasPoints: Bool

    /// Nil for what has not the form of a date.
    init?(_ text: String) {
      words = text.split { !$0.isLetter && !$0.isNumber }.map { $0.lowercased() }
      hasPoints = text.prefix { $0 != "," && $0 != " " }.contains(".")
      if let last = words.last, ["am", "pm"].contains(last) {
        afternoon = last == "pm"
        words.removeLast()
      }
      // `2026-11-30T07:15:00Z`
      if words.last == "z" || words.last == "utc" { words.removeLast() }
      words = words.flatMap(Self.splittingISO)
      if words.last == "z" { words.removeLast() }
      // Seconds may be missing.
      if words.count == 5 { words.append("0") }
      guard words.count == 6, words[3...].allSatisfy({ Int($0) != nil }) else { return nil }
    }

    /// `30t07` in two, and `00z`.
    private static func splittingISO(_ word: String) -> [String] {
      guard let letter = word.firstIndex(where: { $0 == "t" || $0 == "z" }),
        word[..<letter].allSatisfy(\.isNumber), letter > word.startIndex
      else { return [word] }
      let rest = word[word.index(after: letter)...]
      guard rest.allSatisfy(\.isNumber) else { return [word] }
      return [String(word[..<letter])] + (rest.isEmpty ? [] : [String(rest)])
    }
  }

  /// Whether a text has the form of a date, which may be one that cannot be understood.
  static func hasForm(_ text: String) -> Bool {
    guard let parts = Parts(text) else { return false }
    return parts.words[..<3].count { Int($0) != nil } >= 2
  }

  /// Which figure is the month, where a list has a date that leaves no doubt.
  static func order(of texts: some Sequence<String>) -> Order {
    var order = Order.unknown
    for text in texts {
      guard let parts = Parts(text), let own = certainOrder(parts) else { continue }
      if order != .unknown, order != own { return .unknown }
      order = own
    }
    return order
  }

  /// Of dates in figures with the year behind them.
  private static func certainOrder(_ parts: Parts) -> Order? {
    guard let first = Int(parts.words[0]), let second = Int(parts.words[1]),
      parts.words[0].count <= 2
    else { return nil }
    if parts.hasPoints { return .dayFirst }
    if parts.afternoon != nil { return .monthFirst }
    if first > 12, second <= 12 { return .dayFirst }
    return second > 12 && first <= 12 ? .monthFirst : nil
  }

  /// The moment of a date; nil if it is none, or one that can be understood in two ways.
  static func parse(_ text: String, _ order: Order) -> Instant? {
    guard let parts = Parts(text), let date = date(parts, order),
      let hour = Int(parts.words[3]), let minute = Int(parts.words[4]),
      let second = Int(parts.words[5])
    else { return nil }
    var hourOfDay = hour
    if let afternoon = parts.afternoon {
      guard (1...12).contains(hour) else { return nil }
      hourOfDay = hour % 12 + (afternoon ? 12 : 0)
    }
    guard (0..<24).contains(hourOfDay), (0..<60).contains(minute), (0..<60).contains(second)
    else { return nil }
    let seconds = hourOfDay * 3600 + minute * 60 + second
    return Instant(seconds: Int64(date.daysSince1970) * 86_400 + Int64(seconds))
  }

  private static func date(_ parts: Parts, _ order: Order) -> CivilDate? {
    let words = parts.words
    let numbers = words[..<3].map { Int($0) }
    // `Nov 30, 2026` or `30 Nov 2026`
    if let place = words[..<2].firstIndex(where: { months.contains(String($0.prefix(3))) }),
      let month = months.firstIndex(of: String(words[place].prefix(3)))
    {
      guard let day = numbers[1 - place], let year = numbers[2] else { return nil }
      return CivilDate(year: year, month: month + 1, day: day)
    }
    guard let first = numbers[0], let second = numbers[1], let third = numbers[2] else {
      return nil
    }
    if words[0].count == 4 { return CivilDate(year: first, month: second, day: third) }
    guard words[2].count == 4 else { return nil }
    switch certainOrder(parts) ?? order {
    case .monthFirst: return CivilDate(year: third, month: first, day: second)
    case .dayFirst: return CivilDate(year: third, month: second, day: first)
    case .unknown: return nil
    }
  }
}
