// Argos and xbar: a line for the panel, `---`, then the menu, a line an item. What stands behind `|`
// in a line are its attributes, and there is no escape for it: a broken bar stands in its place.

internal import Units

enum ArgosFormat {
  private static let plain = "useMarkup=false emojize=false"

  static func line(_ face: WidgetFace) -> String {
    var color = ""
    if let value = face.level?.color { color = " color=\(value)" }
    var lines = ["\(escaped(face.text)) | \(plain)\(color)", "---"]
    for line in face.tooltip.split(separator: "\n") { lines.append("\(escaped(line)) | \(plain)") }
    let other = face.widget.map { "Show \($0.system.other.displayName)" } ?? "Toggle units"
    lines.append("\(other) | bash='unitsbar --toggle' terminal=false refresh=true")
    return lines.joined(separator: "\n") + "\n"
  }

  private static func escaped(_ text: some StringProtocol) -> String {
    String(text.map { $0 == "|" ? "¦" : $0 })
  }
}
