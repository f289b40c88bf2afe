internal import Units
internal import UnitsLinux
internal import UnitsPrograms

/// A picker as it stands on a terminal.
///
/// The chosen segment stands between brackets and is shown reversed, which is no colour: it is seen on
/// every terminal, and heard by those who have the screen read to them.
struct PickScreen {
  /// Where a segment can be clicked.
  struct Target: Equatable {
    /// From one, as terminals count.
    let row: Int
    let columns: Range<Int>
    let line: Int
    let segment: Int
  }

  /// Everything to be written to the terminal.
  let text: String
  let targets: [Target]

  /// The segment of a type that has no system of its own.
  private static let noSystem = "as above"
  private static let margin = "  "
  private static let firstRow = 2

  init(_ model: PickModel, message: String?, size: TerminalSize) {
    let width = model.rows.map(\.title.count).max() ?? 0
    var targets: [Target] = []
    var lines: [String] = [""]
    for (index, row) in model.rows.enumerated() {
      var line = Line(limit: size.columns)
      line.add(index == model.focus ? "> " : Self.margin)
      line.add(row.title + String(repeating: " ", count: width - row.title.count + 2))
      // The same words stand below each other.
      if row.type == nil, model.rows.count > 1 {
        line.add(String(repeating: " ", count: Self.noSystem.count + 3))
      }
      for (segment, system) in row.segments.enumerated() {
        let word = system?.rawValue ?? Self.noSystem
        let start = line.count + 1
        if segment == row.chosen {
          line.add("[\(word)]", as: .chosen)
        } else {
          line.add(" \(word) ")
        }
        targets.append(
          Target(
            row: Self.firstRow + index, columns: start..<(line.count + 1), line: index,
            segment: segment))
        line.add(" ")
      }
      line.add("  \(row.sample)", as: .faint)
      lines.append(line.text)
    }
    lines.append("")
    var hints = Line(limit: size.columns)
    hints.add(
      Self.margin + "←→ choose, space next" + (model.rows.count > 1 ? ", ↑↓ row" : "")
        + ", enter or q done", as: .faint)
    lines.append(hints.text)
    if let message {
      var line = Line(limit: size.columns)
      line.add(Self.margin + ValueText.escaped(message))
      lines.append(line.text)
    }
    // More lines than the terminal has would scroll it.
    let shown = lines.prefix(size.rows)
    self.targets = targets.filter { $0.row <= shown.count }
    text = "\u{1b}[H" + shown.joined(separator: "\u{1b}[K\r\n") + "\u{1b}[K\u{1b}[J"
  }

  /// The segment at a place of the terminal.
  func target(column: Int, row: Int) -> Target? {
    targets.first { $0.row == row && $0.columns.contains(column) }
  }

  /// Takes the screen: the alternate one, without a cursor, with the mouse told by SGR 1006.
  static let entering = "\u{1b}[?1049h\u{1b}[?25l\u{1b}[?1000h\u{1b}[?1006h"
  /// Gives it back as it was.
  static let leaving = "\u{1b}[?1006l\u{1b}[?1000l\u{1b}[?25h\u{1b}[?1049l"

  /// A line that ends where the terminal does.
  private struct Line {
    enum Look: String {
      case plain = ""
      case chosen = "\u{1b}[1;7m"
      case faint = "\u{1b}[2m"
    }

    let limit: Int
    private(set) var text = ""
    private(set) var count = 0

    init(limit: Int) { self.limit = limit }

    mutating func add(_ words: String, as look: Look = .plain) {
      let part = String(words.prefix(max(limit - count, 0)))
      count += words.count
      guard !part.isEmpty else { return }
      text += look == .plain ? part : "\(look.rawValue)\(part)\u{1b}[0m"
    }
  }
}
