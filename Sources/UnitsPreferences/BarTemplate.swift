// Texts with fields: `{value} {unit} today`.

/// A text in which fields stand between braces; a brace itself is written twice.
package struct BarTemplate: Equatable, Sendable {
  package enum Field: String, CaseIterable, Sendable {
    case value, unit, total, count, goal, percent, spark, system, type, period

    /// All of them, as they are written: `{value} {unit}`.
    package static var list: String {
      allCases.map { "{\($0.rawValue)}" }.joined(separator: " ")
    }
  }

  package enum Piece: Equatable, Sendable {
    case text(String)
    case field(Field)
  }

  package let pieces: [Piece]

  /// Throws at the first brace that is no field's, or field that there is not.
  package init(parsing text: String) throws(BarTemplateError) {
    var pieces: [Piece] = []
    var plain = ""
    let characters = Array(text)
    var index = 0
    while index < characters.count {
      let character = characters[index]
      let isDoubled = index + 1 < characters.count && characters[index + 1] == character
      switch character {
      case "{" where isDoubled, "}" where isDoubled:
        plain.append(character)
        index += 2
      case "{":
        guard let end = characters[index...].firstIndex(of: "}") else {
          throw BarTemplateError(reason: .unclosed, column: index + 1)
        }
        let name = String(characters[(index + 1)..<end])
        guard let field = Field(rawValue: name) else {
          throw BarTemplateError(reason: .unknownField(name), column: index + 1)
        }
        if !plain.isEmpty { pieces.append(.text(plain)) }
        plain = ""
        pieces.append(.field(field))
        index = end + 1
      case "}":
        throw BarTemplateError(reason: .unopened, column: index + 1)
      default:
        plain.append(character)
        index += 1
      }
    }
    if !plain.isEmpty { pieces.append(.text(plain)) }
    self.pieces = pieces
  }

  package func uses(_ field: Field) -> Bool { pieces.contains(.field(field)) }
}

/// Why a text is no template.
package struct BarTemplateError: Error, Equatable, CustomStringConvertible {
  package enum Reason: Equatable {
    case unknownField(String)
    case unclosed
    case unopened
  }

  package let reason: Reason
  /// In characters, from 1.
  package let column: Int

  package var description: String {
    switch reason {
    case .unknownField(let name): "column \(column): unknown field: {\(name)}"
    case .unclosed: "column \(column): brace is not closed: {"
    case .unopened: "column \(column): brace was not opened: }"
    }
  }

  /// The fields that there are, if one is asked for that there is not.
  package var allowed: [String]? {
    switch reason {
    case .unknownField: BarTemplate.Field.allCases.map { "{\($0.rawValue)}" }
    case .unclosed, .unopened: nil
    }
  }

  /// What to write instead of a brace.
  package var hint: String? {
    switch reason {
    case .unknownField: nil
    case .unclosed, .unopened: "a brace itself is written twice: {{ or }}"
    }
  }
}
