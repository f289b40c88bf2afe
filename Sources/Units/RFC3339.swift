/// Instants as text, after RFC 3339: `2026-11-30T07:15:00.25+01:00`.
///
/// Every form of the grammar (section 5.6) is read, `t` and `z` in lower case included, and nothing
/// else: no blank for the `T`, no missing seconds or offset. Digits of a fraction past the sixth are
/// cut off. A leap second (`23:59:60` UTC at a month's end) is the second that follows it. What is
/// written is the shortest: `Z` for UTC, a fraction only where there is one, without trailing zeros.
///
/// ```swift
/// let time = try RFC3339.parse("2026-11-30T07:15:00+01:00")
/// print(time.instant.seconds, time.offset.minutes)  // 1796019300 60
/// print(RFC3339.format(time))                       // 2026-11-30T07:15:00+01:00
/// ```
package enum RFC3339 {
  /// The moment and the offset that a text names. `-00:00`, "offset unknown", is taken as UTC.
  package static func parse(_ text: some StringProtocol) throws(RFC3339Error) -> Timestamp {
    var reader = Reader(text)
    let date = try reader.date()
    try reader.skip("T")
    let time = try reader.time()
    let offset = try reader.offset()
    guard reader.isAtEnd else { throw .malformed(reader.text) }

    let midnight = Int64(date.daysSince1970) * secondsInDay
    let secondsOfDay = Int64(time.hour * 3600 + time.minute * 60 + time.second)
    let seconds = midnight + secondsOfDay - Int64(offset.seconds)
    guard time.second < 60 || endsMonth(seconds),
      let instant = Instant(seconds: seconds, nanoseconds: Int64(time.microsecond) * 1000)
    else { throw .outOfRange(reader.text) }
    return Timestamp(instant, offset: offset)
  }

  /// The text of a moment in the local time of its offset; in UTC where that local time would leave
  /// the years 0000 to 9999.
  package static func format(_ timestamp: Timestamp) -> String {
    let instant = timestamp.instant
    let local = instant.seconds + Int64(timestamp.offset.seconds)
    guard let text = write(local, fraction: instant.microsecondOfSecond, timestamp.offset) else {
      return write(instant.seconds, fraction: instant.microsecondOfSecond, .zero) ?? ""
    }
    return text
  }

  /// The text of a moment in UTC.
  package static func format(_ instant: Instant) -> String { format(Timestamp(instant)) }

  private static func write(_ local: Int64, fraction: Int, _ offset: UTCOffset) -> String? {
    // Floor division: the second of the day is positive before 1970, too.
    let secondOfDay = Int(((local % secondsInDay) + secondsInDay) % secondsInDay)
    let days = (local - Int64(secondOfDay)) / secondsInDay
    guard let date = CivilDate(daysSince1970: Int(days)) else { return nil }
    // Bytes and not strings put together, which cost ten times as much: exports write millions.
    var text = Writer()
    text.put(date.year / 100)
    text.put(date.year % 100)
    text.put("-", date.month)
    text.put("-", date.day)
    text.put("T", secondOfDay / 3600)
    text.put(":", secondOfDay / 60 % 60)
    text.put(":", secondOfDay % 60)
    if fraction > 0 {
      text.put(".", fraction / 10_000)
      text.put(fraction / 100 % 100)
      text.put(fraction % 100)
      text.removeZeros()
    }
    if offset == .zero {
      text.put("Z")
    } else {
      let minutes = Int(offset.minutes.magnitude)
      text.put(offset.minutes < 0 ? "-" : "+", minutes / 60)
      text.put(":", minutes % 60)
    }
    return text.string
  }

  /// A text in the making.
  private struct Writer {
    private var bytes: [UInt8] = []

    init() { bytes.reserveCapacity("2026-11-30T07:15:00.123456+01:00".utf8.count) }

    var string: String { String(decoding: bytes, as: UTF8.self) }

    mutating func put(_ sign: Unicode.Scalar) { bytes.append(UInt8(ascii: sign)) }

    mutating func put(_ sign: Unicode.Scalar, _ number: Int) {
      put(sign)
      put(number)
    }

    /// Two digits.
    mutating func put(_ number: Int) {
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number / 10))
      bytes.append(UInt8(ascii: "0") + UInt8(truncatingIfNeeded: number % 10))
    }

    /// Takes zeros away from the end.
    mutating func removeZeros() {
      while bytes.last == UInt8(ascii: "0") { bytes.removeLast() }
    }
  }

  /// Whether a UTC second is the first of a month, which a leap second may precede.
  private static func endsMonth(_ seconds: Int64) -> Bool {
    guard seconds % secondsInDay == 0 else { return false }
    return CivilDate(daysSince1970: Int(seconds / secondsInDay))?.day == 1
  }

  private static let secondsInDay: Int64 = 86_400
}

