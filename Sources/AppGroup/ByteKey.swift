/// A key, told from others by its bytes as the store does it. Swift's strings alone would take two
/// spellings of "é" for one.
struct ByteKey: Hashable, Sendable {
  let text: String

  init(_ text: String) {
    self.text = text
  }

  static func == (left: ByteKey, right: ByteKey) -> Bool {
    // Equal strings of ASCII have equal bytes; only of others must the bytes be looked at.
    left.text == right.text
      && (left.text.utf8Span.isKnownASCII || left.text.utf8.elementsEqual(right.text.utf8))
  }

  func hash(into hasher: inout Hasher) {
    // Strings that are equal to Swift but not by their bytes collide, which is rare and harmless.
    hasher.combine(text)
  }

  /// What the standard library's dictionaries ask first; `hash(into:)` serves where they do not. A
  /// multiplication a word: the library's own hash costs as much as the rest of a read, and stands
  /// against keys that an enemy chose, which a person's own programs are not.
  func _rawHashValue(seed: Int) -> Int {
    let bytes = text.utf8Span.span.bytes
    var hash = UInt64(truncatingIfNeeded: seed ^ bytes.byteCount)
    var offset = 0
    while offset &+ 8 <= bytes.byteCount {
      hash = Self.mixed(hash ^ bytes.unsafeLoadUnaligned(fromByteOffset: offset, as: UInt64.self))
      offset &+= 8
    }
    var rest: UInt64 = 0
    while offset < bytes.byteCount {
      rest = rest << 8 | UInt64(bytes.unsafeLoad(fromByteOffset: offset, as: UInt8.self))
      offset &+= 1
    }
    return Int(truncatingIfNeeded: Self.mixed(hash ^ rest))
  }

  private static func mixed(_ word: UInt64) -> UInt64 {
    let product = word.multipliedFullWidth(by: 0x9E37_79B9_7F4A_7C15)
    return product.high ^ product.low
  }
}
