// Texts with fields: `{value} {unit} today`.

internal import Units

/// A text in which fields stand between braces; a brace itself is written twice.
struct WidgetTemplate: Equatable, Sendable {
  enum Field: String, CaseIterable, Sendable {
    case value, unit, total, count, goal, percent, spark, system, type, period
  }

  private enum Piece: Equatable, Sendable {
    case text(String)
    case field(Field)
  }

  private let pieces: [Piece]

  /// Throws at the first brace that is no field's, or field that there is not.
  init(parsing text: String) throws(WidgetTemplateError) {
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
          throw WidgetTemplateError(reason: .unclosed, column: index + 1)
        }
        let name = String(characters[(index + 1)..<end])
        guard let field = Field(rawValue: name) else {
          throw WidgetTemplateError(reason: .unknownField(name), column: index + 1)
        }
        if !plain.isEmpty { pieces.append(.text(plain)) }
        plain = ""
        pieces.append(.field(field))
        index = end + 1
      case "}":
        throw WidgetTemplateError(reason: .unopened, column: index + 1)
      default:
        plain.append(character)
        index += 1
      }
    }
    if !plain.isEmpty { pieces.append(.text(plain)) }
    self.pieces = pieces
  }

  func uses(_ field: Field) -> Bool { pieces.contains(.field(field)) }

  func text(of widget: Widget) -> String {
    var text = ""
    for piece in pieces {
      switch piece {
      case .text(let plain): text += plain
      case .field(let field): text += widget.text(of: field)
      }
    }
    // A number that says its unit, `5'11"`, leaves nothing behind the blank.
    while widget.label.unit.isEmpty, text.last == " " { text.removeLast() }
    return text
  }
}

/// Why a text is no template.
struct WidgetTemplateError: Error, Equatable, CustomStringConvertible {
  enum Reason: Equatable {
    case unknownField(String)
    case unclosed
    case unopened
  }

  let reason: Reason
  /// In characters, from 1.
  let column: Int

  var description: String {
    switch reason {
    case .unknownField(let name): "column \(column): unknown field: {\(name)}"
    case .unclosed: "column \(column): brace is not closed: {"
    case .unopened: "column \(column): brace was not opened: }"
    }
  }

  /// What to write instead.
  var hint: String {
    switch reason {
    case .unknownField:
      "fields: " + WidgetTemplate.Field.allCases.map { "{\($0.rawValue)}" }.joined(separator: " ")
    case .unclosed, .unopened: "a brace itself is written twice: {{ or }}"
    }
  }
}

extension Widget {
  /// What stands for a field; empty where there is nothing, as for a percentage without a goal.
  func text(of field: WidgetTemplate.Field) -> String {
    switch field {
    case .value: label.number
    case .unit: label.unit
    case .total: figures.total.map { label(of: $0).number } ?? label.number
    case .count: "\(figures.count)"
    case .goal: goal.map { label(of: $0).description } ?? ""
    case .percent: percent.map { "\($0)" } ?? ""
    case .spark: spark
    case .system: system.rawValue
    case .type: type.rawValue
    case .period: period.words
    }
  }

  /// The last seven days; empty where they were not asked for.
  var spark: String { Sparkline.text(figures.days, from: type.addsUp ? .zero : .least) }
}
