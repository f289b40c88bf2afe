// Texts of others, made fit for a record, a message, a terminal.

enum PlainText {
  /// Without control characters, and of so many bytes at most.
  static func line(_ text: String, limit: Int) -> String {
    var result = String.UnicodeScalarView()
    var size = 0
    for scalar in text.unicodeScalars {
      let isControl = scalar.properties.generalCategory == .control
      let scalar: Unicode.Scalar = isControl ? " " : scalar
      size += UTF8.width(scalar)
      if size > limit { break }
      result.append(scalar)
    }
    return String(result)
  }

  /// The first few characters of what somebody else wrote, on one line.
  static func shown(_ text: String) -> String { line(text, limit: 40) }
}
