/// Numbers as text with a fixed number of decimals.
///
/// Rounding is half-even on the decimal as printed, that is on the shortest digits that read back as
/// the same `Double`: `0.25` is shown as `0.2`, `0.35` as `0.4`, though the nearest binary values lie
/// to either side of the tie. A value that rounds to zero loses its sign. Large values are written
/// out in full, never with an exponent. What is not finite is written `nan`, `inf` and `-inf`.
///
/// ```swift
/// print(DecimalText.fixed(3.1068559611866697, fractionDigits: 1))  // 3.1
/// ```
package enum DecimalText {
  /// The value with exactly that many decimals, which must not be negative.
  package static func fixed(_ value: Double, fractionDigits: Int) -> String {
    precondition(fractionDigits >= 0, "decimals are counted from zero")
    guard value.isFinite else {
      return value.isNaN ? "nan" : value < 0 ? "-inf" : "inf"
    }
    var decimal = Decimal(shortest: value.magnitude)
    decimal.round(fractionDigits: fractionDigits)
    let sign = value < 0 && !decimal.isZero ? "-" : ""
    return sign + decimal.text(fractionDigits: fractionDigits)
  }

  /// The value with at most that many decimals, zeros at the end left out: `5`, `3.11`, `1.8`.
  ///
  /// ```swift
  /// print(DecimalText.trimmed(1.80, maximumFractionDigits: 2))  // 1.8
  /// ```
  package static func trimmed(_ value: Double, maximumFractionDigits: Int) -> String {
    var text = Substring(fixed(value, fractionDigits: maximumFractionDigits))
    guard text.contains(".") else { return String(text) }
    while text.last == "0" { text.removeLast() }
    if text.last == "." { text.removeLast() }
    return String(text)
  }

  /// Decimal digits, most significant first, and how many of them stand before the point. The
  /// latter may be negative (zeros follow the point) or beyond the digits (zeros precede it).
  private struct Decimal {
    var digits: [UInt8] = []
    var pointPosition = 0

    /// The shortest digits that read back as the same value, which must be finite and positive.
    init(shortest value: Double) {
      // The description is `123.45` or `1.2345e+20`, and is the shortest by its definition.
      var sawPoint = false
      var exponent = 0
      let text = value.description.utf8
      let mantissa = text.prefix { $0 != UInt8(ascii: "e") }
      for byte in mantissa {
        if byte == UInt8(ascii: ".") {
          sawPoint = true
        } else {
          digits.append(byte - UInt8(ascii: "0"))
          pointPosition += sawPoint ? 0 : 1
        }
      }
      if mantissa.endIndex != text.endIndex {
        exponent = Int(Substring(text[mantissa.endIndex...].dropFirst())) ?? 0
      }
      pointPosition += exponent
      let zeros = digits.prefix { $0 == 0 }.count
      digits.removeFirst(zeros)
      pointPosition -= zeros
      while digits.last == 0 { digits.removeLast() }
    }

    var isZero: Bool { digits.isEmpty }

    /// Half-even, to that many digits after the point.
    mutating func round(fractionDigits: Int) {
      let kept = pointPosition + fractionDigits
      guard kept < digits.count else { return }
      guard kept >= 0 else {
        digits = []
        return
      }
      let half = digits[kept] == 5 && kept + 1 == digits.count
      let lastKeptIsOdd = kept > 0 && digits[kept - 1] % 2 == 1
      let roundsUp = half ? lastKeptIsOdd : digits[kept] >= 5
      digits.removeSubrange(kept...)
      if roundsUp { increment() }
    }

    /// Adds one to the last digit.
    private mutating func increment() {
      while digits.last == 9 { digits.removeLast() }
      if let last = digits.last {
        digits[digits.count - 1] = last + 1
      } else {
        // All nines, or nothing before the digit that was rounded up: a one in the next place.
        digits = [1]
        pointPosition += 1
      }
    }

    func text(fractionDigits: Int) -> String {
      var text: [UInt8] = []
      let whole = max(pointPosition, 0)
      for place in 0..<whole { text.append(UInt8(ascii: "0") + digit(at: place)) }
      if whole == 0 { text.append(UInt8(ascii: "0")) }
      if fractionDigits > 0 {
        text.append(UInt8(ascii: "."))
        for place in pointPosition..<(pointPosition + fractionDigits) {
          text.append(UInt8(ascii: "0") + digit(at: place))
        }
      }
      return String(decoding: text, as: UTF8.self)
    }

    private func digit(at place: Int) -> UInt8 {
      digits.indices.contains(place) ? digits[place] : 0
    }
  }
}
