// What a form of a command says of its operands.
//
// The forms are written for people, `remove ID…`, `KEY [--default VALUE]`, and read here for
// completion, so that a command that joins the table completes without further words: what is written
// in capitals stands for something, the rest is typed as it is.

/// A form of a command's operands, taken apart.
struct CommandForm: Equatable {
  /// What may stand at a place.
  enum Word: Equatable {
    /// Typed as it is.
    case literal(String)
    /// Stands for something: `KEY`.
    case placeholder(String)
  }

  struct Place: Equatable {
    let words: [Word]
    let repetition: Repetition
  }

  enum Repetition: Equatable {
    case once
    case anyNumber
  }

  let places: [Place]

  init(_ form: String) {
    var places: [Place] = []
    var rest = form.split(separator: " ")[...]
    while let token = rest.popFirst() {
      let bare = Self.bare(token)
      if bare.hasPrefix("--") {
        // An option is declared by itself; its value is no operand.
        if OptionName(rawValue: String(bare.dropFirst(2)))?.placeholder != nil {
          _ = rest.popFirst()
        }
        continue
      }
      let isRepeated = bare.hasSuffix("…")
      let words = (isRepeated ? bare.dropLast() : bare[...]).split(separator: "|")
      places.append(
        Place(
          words: words.map(Self.word), repetition: isRepeated ? .anyNumber : .once))
    }
    self.places = places
  }

  /// What may stand behind these operands; nil where they are of another form, or all that there are.
  func place(after operands: [String]) -> Place? {
    for (index, operand) in operands.enumerated() {
      guard let place = place(at: index), place.allows(operand) else { return nil }
    }
    return place(at: operands.count)
  }

  private func place(at index: Int) -> Place? {
    if index < places.count { return places[index] }
    return places.last.flatMap { $0.repetition == .anyNumber ? $0 : nil }
  }

  /// Without the brackets of what may be left out: `[KEY` and `VALUE]]`, but not `VALUE[UNIT]`.
  private static func bare(_ token: Substring) -> Substring {
    var bare = token
    while bare.first == "[" { bare = bare.dropFirst() }
    while bare.last == "]", !bare.contains("[") { bare = bare.dropLast() }
    return bare
  }

  private static func word(_ text: Substring) -> Word {
    let letters = text.filter(\.isLetter)
    return !letters.isEmpty && letters.allSatisfy(\.isUppercase)
      ? .placeholder(String(text)) : .literal(String(text))
  }
}

extension CommandForm.Place {
  /// Whether an operand may stand here.
  fileprivate func allows(_ operand: String) -> Bool {
    words.contains { word in
      switch word {
      case .literal(let text): text == operand
      case .placeholder: true
      }
    }
  }
}
