// Strings: the bytes up to the closing quotation mark are checked once, and copied once where there
// is no escape. UTF-8 is checked here, by the table of well-formed sequences (Unicode, table 3-7),
// and not afterwards, so that the first offence is the one told.

extension JSONParser {
  /// How a string lies in the text.
  enum StringForm {
    /// As its own bytes, all of them ASCII. Such a text is compared and hashed without a thought to
    /// normalisation.
    case ascii
    /// As its own bytes.
    case plain
    /// With escapes.
    case escaped
  }

  /// Parses the string whose opening quotation mark comes next.
  mutating func parseString(_ bytes: borrowing Span<UInt8>) throws(Failure) -> String {
    let start = offset + 1
    let form = try scanString(bytes)
    if form == .escaped { return String(decoding: scratch, as: UTF8.self) }
    // Every byte between was found well-formed.
    let text = bytes.extracting(start..<offset - 1)
    return String(copying: UTF8Span(unchecked: text, isKnownASCII: form == .ascii))
  }

  /// The text of a string without escapes that was found well-formed.
  func text(of place: Range<Int>, in bytes: borrowing Span<UInt8>) -> String {
    String(copying: UTF8Span(unchecked: bytes.extracting(place)))
  }

  /// Checks the string whose opening quotation mark comes next, and steps over it. The text of one
  /// with escapes is in `scratch` then.
  mutating func scanString(_ bytes: borrowing Span<UInt8>) throws(Failure) -> StringForm {
    let start = offset + 1
    var cursor = start + plainLength(bytes, from: start)
    var form = StringForm.ascii
    while cursor < bytes.count {
      let byte = bytes[cursor]
      if byte == UInt8(ascii: "\"") {
        offset = cursor + 1
        return form
      }
      if byte == UInt8(ascii: "\\") {
        try decodeEscapes(bytes, start: start, firstEscape: cursor)
        return .escaped
      }
      cursor += try scalarLength(bytes, at: cursor)
      form = .plain
      cursor += plainLength(bytes, from: cursor)
    }
    throw failure(.unterminatedString)
  }

  private mutating func decodeEscapes(
    _ bytes: borrowing Span<UInt8>, start: Int, firstEscape: Int
  ) throws(Failure) {
    scratch.removeAll(keepingCapacity: true)
    for place in start..<firstEscape { scratch.append(bytes[place]) }
    var cursor = firstEscape
    while cursor < bytes.count {
      let byte = bytes[cursor]
      if byte == UInt8(ascii: "\"") {
        offset = cursor + 1
        return
      }
      if byte == UInt8(ascii: "\\") {
        cursor = try parseEscape(bytes, at: cursor)
      } else {
        let length = try scalarLength(bytes, at: cursor)
        for place in cursor..<cursor + length { scratch.append(bytes[place]) }
        cursor += length
      }
    }
    throw failure(.unterminatedString)
  }

  /// Decodes the escape at `place` and tells where it ends.
  private mutating func parseEscape(
    _ bytes: borrowing Span<UInt8>, at place: Int
  ) throws(Failure) -> Int {
    guard place + 1 < bytes.count else { throw failure(.unterminatedString) }
    let letter = bytes[place + 1]
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): scratch.append(letter)
    case UInt8(ascii: "b"): scratch.append(0x08)
    case UInt8(ascii: "f"): scratch.append(0x0C)
    case UInt8(ascii: "n"): scratch.append(0x0A)
    case UInt8(ascii: "r"): scratch.append(0x0D)
    case UInt8(ascii: "t"): scratch.append(0x09)
    case UInt8(ascii: "u"): return try parseUnicodeEscape(bytes, at: place)
    default: throw Failure(reason: .invalidEscape, offset: place)
    }
    return place + 2
  }

  /// Decodes `\uXXXX`, or two of them that make a pair, and tells where it ends.
  private mutating func parseUnicodeEscape(
    _ bytes: borrowing Span<UInt8>, at place: Int
  ) throws(Failure) -> Int {
    guard let first = codeUnit(bytes, at: place) else {
      throw Failure(reason: .invalidEscape, offset: place)
    }
    switch first {
    case 0:
      throw Failure(reason: .escapedNUL, offset: place)
    case 0xD800..<0xDC00:
      guard let second = codeUnit(bytes, at: place + 6), (0xDC00..<0xE000).contains(second) else {
        throw Failure(reason: .loneSurrogate, offset: place)
      }
      appendScalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
      return place + 12
    case 0xDC00..<0xE000:
      throw Failure(reason: .loneSurrogate, offset: place)
    default:
      appendScalar(first)
      return place + 6
    }
  }

  /// The number in a `\uXXXX` that stands at `place`, nil where none does.
  private func codeUnit(_ bytes: borrowing Span<UInt8>, at place: Int) -> UInt32? {
    guard place + 6 <= bytes.count, bytes[place] == UInt8(ascii: "\\"),
      bytes[place + 1] == UInt8(ascii: "u")
    else { return nil }
    var value: UInt32 = 0
    for digit in place + 2..<place + 6 {
      switch bytes[digit] {
      case let byte where byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9"):
        value = value << 4 | UInt32(byte - UInt8(ascii: "0"))
      case let byte where byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "f"):
        value = value << 4 | UInt32(byte - UInt8(ascii: "a") + 10)
      case let byte where byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "F"):
        value = value << 4 | UInt32(byte - UInt8(ascii: "A") + 10)
      default:
        return nil
      }
    }
    return value
  }

  /// Appends the UTF-8 of a scalar that is no surrogate.
  private mutating func appendScalar(_ scalar: UInt32) {
    switch scalar {
    case ..<0x80:
      scratch.append(UInt8(scalar))
    case ..<0x800:
      scratch.append(UInt8(0xC0 | scalar >> 6))
      scratch.append(UInt8(0x80 | scalar & 0x3F))
    case ..<0x10000:
      scratch.append(UInt8(0xE0 | scalar >> 12))
      scratch.append(UInt8(0x80 | scalar >> 6 & 0x3F))
      scratch.append(UInt8(0x80 | scalar & 0x3F))
    default:
      scratch.append(UInt8(0xF0 | scalar >> 18))
      scratch.append(UInt8(0x80 | scalar >> 12 & 0x3F))
      scratch.append(UInt8(0x80 | scalar >> 6 & 0x3F))
      scratch.append(UInt8(0x80 | scalar & 0x3F))
    }
  }

  /// The bytes of the scalar that begins at `place`, if it may stand in a string.
  @inline(__always)
  private func scalarLength(
    _ bytes: borrowing Span<UInt8>, at place: Int
  ) throws(Failure) -> Int {
    let byte = bytes[place]
    if byte >= 0x20 && byte < 0x80 { return 1 }
    guard byte >= 0x80 else { throw Failure(reason: .controlCharacter, offset: place) }
    guard let length = sequenceLength(bytes, at: place) else {
      throw Failure(reason: .invalidUTF8, offset: place)
    }
    return length
  }

  /// The length of the well-formed sequence of several bytes at `place`, nil where none is.
  private func sequenceLength(_ bytes: borrowing Span<UInt8>, at place: Int) -> Int? {
    let length: Int
    // What the second byte may be; all later ones are 80 to BF.
    var second: ClosedRange<UInt8> = 0x80...0xBF
    switch bytes[place] {
    case 0xC2...0xDF: length = 2
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: length = 3
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: length = 4
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: return nil
    }
    guard bytes.count - place >= length, second.contains(bytes[place + 1]) else { return nil }
    for later in place + 2..<place + length where bytes[later] & 0xC0 != 0x80 { return nil }
    return length
  }
}
