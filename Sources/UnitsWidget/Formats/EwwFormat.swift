// eww's deflisten: an object a line, whose members are read as `{units.text}`. Labels there are no
// markup, so nothing is escaped.

internal import Units
internal import UnitsJSON

enum EwwFormat {
  static func line(_ face: WidgetFace) -> String {
    let object: JSONObject = [
      "text": .string(face.text), "short": .string(face.short), "tooltip": .string(face.tooltip),
      "class": .string(face.level?.rawValue ?? ""), "percent": .integer(face.widget?.percent ?? 0),
      "system": .string(face.widget?.system.rawValue ?? ""),
    ]
    return "\(object)\n"
  }
}
