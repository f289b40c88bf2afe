// Rows of cells: aligned for people, parted by tabs for programs.

internal import UnitsClient

/// A table of texts. Control characters in a cell are shown as escapes on either way out: no cell can
/// move a terminal's cursor or begin a row.
struct TextTable {
  private var rows: [[String]] = []

  var isEmpty: Bool { rows.isEmpty }

  mutating func add(_ cells: [String]) { rows.append(cells.map(ValueText.escaped)) }

  /// Columns as wide as their widest cell; the last one is not padded. A column that is very wide in
  /// one row does not push the others away.
  var aligned: String {
    var widths: [Int] = []
    for row in rows {
      for (column, cell) in row.dropLast().enumerated() {
        if column == widths.count { widths.append(0) }
        widths[column] = max(widths[column], min(TextWidth.columns(of: cell), Self.widestColumn))
      }
    }
    var text = ""
    for row in rows {
      // What is empty at the end needs no blanks in front of it.
      let count = (row.lastIndex { !$0.isEmpty } ?? -1) + 1
      for (column, cell) in row.prefix(count).enumerated() {
        text += cell
        if column < count - 1 {
          let blanks = max(widths[column] - TextWidth.columns(of: cell), 0) + 2
          text += String(repeating: " ", count: blanks)
        }
      }
      text += "\n"
    }
    return text
  }

  var tabbed: String {
    rows.map { $0.joined(separator: "\t") + "\n" }.joined()
  }

  private static let widestColumn = 40
}

extension Invocation {
  /// Writes a table for whoever reads it.
  func write(_ table: TextTable) throws(ControlFailure) {
    if table.isEmpty { return }
    try write(streams.output.isTerminal() ? table.aligned : table.tabbed)
  }
}
