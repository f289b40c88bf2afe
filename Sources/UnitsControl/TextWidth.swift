// How many columns of a terminal a text takes.

/// The width of text, by the East Asian width of Unicode's annex 11 as terminals understand it: wide
/// and full-width characters, and emoji, take two columns; marks that combine take none.
enum TextWidth {
  static func columns(of text: String) -> Int {
    // Most texts are ASCII, one column a byte.
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.utf8.count }
    return text.reduce(0) { $0 + columns(of: $1) }
  }

  /// A character may be several scalars: a letter and its marks, a flag, a family.
  private static func columns(of character: Character) -> Int {
    let scalars = character.unicodeScalars
    // Something that is drawn as a picture is wide.
    if scalars.count > 1, scalars.contains(where: { $0.value == 0xfe0f || $0.value == 0x200d }) {
      return 2
    }
    return scalars.map(columns).max() ?? 0
  }

  private static func columns(of scalar: Unicode.Scalar) -> Int {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return scalar.value == 0xad ? 1 : 0
    default: break
    }
    // The medial vowels and final consonants of Hangul join the syllable before.
    if (0x1160...0x11ff).contains(scalar.value) { return 0 }
    return isWide(scalar) ? 2 : 1
  }

  private static func isWide(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.properties.isEmojiPresentation { return true }
    return wide.contains { $0.contains(scalar.value) }
  }

  /// The blocks that are wide throughout, by EastAsianWidth.txt.
  private static let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115f, 0x2e80...0x303e, 0x3041...0x33ff, 0x3400...0x4dbf, 0x4e00...0xa4cf,
    0xa960...0xa97f, 0xac00...0xd7a3, 0xf900...0xfaff, 0xfe10...0xfe19, 0xfe30...0xfe6f,
    0xff01...0xff60, 0xffe0...0xffe6, 0x17000...0x18cff, 0x1b000...0x1b2ff, 0x20000...0x3fffd,
  ]
}
