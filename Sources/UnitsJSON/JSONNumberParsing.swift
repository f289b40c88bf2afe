// Numbers: an integer stays one while it fits 64 bits; everything else becomes the nearest double.
//
// Most doubles people write have few digits and a small exponent; those are one exact multiplication
// or division (Clinger's fast path). The rest goes through the standard library's correctly rounded
// conversion, which is given at most `significantDigits` digits however many there were.

/// A decimal number on its way in: its first digits and the power of ten they are to be scaled by.
private struct Decimal {
  /// As many digits as always fit 64 bits.
  static let capacity = 19

  var mantissa: UInt64 = 0
  /// How many digits the mantissa has taken, not counting zeros in front.
  var digitCount = 0
  var exponent = 0
  /// Whether digits were left out because the mantissa was full.
  var isCut = false

  @inline(__always)
  mutating func take(_ digit: UInt8, scale: Int) {
    if digitCount < Self.capacity {
      mantissa = mantissa * 10 + UInt64(digit)
      if mantissa != 0 { digitCount += 1 }
      exponent -= scale
    } else {
      isCut = true
      exponent += 1 - scale
    }
  }
}

extension JSONParser {
  /// Beyond this many significant digits only whether any of the rest is not zero can matter: the
  /// longest exact halfway point between two doubles has 767.
  private static var significantDigits: Int { 768 }

  /// An exponent in the text counts no further than this; no text is long enough to make up for it.
  private static var largestExponent: Int { 1 << 48 }

  /// Parses the number that begins with the next byte, a minus or a digit.
  mutating func parseNumber(_ bytes: borrowing Span<UInt8>) throws(Failure) -> JSONValue {
    let start = offset
    var decimal = Decimal()
    let isNegative = bytes[offset] == UInt8(ascii: "-")
    if isNegative { offset += 1 }
    if let first = digit(bytes), first == 0 {
      offset += 1
      if digit(bytes) != nil { throw Failure(reason: .leadingZero, offset: offset - 1) }
    } else {
      try takeDigits(bytes, into: &decimal, scale: 0)
    }
    var isInteger = true
    if offset < bytes.count, bytes[offset] == UInt8(ascii: ".") {
      isInteger = false
      offset += 1
      try takeDigits(bytes, into: &decimal, scale: 1)
    }
    let digitsEnd = offset
    if offset < bytes.count, bytes[offset] | 0x20 == UInt8(ascii: "e") {
      isInteger = false
      offset += 1
      decimal.exponent += try parseExponent(bytes)
    }
    if isInteger, !decimal.isCut, let integer = Self.integer(decimal.mantissa, isNegative) {
      return .integer(integer)
    }
    let magnitude = magnitude(of: decimal, digits: bytes.extracting(start..<digitsEnd))
    guard magnitude.isFinite else { throw Failure(reason: .numberTooLarge, offset: start) }
    return .double(isNegative ? -magnitude : magnitude)
  }

  /// The next byte's value as a digit, nil where it is none.
  @inline(__always)
  private func digit(_ bytes: borrowing Span<UInt8>) -> UInt8? {
    guard offset < bytes.count else { return nil }
    let value = bytes[offset] &- UInt8(ascii: "0")
    return value < 10 ? value : nil
  }

  /// Takes one digit or more; each after the point has the scale 1.
  @inline(__always)
  private mutating func takeDigits(
    _ bytes: borrowing Span<UInt8>, into decimal: inout Decimal, scale: Int
  ) throws(Failure) {
    guard let first = digit(bytes) else { throw failure(.expectedDigit) }
    offset += 1
    decimal.take(first, scale: scale)
    while let next = digit(bytes) {
      offset += 1
      decimal.take(next, scale: scale)
    }
  }

  private mutating func parseExponent(_ bytes: borrowing Span<UInt8>) throws(Failure) -> Int {
    var isNegative = false
    if offset < bytes.count, bytes[offset] == UInt8(ascii: "-") {
      isNegative = true
      offset += 1
    } else if offset < bytes.count, bytes[offset] == UInt8(ascii: "+") {
      offset += 1
    }
    guard digit(bytes) != nil else { throw failure(.expectedDigit) }
    var exponent = 0
    while let next = digit(bytes) {
      offset += 1
      if exponent < Self.largestExponent { exponent = exponent * 10 + Int(next) }
    }
    return isNegative ? -exponent : exponent
  }

  private static func integer(_ magnitude: UInt64, _ isNegative: Bool) -> Int? {
    if !isNegative { return Int(exactly: magnitude) }
    // Int.min has no positive counterpart; negating in two's complement reaches it too.
    return magnitude <= UInt64(Int.max) + 1 ? Int(truncatingIfNeeded: 0 &- magnitude) : nil
  }

  /// The double nearest to a decimal; infinite beyond the largest, zero below the smallest.
  private mutating func magnitude(
    of decimal: Decimal, digits: borrowing Span<UInt8>
  ) -> Double {
    if decimal.mantissa == 0 { return 0 }
    if !decimal.isCut, decimal.mantissa <= 1 << 53, abs(decimal.exponent) <= 22 {
      // Both sides are exact in a double, so the one operation rounds correctly.
      var power = 1.0
      for _ in 0..<abs(decimal.exponent) { power *= 10 }
      let mantissa = Double(decimal.mantissa)
      return decimal.exponent < 0 ? mantissa / power : mantissa * power
    }
    // Doubles end at 1.8e308 and, halved once more, at 2.5e-324.
    let order = decimal.exponent + decimal.digitCount
    if order > 310 { return .infinity }
    if order < -330 { return 0 }
    let text =
      decimal.isCut
      ? exactText(of: decimal, digits: digits) : "\(decimal.mantissa)e\(decimal.exponent)"
    guard let value = Double(text) else {
      preconditionFailure("the standard library must read the decimal \(text)")
    }
    return value
  }

  /// A decimal of more digits than the mantissa holds, rewritten with no more than can matter.
  private mutating func exactText(
    of decimal: Decimal, digits: borrowing Span<UInt8>
  ) -> String {
    scratch.removeAll(keepingCapacity: true)
    var isInexact = false
    for place in digits.indices {
      let byte = digits[place]
      guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { continue }
      if scratch.isEmpty, byte == UInt8(ascii: "0") { continue }
      if scratch.count < Self.significantDigits {
        scratch.append(byte)
      } else if byte != UInt8(ascii: "0") {
        isInexact = true
      }
    }
    if isInexact { scratch.append(UInt8(ascii: "1")) }
    let exponent = decimal.exponent - (scratch.count - Decimal.capacity)
    return String(decoding: scratch, as: UTF8.self) + "e\(exponent)"
  }
}
