// A widget as words, which each format then escapes and frames in its own way.

internal import Units
internal import UnitsPreferences

/// What is shown, in the pieces that bars have places for. No piece has a control character but for
/// the tooltip's line ends.
struct WidgetFace: Equatable, Sendable {
  let text: String
  /// For bars that are short of room: `3.1 mi`.
  let short: String
  /// Nil for a placeholder.
  let widget: Widget?

  var level: Widget.Level? { widget?.level }

  /// Made when it is asked for, since most bars have none.
  var tooltip: String { widget.map(Self.tooltip) ?? "" }

  /// Without a template: `3.1 mi today`, and `198 lbs` for what does not add up.
  init(_ widget: Widget, template: BarTemplate?, width: Int) {
    self.widget = widget
    short = widget.label.description
    let standard = widget.type.addsUp ? "\(short) \(widget.period.words)" : short
    text = Self.padded(Self.oneLine(template?.text(of: widget) ?? standard), to: width)
  }

  /// What is shown while nothing is known. Never empty: some bars hide a module whose first line is.
  init(placeholder: String, width: Int) {
    widget = nil
    let text = Self.oneLine(placeholder)
    self.text = Self.padded(text.isEmpty ? " " : text, to: width)
    short = self.text
  }

  /// Blanks in front, so that a number grows without moving what stands behind it.
  private static func padded(_ text: String, to width: Int) -> String {
    width > 0 ? String(repeating: " ", count: max(0, width - text.count)) + text : text
  }

  private static func tooltip(_ widget: Widget) -> String {
    var lines = [
      "\(widget.label) \(widget.type.addsUp ? widget.period.words : widget.type.rawValue)"
    ]
    if let goal = widget.goal, let percent = widget.percent {
      lines.append("\(percent) % of \(widget.label(of: goal))")
    }
    if !widget.figures.days.isEmpty { lines.append("\(widget.spark) last 7 days") }
    return lines.joined(separator: "\n")
  }

  /// A bar takes a line end for the end of the line, and others for worse.
  private static func oneLine(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isControl) else { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars { result.append(isControl(scalar) ? " " : scalar) }
    return String(result)
  }

  /// C0, DEL and C1, and the separators of lines and paragraphs.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value)
      || scalar == "\u{2028}" || scalar == "\u{2029}"
  }
}

extension Widget.Level {
  /// The foreground in which bars show it, as `#RRGGBB`; nil for the bar's own.
  var color: String? {
    switch self {
    case .under: nil
    case .near: "#e5c07b"
    case .reached: "#98c379"
    }
  }
}
