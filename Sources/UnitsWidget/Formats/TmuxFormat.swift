// tmux's `#(…)`: what a command prints is expanded once more, so a `#` is written twice.

enum TmuxFormat {
  /// tmux paints at most one line of a command in a second, and the command's start counts as one;
  /// what comes too soon is painted at the next status interval only, a quarter of a minute later.
  /// Said again when that second is over, it is painted at once.
  static let repeatDelay: Duration = .milliseconds(1_100)

  static func line(_ face: WidgetFace) -> String {
    var text = ""
    for character in face.text { text += character == "#" ? "##" : String(character) }
    guard let color = face.level?.color else { return text + "\n" }
    return "#[fg=\(color)]\(text)#[default]\n"
  }
}
