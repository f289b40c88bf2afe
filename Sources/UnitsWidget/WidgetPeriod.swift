// The spans of time that a widget can be about.

internal import Units
internal import UnitsLinux

/// What `today` in a widget may be instead.
enum WidgetPeriod: String, CaseIterable, Sendable {
  case today
  /// Since Monday, as ISO 8601 begins a week.
  case week
  case month

  /// As it stands behind a number: `this week`.
  var words: String {
    switch self {
    case .today: "today"
    case .week: "this week"
    case .month: "this month"
    }
  }

  /// The period that a turn of the wheel leads to; round and round.
  func turned(_ direction: WheelDirection) -> WidgetPeriod {
    let all = Self.allCases
    let index = all.firstIndex(of: self) ?? 0
    let step = direction == .up ? 1 : all.count - 1
    return all[(index + step) % all.count]
  }

  /// When the period that `day` ends began, in seconds since 1970.
  func start(endingWith day: LocalCalendar.Span) -> Int64 {
    guard self != .today, let date = Self.date(of: day) else { return day.start }
    switch self {
    case .today: return day.start
    // 1970-01-01 was a Thursday, the fourth day of its week.
    case .week: return Self.start(of: day, daysBefore: Self.modulo(date.daysSince1970 + 3, 7))
    case .month: return Self.start(of: day, daysBefore: date.day - 1)
    }
  }

  /// The beginning of a local day that lies some days before another.
  static func start(of day: LocalCalendar.Span, daysBefore count: Int) -> Int64 {
    var start = day.start
    for _ in 0..<count { start = LocalCalendar.day(containing: start - 1).start }
    return start
  }

  private static func date(of day: LocalCalendar.Span) -> CivilDate? {
    let local = day.start + Int64(LocalCalendar.offset(at: day.start))
    let dayLength: Int64 = 86_400
    let number = (local - Int64(modulo(Int(local), Int(dayLength)))) / dayLength
    return CivilDate(daysSince1970: Int(number))
  }

  private static func modulo(_ value: Int, _ divisor: Int) -> Int {
    (value % divisor + divisor) % divisor
  }
}

/// The ways a wheel turns.
enum WheelDirection: String {
  case up, down
}
