// The formats by name. Each has a file with its escaping and its framing.

internal import UnitsCommandLine

extension WidgetFormat {
  /// What is printed before the first line, in one write with nothing else.
  var opening: String {
    switch self {
    case .i3bar: I3barFormat.opening
    default: ""
    }
  }

  /// The line, or lines, for what is to be shown, with the line end.
  func line(_ face: WidgetFace) -> String {
    switch self {
    case .plain: face.text + "\n"
    case .waybar: WaybarFormat.line(face)
    case .polybar: PolybarFormat.line(face)
    case .i3bar: I3barFormat.line(face, others: "")
    case .i3blocks: I3blocksFormat.line(face)
    case .i3statusRust: I3statusRustFormat.line(face)
    case .tmux: TmuxFormat.line(face)
    case .lemonbar: LemonbarFormat.line(face)
    case .xmobar: XmobarFormat.line(face)
    case .eww: EwwFormat.line(face)
    case .argos: ArgosFormat.line(face)
    case .json: JSONFormat.line(face)
    }
  }

  /// Whether the last seven days are shown whatever the template says.
  var showsDays: Bool {
    switch self {
    case .waybar, .eww, .argos, .json: true
    default: false
    }
  }

  /// Whether every field is shown.
  var showsEverything: Bool { self == .json }
}