/// Why a text is no RFC 3339 instant.
package enum RFC3339Error: Error, Sendable, Equatable, CustomStringConvertible {
  /// It has another form.
  case malformed(String)
  /// It has the form, and names a day, a time or an offset that does not exist or that is outside
  /// of the years 0000 to 9999 in UTC.
  case outOfRange(String)

  /// The fact, then the text.
  package var description: String {
    switch self {
    case .malformed(let text): "not an RFC 3339 time: \(text)"
    case .outOfRange(let text): "no such time: \(text)"
    }
  }

  /// What to write instead.
  package var hint: String? { "write 2026-11-30T07:15:00+01:00" }
}

/// Takes a text apart from left to right.
private struct Reader {
  let text: String
  private let bytes: [UInt8]
  private var position = 0

  struct Time {
    let hour: Int
    let minute: Int
    let second: Int
    let microsecond: Int
  }

  init(_ text: some StringProtocol) {
    self.text = String(text)
    bytes = Array(text.utf8)
  }

  var isAtEnd: Bool { position == bytes.count }

  mutating func date() throws(RFC3339Error) -> CivilDate {
    let year = try number(digits: 4)
    try skip("-")
    let month = try number(digits: 2)
    try skip("-")
    let day = try number(digits: 2)
    guard let date = CivilDate(year: year, month: month, day: day) else { throw .outOfRange(text) }
    return date
  }

  mutating func time() throws(RFC3339Error) -> Time {
    let hour = try number(digits: 2)
    try skip(":")
    let minute = try number(digits: 2)
    try skip(":")
    let second = try number(digits: 2)
    guard hour < 24, minute < 60, second <= 60 else { throw .outOfRange(text) }
    return Time(hour: hour, minute: minute, second: second, microsecond: try fraction())
  }

  mutating func offset() throws(RFC3339Error) -> UTCOffset {
    guard let sign = next() else { throw .malformed(text) }
    position += 1
    switch sign {
    case UInt8(ascii: "Z"), UInt8(ascii: "z"): return .zero
    case UInt8(ascii: "+"), UInt8(ascii: "-"): break
    default: throw .malformed(text)
    }
    let hours = try number(digits: 2)
    try skip(":")
    let minutes = try number(digits: 2)
    let size = hours * 60 + minutes
    guard minutes < 60, let offset = UTCOffset(minutes: sign == UInt8(ascii: "-") ? -size : size)
    else { throw .outOfRange(text) }
    return offset
  }

  /// A letter is taken in either case.
  mutating func skip(_ expected: Unicode.Scalar) throws(RFC3339Error) {
    let byte = UInt8(ascii: expected)
    guard let first = next(), first == byte || (byte.isASCIILetter && first == byte | 0x20) else {
      throw .malformed(text)
    }
    position += 1
  }

  private func next() -> UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func fraction() throws(RFC3339Error) -> Int {
    guard next() == UInt8(ascii: ".") else { return 0 }
    position += 1
    guard next()?.isASCIIDigit == true else { throw .malformed(text) }
    var scale = 100_000
    var microseconds = 0
    while let digit = next(), digit.isASCIIDigit {
      microseconds += Int(digit - UInt8(ascii: "0")) * scale
      scale /= 10
      position += 1
    }
    return microseconds
  }

  private mutating func number(digits: Int) throws(RFC3339Error) -> Int {
    var number = 0
    for _ in 0..<digits {
      guard let digit = next(), digit.isASCIIDigit else { throw .malformed(text) }
      number = number * 10 + Int(digit - UInt8(ascii: "0"))
      position += 1
    }
    return number
  }
}
