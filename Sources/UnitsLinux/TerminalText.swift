// What a terminal is given to show: text that cannot command it.
//
// Keys, values, notes, the names of files and the texts of a daemon come from others, and a terminal
// obeys the controls in what it shows.

/// Makes text fit for a terminal.
package enum TerminalText {
  /// Controls other than ends of lines and tabs become `\u001b`, as in JSON; so do those that turn the
  /// direction of writing, and bytes of names that belong to no UTF-8 become `\xE9`.
  package static func shown(_ text: String) -> String {
    guard text.utf8.contains(where: mayBeginControl) else { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if isControl(scalar) {
        let digits = String(scalar.value, radix: 16)
        let zeros = String(repeating: "0", count: 4 - digits.count)
        result.append(contentsOf: "\\u\(zeros)\(digits)".unicodeScalars)
      } else {
        result.append(scalar)
      }
    }
    return FileName.shown(String(result))
  }

  /// A byte with which a control begins in UTF-8, or something else.
  private static func mayBeginControl(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x09, 0x0A: false
    case 0x00..<0x20, 0x7F, 0xC2, 0xE2, 0xF4: true
    default: false
    }
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x09, 0x0A: false
    // C0, DEL and C1.
    case 0x00..<0x20, 0x7F...0x9F: true
    // Embeddings, overrides and isolates of the bidirectional algorithm.
    case 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
