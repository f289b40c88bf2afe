// Bars, a line each, fitted to a width.

/// Values as bars beside their names.
struct Chart {
  struct Row {
    let name: String
    /// Nil for none.
    let value: Double?
    /// How the value is written.
    let text: String
  }

  struct Goal {
    let value: Double
    let text: String
  }

  let rows: [Row]
  /// Where a bar begins.
  let floor: Double
  let goal: Goal?

  /// A bar is at least so wide, whatever there is room for.
  private static let leastWidth = 8
  /// By eighths of a column.
  private static let blocks: [Character] = ["▏", "▎", "▍", "▌", "▋", "▊", "▉", "█"]

  /// The lines, each no wider than `width`, as long as names, values and the shortest bars fit into
  /// that. The goal is a line through the bars, and named below them.
  func lines(width: Int) -> [String] {
    let names = rows.map(\.name.count).max() ?? 0
    let texts = rows.map(\.text.count).max() ?? 0
    let room = max(Self.leastWidth, width - names - texts - 2)
    let greatest = (rows.compactMap(\.value) + [goal?.value].compactMap(\.self)).max() ?? floor
    let scale = greatest > floor ? Double(room * Self.blocks.count) / (greatest - floor) : 0
    func eighths(_ value: Double) -> Int {
      let height = ((value - floor) * scale).rounded()
      // Between the ends of the doubles it may be none.
      return height > 0 ? Int(min(height, Double(room * Self.blocks.count))) : 0
    }
    let goalColumn = goal.map { min(eighths($0.value) / Self.blocks.count, room - 1) }
    var lines = rows.map { row in
      let bar = Self.bar(row.value.map(eighths) ?? 0, goalColumn: goalColumn, room: room)
      let name = row.name + blanks(names - row.name.count)
      return "\(name) \(bar) \(blanks(texts - row.text.count))\(row.text)"
    }
    if let goal, let goalColumn {
      let left = names + 1 + goalColumn
      let name = "goal \(goal.text)"
      // To the right of the line, or to its left where the line ends.
      let isRight = left + 2 + name.count <= width
      lines.append(
        isRight ? "\(blanks(left))│ \(name)" : "\(blanks(left - name.count - 1))\(name) │")
    }
    return lines
  }

  private static func bar(_ eighths: Int, goalColumn: Int?, room: Int) -> String {
    let (full, rest) = eighths.quotientAndRemainder(dividingBy: blocks.count)
    var cells = [Character](repeating: "█", count: full)
    if rest > 0 { cells.append(blocks[rest - 1]) }
    cells += [Character](repeating: " ", count: room - cells.count)
    if let goalColumn { cells[goalColumn] = goalColumn < full ? "┃" : "│" }
    return String(cells)
  }

  private func blanks(_ count: Int) -> String { String(repeating: " ", count: max(count, 0)) }
}
