// A template's fields, filled in.

internal import Units
internal import UnitsPreferences

extension BarTemplate {
  func text(of widget: Widget) -> String {
    var text = ""
    for piece in pieces {
      switch piece {
      case .text(let plain): text += plain
      case .field(let field): text += widget.text(of: field)
      }
    }
    // A number that says its unit, `5'11"`, leaves nothing behind the blank.
    while widget.label.unit.isEmpty, text.last == " " { text.removeLast() }
    return text
  }
}

extension Widget {
  /// What stands for a field; empty where there is nothing, as for a percentage without a goal.
  func text(of field: BarTemplate.Field) -> String {
    switch field {
    case .value: label.number
    case .unit: label.unit
    case .total: figures.total.map { label(of: $0).number } ?? label.number
    case .count: "\(figures.count)"
    case .goal: goal.map { label(of: $0).description } ?? ""
    case .percent: percent.map { "\($0)" } ?? ""
    case .spark: spark
    case .system: system.rawValue
    case .type: type.rawValue
    case .period: period.words
    }
  }

  /// The last seven days; empty where they were not asked for.
  var spark: String { Sparkline.text(figures.days, from: type.addsUp ? .zero : .least) }
}
