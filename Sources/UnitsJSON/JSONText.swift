// Text as bytes: how it is compared, hashed and quoted. Everything works on UTF-8, nothing on
// `Character`, so the cost is that of the bytes.

/// How text is written in JSON.
public enum JSONText {
  /// Appends `text` with its quotation marks.
  ///
  /// Only what must be escaped is: the quotation mark, the backslash, and the control characters
  /// U+0000 to U+001F (RFC 8259, section 7), in their short form where there is one. All else stays
  /// as it is, in UTF-8. A NUL is written `\u0000`, which is JSON but refused by the parser, as
  /// Varlink demands.
  public static func writeString(_ text: String, into output: inout [UInt8]) {
    let bytes = text.utf8Span.span
    guard !needsEscape(bytes) else { return writeEscaping(bytes, into: &output) }
    output.append(addingCapacity: bytes.count + 2) { output in
      output.append(UInt8(ascii: "\""))
      for place in bytes.indices { output.append(bytes[place]) }
      output.append(UInt8(ascii: "\""))
    }
  }

  /// Appends a member's name, which needs no escapes, and the colon.
  package static func writeName(_ name: String, into output: inout [UInt8]) {
    let bytes = name.utf8Span.span
    output.append(addingCapacity: bytes.count + 3) { output in
      output.append(UInt8(ascii: "\""))
      for place in bytes.indices { output.append(bytes[place]) }
      output.append(UInt8(ascii: "\""))
      output.append(UInt8(ascii: ":"))
    }
  }

  private static func needsEscape(_ bytes: borrowing Span<UInt8>) -> Bool {
    var place = plainLength(bytes, from: 0)
    while place < bytes.count {
      // Beyond ASCII nothing needs an escape.
      guard bytes[place] >= 0x80 else { return true }
      place += 1
      place += plainLength(bytes, from: place)
    }
    return false
  }

  private static func writeEscaping(
    _ bytes: borrowing Span<UInt8>, into output: inout [UInt8]
  ) {
    output.append(UInt8(ascii: "\""))
    for place in bytes.indices { writeEscaping(bytes[place], into: &output) }
    output.append(UInt8(ascii: "\""))
  }

  private static func writeEscaping(_ byte: UInt8, into output: inout [UInt8]) {
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"): writeEscape(byte, into: &output)
    case 0x08: writeEscape(UInt8(ascii: "b"), into: &output)
    case 0x09: writeEscape(UInt8(ascii: "t"), into: &output)
    case 0x0A: writeEscape(UInt8(ascii: "n"), into: &output)
    case 0x0C: writeEscape(UInt8(ascii: "f"), into: &output)
    case 0x0D: writeEscape(UInt8(ascii: "r"), into: &output)
    case 0x00..<0x20:
      writeEscape(UInt8(ascii: "u"), into: &output)
      output.append(UInt8(ascii: "0"))
      output.append(UInt8(ascii: "0"))
      output.append(hexadecimalDigit(byte >> 4))
      output.append(hexadecimalDigit(byte & 0xF))
    default: output.append(byte)
    }
  }

  private static func writeEscape(_ letter: UInt8, into output: inout [UInt8]) {
    output.append(UInt8(ascii: "\\"))
    output.append(letter)
  }

  private static func hexadecimalDigit(_ value: UInt8) -> UInt8 {
    value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "a") + value - 10
  }
}

extension Hasher {
  /// Feeds the bytes of `text`, eight at a time, and its length, so that no two texts feed the same.
  mutating func combineBytes(of text: String) {
    let bytes = text.utf8Span.span
    var word: UInt64 = 0
    for place in bytes.indices {
      word = word << 8 | UInt64(bytes[place])
      if place & 7 == 7 {
        combine(word)
        word = 0
      }
    }
    if bytes.count & 7 != 0 { combine(word) }
    combine(bytes.count)
  }
}
