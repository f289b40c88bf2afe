// Waybar's custom module with `return-type: json`. The texts are Pango markup there; the bar itself
// escapes them with `"escape": true`, and twice would be once too often.

internal import Units
internal import UnitsJSON

enum WaybarFormat {
  static func line(_ face: WidgetFace) -> String {
    var object: JSONObject = ["text": .string(face.text)]
    if let widget = face.widget {
      object["alt"] = .string(widget.system.rawValue)
      object["tooltip"] = .string(face.tooltip)
      let classes = [widget.system.rawValue] + [widget.level?.rawValue].compactMap(\.self)
      object["class"] = .array(classes.map { .string($0) })
      // The bar's icons have steps from 0 to 100.
      if let percent = widget.percent { object["percentage"] = .integer(min(percent, 100)) }
    } else {
      object["class"] = .string("placeholder")
    }
    return "\(object)\n"
  }
}
