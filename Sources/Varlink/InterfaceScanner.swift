/// The characters of an interface description, and the blanks, line breaks and comments between
/// its tokens.
struct InterfaceScanner {
  /// A comment's text, and where it stands.
  struct Comment {
    enum Placement {
      /// Behind something on the same line.
      case behind
      /// On a line of its own.
      case alone
    }
    let text: String
    let placement: Placement
  }

  private let scalars: [Unicode.Scalar]
  /// The next character's index.
  private(set) var index = 0

  init(_ text: String) {
    scalars = Array(text.unicodeScalars)
  }

  /// The next character, nil at the end.
  var next: Unicode.Scalar? { index < scalars.count ? scalars[index] : nil }

  /// Goes past these characters if they are the next.
  mutating func skip(_ text: String) -> Bool {
    var position = index
    for scalar in text.unicodeScalars {
      guard position < scalars.count, scalars[position] == scalar else { return false }
      position += 1
    }
    index = position
    return true
  }

  /// Reads the longest run of characters of which names are made, and of `extra` ones.
  mutating func readWord(with extra: Unicode.Scalar? = nil) -> String {
    var word = String.UnicodeScalarView()
    while let scalar = next, isWordCharacter(scalar) || (extra != nil && scalar == extra) {
      word.append(scalar)
      index += 1
    }
    return String(word)
  }

  /// Goes past blanks and line breaks.
  mutating func skipBlanks() {
    while let scalar = next, isBlank(scalar) || isLineBreak(scalar) { index += 1 }
  }

  /// Goes past blanks, line breaks and comments; gives the comments.
  mutating func skipTrivia() -> [Comment] {
    var comments: [Comment] = []
    var placement = index == 0 ? Comment.Placement.alone : .behind
    while let scalar = next {
      if scalar == "#" {
        comments.append(Comment(text: readComment(), placement: placement))
        placement = .alone
      } else if isLineBreak(scalar) {
        index += 1
        placement = .alone
      } else if isBlank(scalar) {
        index += 1
      } else {
        break
      }
    }
    return comments
  }

  /// Goes to the beginning of the next line, past at most a comment, which it gives; false if
  /// something else stands before the line's end. The text's end is a line's end too.
  mutating func skipLineEnd(_ comment: inout String?) -> Bool {
    while let scalar = next, isBlank(scalar) { index += 1 }
    guard let scalar = next else { return true }
    if scalar == "#" {
      comment = readComment()
      return true
    }
    guard isLineBreak(scalar) else { return false }
    index += 1
    return true
  }

  /// The line and the column of a character, both from 1.
  func position(of index: Int) -> (line: Int, column: Int) {
    var line = 1
    var lineStart = 0
    for position in 0..<index where isLineBreak(scalars[position]) {
      let isHalfOfPair =
        scalars[position] == "\r" && position + 1 < scalars.count && scalars[position + 1] == "\n"
      if isHalfOfPair { continue }
      line += 1
      lineStart = position + 1
    }
    return (line, index - lineStart + 1)
  }

  /// Reads from a number sign to the line's end; one blank behind the sign is not text.
  private mutating func readComment() -> String {
    index += 1
    if next == " " { index += 1 }
    var text = String.UnicodeScalarView()
    while let scalar = next, !isLineBreak(scalar) {
      text.append(scalar)
      index += 1
    }
    return String(text)
  }

  private func isWordCharacter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "_", "-": true
    default: false
    }
  }

  /// The blanks of the specification's grammar, a byte order mark among them.
  private func isBlank(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x20, 0x09, 0xA0, 0xFEFF, 0x1680, 0x180E, 0x2000...0x200A, 0x202F, 0x205F, 0x3000: true
    default: false
    }
  }

  private func isLineBreak(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x0A, 0x0D, 0x2028, 0x2029: true
    default: false
    }
  }
}
