// The spans of time that a widget can be about.

internal import Units
internal import UnitsCommandLine

extension CalendarPeriod {
  /// As it stands behind a number: `this week`.
  var words: String {
    switch self {
    case .today: "today"
    case .week: "this week"
    case .month: "this month"
    case .year: "this year"
    }
  }

  /// The period that a turn of the wheel leads to; round and round.
  func turned(_ direction: WheelDirection) -> CalendarPeriod {
    let all = Self.ofBars
    let index = all.firstIndex(of: self) ?? 0
    let step = direction == .up ? 1 : all.count - 1
    return all[(index + step) % all.count]
  }
}
