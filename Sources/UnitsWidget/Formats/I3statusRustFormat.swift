// i3status-rust's custom block with `json = true`. Its texts are Pango markup.

internal import UnitsJSON

enum I3statusRustFormat {
  static func line(_ face: WidgetFace) -> String {
    let object: JSONObject = [
      "icon": .string(""), "state": .string(state(face.level)), "text": .string(escaped(face.text)),
      "short_text": .string(escaped(face.short)),
    ]
    return "\(object)\n"
  }

  private static func state(_ level: Widget.Level?) -> String {
    switch level {
    case .reached: "Good"
    case .near: "Info"
    case .under, nil: "Idle"
    }
  }

  private static func escaped(_ text: String) -> String {
    var result = ""
    for character in text {
      switch character {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      default: result.append(character)
      }
    }
    return result
  }
}
