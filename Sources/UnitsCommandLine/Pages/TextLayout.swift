// Text in lines of a width.

/// Breaks text between words.
package enum TextLayout {
  /// The width of a page that nobody has said the width of.
  package static let standardWidth = 80
  /// Longer lines are hard to read, however wide the terminal is.
  package static let greatestWidth = 100
  private static let leastWidth = 24

  /// The width for a terminal of so many columns.
  package static func width(columns: Int?) -> Int {
    guard let columns else { return standardWidth }
    return min(max(columns, leastWidth), greatestWidth)
  }

  /// One paragraph. Line ends in the text count as blanks; a word that is too long has its own line.
  package static func paragraph(_ text: String, width: Int) -> String {
    lines(text, width: width).joined(separator: "\n")
  }

  /// Paragraphs, parted by empty lines in the text.
  package static func paragraphs(_ text: String) -> [String] {
    var result: [String] = []
    var current: [Substring] = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.allSatisfy({ $0 == " " }) {
        if !current.isEmpty { result.append(current.joined(separator: " ")) }
        current = []
      } else {
        current.append(line)
      }
    }
    if !current.isEmpty { result.append(current.joined(separator: " ")) }
    return result
  }

  /// Two columns, the right one broken into lines. On a narrow page it stands below the left one.
  package static func table(
    _ rows: [(left: String, right: String)], width: Int, indentation: Int = 2
  ) -> String {
    let margin = blanks(indentation)
    let left = rows.map(\.left.count).max() ?? 0
    let start = indentation + left + 2
    let fits = width - start >= leastWidth
    let indent = fits ? start : indentation + 4
    var result: [String] = []
    for row in rows {
      let texts = lines(row.right, width: width - indent)
      guard fits else {
        result.append(margin + row.left)
        result += texts.map { blanks(indent) + $0 }
        continue
      }
      let head = margin + row.left
      let first = texts.first.map { head + blanks(start - head.count) + $0 } ?? head
      result.append(first)
      result += texts.dropFirst().map { blanks(indent) + $0 }
    }
    return result.joined(separator: "\n")
  }

  static func lines(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    var count = 0
    for word in text.split(whereSeparator: { $0 == " " || $0 == "\n" }) {
      if count > 0, count + 1 + word.count > width {
        lines.append(line)
        (line, count) = ("", 0)
      }
      if count > 0 {
        line += " "
        count += 1
      }
      line += word
      count += word.count
    }
    if count > 0 { lines.append(line) }
    return lines
  }

  private static func blanks(_ count: Int) -> String {
    String(repeating: " ", count: max(count, 0))
  }
}
