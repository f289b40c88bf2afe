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
}
