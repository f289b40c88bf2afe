// Reading JSON where it lies, without making values of it: for messages that come a hundred thousand
// times a second and nearly always look the same.
//
// It knows given pieces of text without white space, and strings of printable ASCII without escapes.
// At anything else it says no, and the parser has the word: what is accepted here, the parser accepts
// with the same meaning.

/// A place in a text, moved on by what is expected there.
package struct PlainScanner: Sendable {
  /// Where the next byte to be looked at is.
  package private(set) var offset: Int

  package init(at offset: Int = 0) {
    self.offset = offset
  }

  /// Steps over this piece; stays where it is if something else comes.
  package mutating func take(_ piece: [UInt8], in text: borrowing Span<UInt8>) -> Bool {
    let piece = piece.span.bytes
    let text = text.bytes
    guard text.byteCount - offset >= piece.byteCount else { return false }
    var place = 0
    while piece.byteCount - place >= 8 {
      guard
        piece.unsafeLoadUnaligned(fromByteOffset: place, as: UInt64.self)
          == text.unsafeLoadUnaligned(fromByteOffset: offset + place, as: UInt64.self)
      else { return false }
      place += 8
    }
    while place < piece.byteCount {
      guard
        piece.unsafeLoad(fromByteOffset: place, as: UInt8.self)
          == text.unsafeLoad(fromByteOffset: offset + place, as: UInt8.self)
      else { return false }
      place += 1
    }
    offset += place
    return true
  }

  /// Steps over this byte; stays where it is if another one comes.
  package mutating func take(_ byte: UInt8, in text: borrowing Span<UInt8>) -> Bool {
    guard offset < text.count, text[offset] == byte else { return false }
    offset += 1
    return true
  }

  /// Steps over a plain string, and tells where its text is.
  package mutating func takeString(in text: borrowing Span<UInt8>) -> Range<Int>? {
    guard take(UInt8(ascii: "\""), in: text) else { return nil }
    let start = offset
    let end = start + plainLength(text, from: start)
    guard end < text.count, text[end] == UInt8(ascii: "\"") else { return nil }
    offset = end + 1
    return start..<end
  }
}
