// Eight bytes at a time: strings are most of what is read and written, and in most of them no byte
// needs attention.
//
// The words are looked at by the tests of "Hacker's Delight", section 6-1: `(w - 0x01…) & ~w` has the
// high bit of a byte set where that byte of `w` is zero. A borrow may set it above such a byte too,
// so only the lowest hit counts, which on little-endian machines is the first byte.

/// A byte repeated through a word.
@inline(__always)
private func repeated(_ byte: UInt8) -> UInt64 {
  0x0101_0101_0101_0101 &* UInt64(byte)
}

/// The high bit of each byte of `word` that is zero, up to the first such byte from below.
@inline(__always)
private func zeroBytes(_ word: UInt64) -> UInt64 {
  (word &- repeated(0x01)) & ~word & repeated(0x80)
}

/// How many bytes from `place` on stand for themselves in a JSON string: printable ASCII, but no
/// quotation mark and no backslash.
func plainLength(_ bytes: borrowing Span<UInt8>, from place: Int) -> Int {
  let raw = bytes.bytes
  var cursor = place
  while raw.byteCount - cursor >= 8 {
    let word = UInt64(
      littleEndian: raw.unsafeLoadUnaligned(fromByteOffset: cursor, as: UInt64.self))
    let quotes = zeroBytes(word ^ repeated(UInt8(ascii: "\"")))
    let backslashes = zeroBytes(word ^ repeated(UInt8(ascii: "\\")))
    let controls = (word &- repeated(0x20)) & ~word & repeated(0x80)
    let special = quotes | backslashes | controls | word & repeated(0x80)
    if special != 0 { return cursor + special.trailingZeroBitCount / 8 - place }
    cursor += 8
  }
  while cursor < bytes.count, isPlain(bytes[cursor]) { cursor += 1 }
  return cursor - place
}

@inline(__always)
private func isPlain(_ byte: UInt8) -> Bool {
  byte >= 0x20 && byte < 0x80 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
}

/// Whether two texts are the same bytes, and not only the same to a reader.
func haveSameBytes(_ left: String, _ right: String) -> Bool {
  guard left.utf8.count == right.utf8.count else { return false }
  return haveSameBytes(left.utf8Span.span.bytes, right.utf8Span.span.bytes)
}

/// Whether two parts of a text are the same bytes.
func haveSameBytes(
  _ text: borrowing Span<UInt8>, _ one: Range<Int>, _ other: Range<Int>
) -> Bool {
  guard one.count == other.count else { return false }
  return haveSameBytes(text.extracting(one).bytes, text.extracting(other).bytes)
}

/// Whether as many bytes are the same.
func haveSameBytes(_ left: RawSpan, _ right: RawSpan) -> Bool {
  var place = 0
  while left.byteCount - place >= 8 {
    guard
      left.unsafeLoadUnaligned(fromByteOffset: place, as: UInt64.self)
        == right.unsafeLoadUnaligned(fromByteOffset: place, as: UInt64.self)
    else { return false }
    place += 8
  }
  while place < left.byteCount {
    guard
      left.unsafeLoad(fromByteOffset: place, as: UInt8.self)
        == right.unsafeLoad(fromByteOffset: place, as: UInt8.self)
    else { return false }
    place += 1
  }
  return true
}
