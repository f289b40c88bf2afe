// i3blocks with `format=json`: one flat object a line. It takes strings and integers only.

internal import UnitsJSON

enum I3blocksFormat {
  static func line(_ face: WidgetFace) -> String {
    var object: JSONObject = [
      "full_text": .string(face.text), "short_text": .string(face.short),
    ]
    // Named in every line: what a line leaves out keeps its value in i3blocks.
    object["color"] = .string(face.level?.color ?? "")
    return "\(object)\n"
  }
}
