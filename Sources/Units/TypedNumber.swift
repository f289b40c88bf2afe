/// Numbers as people type them in front of units: with thousands parted, and with fractions.
enum TypedNumber {
  /// Blanks that keep a line together, and narrow ones.
  private static let blanks: Set<Character> = [
    "\u{A0}", "\u{202F}", "\u{2009}", "\u{2007}", "\u{200A}", "\u{2008}",
  ]
  private static let apostrophes: Set<Character> = ["'", "\u{2019}"]

  /// The text with plain blanks, and without signs between thousands: `1'000 m`, and `1 000 m` with a
  /// blank that keeps the line together. A plain blank may stand between two numbers, and five feet
  /// never have a hundred inches.
  static func plain(_ text: String) -> Substring {
    guard text.contains(where: { blanks.contains($0) || apostrophes.contains($0) }) else {
      return Substring(text)
    }
    let characters = Array(text)
    var plain = ""
    for (place, character) in characters.enumerated() {
      let isSign = blanks.contains(character) || apostrophes.contains(character)
      if isSign, partsThousands(characters, at: place) { continue }
      plain.append(blanks.contains(character) ? " " : character)
    }
    return Substring(plain)
  }

  /// Whether one to three digits stand before a sign, or three and another sign, and three behind it.
  private static func partsThousands(_ text: [Character], at place: Int) -> Bool {
    let behind = text[(place + 1)...].prefix(while: isDigit)
    guard behind.count == 3 else { return false }
    let before = text[..<place].reversed().prefix(while: isDigit).count
    guard (1...3).contains(before) else { return false }
    let start = place - before
    guard start > 0 else { return true }
    let sign = text[start - 1]
    if sign == text[place] { return before == 3 && partsThousands(text, at: start - 1) }
    return sign != "." && sign != ","
  }

  private static func isDigit(_ character: Character) -> Bool {
    character.isASCII && character.isNumber
  }

  /// The number in front, with the fraction behind it, and what stands behind that.
  static func split(
    _ text: Substring, _ decimalSign: DecimalSign
  ) throws(NumberTextError) -> (number: Double, rest: Substring) {
    if let fraction = text.first.flatMap(vulgar) { return (fraction, text.dropFirst()) }
    let prefix = NumberText.numberPrefix(of: text)
    // With no number in front the whole text is to blame, not a unit.
    let number = try NumberText.parse(prefix.isEmpty ? text : prefix, decimalSign: decimalSign)
    let rest = text[prefix.endIndex...]
    let digits = prefix.drop { $0 == "-" || $0 == "+" || $0 == "\u{2212}" }
    guard !digits.isEmpty, digits.allSatisfy(isDigit) else { return (number, rest) }
    if rest.first == "/" {
      guard let (bottom, behind) = whole(rest.dropFirst()), bottom > 0 else {
        return (number, rest)
      }
      return (number / bottom, behind)
    }
    guard let (fraction, behind) = fraction(rest) else { return (number, rest) }
    return (number.sign == .minus ? number - fraction : number + fraction, behind)
  }

  /// `½`, ` ½` or ` 1/2`, and what stands behind it; nil if there is none.
  private static func fraction(_ text: Substring) -> (value: Double, rest: Substring)? {
    let plain = text.drop { $0 == " " }
    if let value = plain.first.flatMap(vulgar) { return (value, plain.dropFirst()) }
    guard plain.startIndex > text.startIndex, let (top, slash) = whole(plain), slash.first == "/",
      let (bottom, rest) = whole(slash.dropFirst()), top < bottom
    else { return nil }
    return (top / bottom, rest)
  }

  private static func whole(_ text: Substring) -> (value: Double, rest: Substring)? {
    let digits = text.prefix(while: isDigit)
    guard (1...4).contains(digits.count), let value = Double(digits) else { return nil }
    return (value, text[digits.endIndex...])
  }

  /// The value of a fraction that is one character.
  private static func vulgar(_ character: Character) -> Double? {
    switch character {
    case "\u{BC}": 1.0 / 4
    case "\u{BD}": 1.0 / 2
    case "\u{BE}": 3.0 / 4
    case "\u{2153}": 1.0 / 3
    case "\u{2154}": 2.0 / 3
    case "\u{2155}": 1.0 / 5
    case "\u{2156}": 2.0 / 5
    case "\u{2157}": 3.0 / 5
    case "\u{2158}": 4.0 / 5
    case "\u{2159}": 1.0 / 6
    case "\u{215A}": 5.0 / 6
    case "\u{215B}": 1.0 / 8
    case "\u{215C}": 3.0 / 8
    case "\u{215D}": 5.0 / 8
    case "\u{215E}": 7.0 / 8
    default: nil
    }
  }
}
