// What a widget shows, before any bar's format: values in base units, and how they are to be read.

internal import Units

/// All that a line is made of.
struct Widget: Equatable, Sendable {
  /// How near the goal is.
  enum Level: String, Sendable {
    case under
    /// Four fifths of it or more.
    case near
    case reached

    fileprivate static let nearShare = 0.8
  }

  let system: UnitSystem
  let type: MeasurementType
  let period: CalendarPeriod
  let figures: WidgetFigures
  /// In the base unit.
  let goal: Double?
  var heightStyle = HeightStyle.decimal

  /// The number and the unit that are shown: `3.1` and `mi`.
  var label: MeasurementLabel {
    figures.value.map(label(of:)) ?? MeasurementLabel(number: Self.noNumber, unit: unit)
  }

  /// How a value of this widget's type is shown.
  func label(of value: Double) -> MeasurementLabel {
    if type == .height, let label = heightStyle.label(meters: value, in: system) { return label }
    let shown = type.displayUnit(in: system).value(fromBase: value)
    return MeasurementLabel(
      number: DecimalText.fixed(shown, fractionDigits: type.shownFractionDigits), unit: unit)
  }

  /// How much of the goal is done, in whole percent, cut; nil without a goal.
  var percent: Int? {
    guard let share else { return nil }
    // More than this is a goal that was mistyped, and less than nothing is nothing.
    return Int(max(0, min(share * 100, 9_999)))
  }

  /// Nil without a goal.
  var level: Level? {
    guard let share else { return nil }
    if share >= 1 { return .reached }
    return share >= Level.nearShare ? .near : .under
  }

  private var share: Double? {
    guard let goal, goal != 0 else { return nil }
    return (figures.value ?? 0) / goal
  }

  private var unit: String { type.displayUnit(in: system).symbol }

  /// What stands for a number where nothing was measured.
  private static let noNumber = "–"
}

/// What is known of the records that a widget is about, in the base unit.
struct WidgetFigures: Equatable, Sendable {
  /// The total of the period for a distance, the last value of all for the others; nil if there was
  /// none.
  var value: Double?
  /// The sum for a distance, the mean for the others, of the period; nil of none.
  var total: Double?
  /// How many records there are in the period.
  var count = 0
  /// The last seven days, today last: sums for a distance, the last values for the others; nil for a
  /// day without records. Empty where nobody asked.
  var days: [Double?] = []
}

extension MeasurementType {
  /// The decimals that a glance is for.
  var shownFractionDigits: Int {
    switch self {
    case .distance, .temperature: 1
    case .weight, .heartRate: 0
    case .height: 2
    }
  }
}
