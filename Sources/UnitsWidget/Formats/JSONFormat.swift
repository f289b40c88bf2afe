// Everything that is known, one object a line, for bars and scripts of one's own.

internal import Units
internal import UnitsJSON

enum JSONFormat {
  static func line(_ face: WidgetFace) -> String {
    var object: JSONObject = ["text": .string(face.text), "short": .string(face.short)]
    guard let widget = face.widget else {
      object["placeholder"] = .bool(true)
      return "\(object)\n"
    }
    object["placeholder"] = .bool(false)
    object["type"] = .string(widget.type.commandWord)
    object["system"] = .string(widget.system.rawValue)
    object["period"] = .string(widget.period.rawValue)
    // Numbers in the unit that is shown, unrounded; null for what was not measured.
    let unit = widget.type.displayUnit(in: widget.system)
    func shown(_ value: Double?) -> JSONValue {
      guard let value, value.isFinite else { return .null }
      return .double(unit.value(fromBase: value))
    }
    object["value"] = shown(widget.figures.value)
    object["unit"] = .string(unit.symbol)
    object["total"] = shown(widget.figures.total)
    object["count"] = .integer(widget.figures.count)
    object["goal"] = shown(widget.goal)
    object["percent"] = widget.percent.map { .integer($0) } ?? .null
    object["level"] = widget.level.map { .string($0.rawValue) } ?? .null
    object["days"] = .array(widget.figures.days.map(shown))
    object["spark"] = .string(widget.spark)
    object["tooltip"] = .string(face.tooltip)
    return "\(object)\n"
  }
}
