// tmux's `#(…)`: what a command prints is expanded once more, so a `#` is written twice.

enum TmuxFormat {
  /// After two lines within a second tmux paints the second at its next status interval only; said
  /// again when that second is over, it is painted at once.
  static let repeatDelay: Duration = .milliseconds(1_100)

  static func line(_ face: WidgetFace) -> String {
    var text = ""
    for character in face.text { text += character == "#" ? "##" : String(character) }
    guard let color = face.level?.color else { return text + "\n" }
    return "#[fg=\(color)]\(text)#[default]\n"
  }
}
