// Values as people read them.

internal import UnitsJSON

enum ValueText {
  /// A string as it is, anything else as JSON.
  static func plain(_ value: JSONValue) -> String {
    value.stringValue ?? value.description
  }

  /// A value on one line, whatever is in it.
  static func line(_ value: JSONValue) -> String { escaped(plain(value)) }

  /// Control characters as escapes: a value cannot move the cursor or end a line.
  static func escaped(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isControl) else { return text }
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      case "\r": result += "\\r"
      case _ where isControl(scalar):
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// C0, DEL and C1.
  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value < 0x20 || (0x7f...0x9f).contains(scalar.value)
  }
}
