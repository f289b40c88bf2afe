// i3blocks with `format=json`: one flat object a line. It takes strings and integers only.

internal import UnitsJSON

enum I3blocksFormat {
  static func line(_ face: WidgetFace) -> String {
    var object: JSONObject = [
      "full_text": .string(face.text), "short_text": .string(face.short),
    ]
    // What a line leaves out goes back to what the configuration says.
    if let color = face.level?.color { object["color"] = .string(color) }
    return "\(object)\n"
  }
}
