// How a value of one type is read as another: as UserDefaults does it, by Apple's documentation and
// by what swift-corelibs-foundation does on Linux.

internal import FoundationEssentials

extension Preference {
  /// Text as it is; a number's text; `1` or `0` for a bool.
  var coercedString: String? {
    switch self {
    case .string(let text): text
    case .bool(let value): value ? "1" : "0"
    case .integer(let value): String(value)
    case .double(let value): value.description
    case .null, .data, .date, .array, .dictionary: nil
    }
  }

  /// A bool as it is; a number unless it is zero; a text that begins like `yes`, `true` or a number
  /// other than zero.
  var coercedBool: Bool {
    switch self {
    case .bool(let value): value
    case .integer(let value): value != 0
    case .double(let value): value != 0
    case .string(let text): NumericPrefix(text).isTrue
    case .null, .data, .date, .array, .dictionary: false
    }
  }

  /// An integer as it is; a double without its fraction; the whole number that a text begins with.
  /// What is out of range is the nearest that is in it.
  var coercedInteger: Int {
    switch self {
    case .bool(let value): value ? 1 : 0
    case .integer(let value): value
    case .double(let value): Int(saturating: value)
    case .string(let text): NumericPrefix(text).integer
    case .null, .data, .date, .array, .dictionary: 0
    }
  }

  /// A number as a double, or the number that a text begins with.
  var coercedDouble: Double {
    switch self {
    case .bool(let value): value ? 1 : 0
    case .integer(let value): Double(value)
    case .double(let value): value
    case .string(let text): NumericPrefix(text).double
    case .null, .data, .date, .array, .dictionary: 0
    }
  }

  var asData: Data? {
    if case .data(let value) = self { value } else { nil }
  }

  var asDate: Date? {
    if case .date(let value) = self { value } else { nil }
  }

  var asURL: URL? {
    if case .string(let text) = self { URL(stored: text) } else { nil }
  }

  var asArray: [Preference]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  var asDictionary: [String: Preference]? {
    if case .dictionary(let members) = self { members } else { nil }
  }

  /// An array of texts only.
  var asStrings: [String]? {
    guard let elements = asArray else { return nil }
    var strings: [String] = []
    for element in elements {
      guard case .string(let text) = element else { return nil }
      strings.append(text)
    }
    return strings
  }
}

extension Int {
  /// The whole part of a number, or the nearest integer that there is; zero for no number.
  init(saturating value: Double) {
    if value.isNaN {
      self = 0
    } else if value >= 0x1p63 {
      self = .max
    } else if value < -0x1p63 {
      self = .min
    } else {
      self = Int(value)
    }
  }
}

/// What a text begins with, behind white space: a sign and digits.
private struct NumericPrefix {
  private let isNegative: Bool
  private let rest: Substring.UTF8View

  init(_ text: String) {
    var rest = text[...].utf8
    func skipSpace() {
      rest = rest.drop { $0 == UInt8(ascii: " ") || (0x09...0x0d).contains($0) }
    }
    skipSpace()
    let sign = rest.first
    isNegative = sign == UInt8(ascii: "-")
    if isNegative || sign == UInt8(ascii: "+") { rest = rest.dropFirst() }
    skipSpace()
    self.rest = rest
  }

  var isTrue: Bool {
    switch rest.first {
    case UInt8(ascii: "Y"), UInt8(ascii: "y"), UInt8(ascii: "T"), UInt8(ascii: "t"): return true
    default:
      guard let digit = rest.first(where: { $0 != UInt8(ascii: "0") }) else { return false }
      return (UInt8(ascii: "1")...UInt8(ascii: "9")).contains(digit)
    }
  }

  var integer: Int {
    var value = 0
    for byte in rest {
      guard Self.isDigit(byte) else { break }
      let digit = Int(byte - UInt8(ascii: "0"))
      let (product, overflow) = value.multipliedReportingOverflow(by: 10)
      let (sum, carry) =
        isNegative
        ? product.subtractingReportingOverflow(digit) : product.addingReportingOverflow(digit)
      guard !overflow, !carry else { return isNegative ? .min : .max }
      value = sum
    }
    return value
  }

  var double: Double {
    var end = rest.startIndex
    var index = end
    func skipDigits() {
      while index < rest.endIndex, Self.isDigit(rest[index]) { index = rest.index(after: index) }
    }
    func skip(_ accepted: (UInt8) -> Bool) -> Bool {
      guard index < rest.endIndex, accepted(rest[index]) else { return false }
      index = rest.index(after: index)
      return true
    }
    skipDigits()
    end = index
    if skip({ $0 == UInt8(ascii: ".") }) {
      let fraction = index
      skipDigits()
      if index > fraction { end = index } else { index = end }
    }
    if end > rest.startIndex, skip({ $0 | 0x20 == UInt8(ascii: "e") }) {
      _ = skip { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }
      let exponent = index
      skipDigits()
      if index > exponent { end = index }
    }
    let magnitude = Double(Substring(rest[..<end])) ?? 0
    return isNegative ? -magnitude : magnitude
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}
