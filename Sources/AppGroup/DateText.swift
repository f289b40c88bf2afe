// Moments as RFC 3339 texts, exactly.
//
// A date is a double: seconds from 2001. Its shortest decimal digits name it and no other, so they
// are what is written, moved to the calendar digit by digit; arithmetic on doubles would round them.
// A fraction has as many digits as it takes, mostly six or seven, of which other readers of the
// store take the first six.

internal import FoundationEssentials
internal import Units

enum DateText {
  /// Digits of a fraction past which a date is refused: more than any double has that is farther
  /// than a second from the beginning of 2001.
  private static let maximumDigits = 30

  /// From 1970 to 2001.
  private static let referenceSeconds: Int64 = 978_307_200

  /// Throws for a moment outside of the years 0000 to 9999.
  static func text(of date: Date) throws(UnstorableValue) -> String {
    let interval = date.timeIntervalSinceReferenceDate
    guard interval.isFinite, interval.magnitude < 0x1p53 else {
      throw UnstorableValue(reason: "date outside of the years 0000 to 9999")
    }
    var (whole, fraction) = digits(of: interval.magnitude)
    guard fraction.count <= maximumDigits else {
      throw UnstorableValue(reason: "date with a fraction of more than \(maximumDigits) digits")
    }
    if interval < 0 { (whole, fraction) = negated(whole, fraction) }
    guard let instant = Instant(seconds: whole + referenceSeconds) else {
      throw UnstorableValue(reason: "date outside of the years 0000 to 9999")
    }
    let text = RFC3339.format(instant)
    guard !fraction.isEmpty else { return text }
    return "\(text.dropLast()).\(String(decoding: fraction, as: UTF8.self))Z"
  }

  /// The moment of an RFC 3339 text; nil of any other.
  static func date(of text: String) -> Date? {
    let seconds: Int64
    do throws(RFC3339Error) { seconds = try RFC3339.parse(text).instant.seconds } catch {
      return nil
    }
    var whole = seconds - referenceSeconds
    var fraction = Array(
      text.utf8.drop { $0 != UInt8(ascii: ".") }.dropFirst().prefix { isDigit($0) })
    while fraction.last == zero { fraction.removeLast() }
    if whole < 0, !fraction.isEmpty { (whole, fraction) = unsigned(whole, fraction) }
    let sign = seconds < referenceSeconds ? "-" : ""
    let digits = "\(sign)\(whole.magnitude).\(String(decoding: fraction, as: UTF8.self))0"
    return Double(digits).map(Date.init(timeIntervalSinceReferenceDate:))
  }

  // MARK: Digits

  private static let zero = UInt8(ascii: "0")

  private static func isDigit(_ byte: UInt8) -> Bool { (zero...UInt8(ascii: "9")).contains(byte) }

  /// The whole part and the digits of the fraction of a number's shortest decimal form.
  private static func digits(of value: Double) -> (Int64, [UInt8]) {
    let text = value.description.utf8
    let exponentSign = text.firstIndex(of: UInt8(ascii: "e"))
    let mantissa = text[..<(exponentSign ?? text.endIndex)]
    let point = mantissa.firstIndex(of: UInt8(ascii: ".")) ?? mantissa.endIndex
    let leading = Array(mantissa[..<point])
    var fraction = Array(mantissa[point...].dropFirst())
    while fraction.last == zero { fraction.removeLast() }
    // Below 2^53 only numbers that are nearly zero are written with an exponent.
    guard let exponentSign, let exponent = Int(Substring(text[exponentSign...].dropFirst())),
      exponent < 0
    else { return (Int64(String(decoding: leading, as: UTF8.self)) ?? 0, fraction) }
    return (0, Array(repeating: zero, count: -exponent - 1) + leading + fraction)
  }

  /// Minus a number, as its floor and what is above that.
  private static func negated(_ whole: Int64, _ fraction: [UInt8]) -> (Int64, [UInt8]) {
    fraction.isEmpty ? (-whole, []) : (-whole - 1, complement(fraction))
  }

  /// The magnitude of a negative number of that floor, with its sign, and its fraction.
  private static func unsigned(_ floor: Int64, _ fraction: [UInt8]) -> (Int64, [UInt8]) {
    (floor + 1, complement(fraction))
  }

  /// One minus a fraction whose last digit is not zero.
  private static func complement(_ fraction: [UInt8]) -> [UInt8] {
    guard let last = fraction.last else { return [] }
    return fraction.dropLast().map { zero + 9 - ($0 - zero) } + [zero + 10 - (last - zero)]
  }
}
