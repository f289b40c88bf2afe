/// The sign between the whole and the fraction of a number.
public enum DecimalSign: String, Sendable {
  /// `5.2`
  case point = "."
  /// `5,2`
  case comma = ","
}

/// Numbers as people write them: `5`, `5.2`, `.5`, `1e3`, and `5,2` where the decimal sign is a
/// comma.
///
/// What could be read in two ways is refused, never guessed: two kinds of sign in one number
/// (`1.234,5`), a repeated one (`1,234,567`), and one sign with the look of grouped thousands
/// (`1,234` everywhere, `1.234` where the decimal sign is a comma). `1.2340` and `0,234` are not of
/// that look.
///
/// ```swift
/// print(try NumberText.parse("5,2", decimalSign: .comma))  // 5.2
/// ```
public enum NumberText {
  /// The number that the text is, without blanks around it. The result may be infinite (`1e999`).
  public static func parse(_ text: some StringProtocol, decimalSign: DecimalSign)
    throws(NumberTextError) -> Double
  {
    let written = String(text)
    // A minus sign, U+2212, is what word processors put for a hyphen.
    let plain = written.hasPrefix("\u{2212}") ? "-" + written.dropFirst() : written
    let parts = Parts(plain.utf8)
    guard parts.isWhole else { throw .notANumber(written) }
    let commas = parts.mantissa.count { $0 == UInt8(ascii: ",") }
    let points = parts.mantissa.count { $0 == UInt8(ascii: ".") }
    if commas + points > 1 || parts.looksGrouped(unlessSign: decimalSign) {
      throw parts.hasDigitsAroundSigns ? .ambiguous(written) : .notANumber(written)
    }
    guard parts.hasDigitsAroundSigns else { throw .notANumber(written) }
    if commas == 1 && decimalSign == .point { throw .otherDecimalSign(written) }
    let normal = String(plain.map { $0 == "," ? "." : $0 })
    guard let number = Double(normal) else { throw .notANumber(written) }
    return number
  }

  /// The longest beginning of the text that has the look of a number.
  static func numberPrefix(of text: Substring) -> Substring {
    let sign = text.hasPrefix("\u{2212}") ? "\u{2212}".utf8.count : 0
    let parts = Parts(text.utf8.dropFirst(sign))
    return text[..<text.utf8.index(text.startIndex, offsetBy: sign + parts.length)]
  }

  /// A number's bytes taken apart: sign, digits with decimal signs among them, exponent.
  private struct Parts {
    /// Digits, points and commas.
    let mantissa: [UInt8]
    let hasExponent: Bool
    /// How many bytes the number has.
    let length: Int
    /// Nothing follows it.
    let isWhole: Bool

    init(_ bytes: some Collection<UInt8>) {
      let bytes = Array(bytes)
      var rest = bytes[...]
      if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") { rest.removeFirst() }
      mantissa = Array(
        rest.prefix { $0.isASCIIDigit || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: ",") })
      rest.removeFirst(mantissa.count)
      var exponent = rest
      var exponentDigits = 0
      if let letter = exponent.popFirst(), letter | 0x20 == UInt8(ascii: "e"), !mantissa.isEmpty {
        if exponent.first == UInt8(ascii: "-") || exponent.first == UInt8(ascii: "+") {
          exponent.removeFirst()
        }
        exponentDigits = exponent.prefix(while: \.isASCIIDigit).count
      }
      hasExponent = exponentDigits > 0
      if hasExponent { rest = exponent.dropFirst(exponentDigits) }
      length = bytes.count - rest.count
      isWhole = rest.isEmpty
    }

    /// Each sign has a digit behind it, and one before it unless it comes first.
    var hasDigitsAroundSigns: Bool {
      guard let last = mantissa.last, last.isASCIIDigit else { return false }
      return zip(mantissa, mantissa.dropFirst()).allSatisfy { $0.isASCIIDigit || $1.isASCIIDigit }
    }

    /// One sign, one to three digits before it that begin with no zero, three behind it, no
    /// exponent; but not a point where that is the decimal sign.
    func looksGrouped(unlessSign decimalSign: DecimalSign) -> Bool {
      guard !hasExponent, let place = mantissa.firstIndex(where: { !$0.isASCIIDigit }),
        mantissa.count - place == 4, (1...3).contains(place), mantissa[0] != UInt8(ascii: "0")
      else { return false }
      return mantissa[place] == UInt8(ascii: ",") || decimalSign == .comma
    }
  }
}

/// Why a text is not taken for a number.
public enum NumberTextError: Error, Sendable, Equatable, CustomStringConvertible {
  /// It is none.
  case notANumber(String)
  /// It could be two different ones.
  case ambiguous(String)
  /// It has a comma where the decimal sign is a point.
  case otherDecimalSign(String)

  /// The fact, then the text.
  public var description: String {
    switch self {
    case .notANumber(let text): "not a number: \(text)"
    case .ambiguous(let text): "ambiguous number: \(text)"
    case .otherDecimalSign(let text): "a comma is not the decimal sign here: \(text)"
    }
  }

  /// What to write instead, where that helps.
  public var hint: String? {
    switch self {
    case .notANumber: nil
    case .ambiguous: "write 1234 without a sign between the thousands, or 1.2340 for a fraction"
    case .otherDecimalSign: "write a point: 5.2"
    }
  }
}
