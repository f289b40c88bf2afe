// What a preference of ours can be, as a text that is typed: the same for the option of a program, the
// preference that gives its default, and whoever reads either.

package import Units

/// What a value may be.
package enum PreferenceKind: Hashable, Sendable {
  // One of a few words.
  case unitSystem
  case measurementType
  case heightStyle
  /// A period of a bar.
  case barPeriod
  // Anything of a kind.
  /// A measurement of any type, with its unit or without.
  case goal
  /// A text with fields in it.
  case template
  /// A number of characters.
  case width
  /// A folder's path, absolute or with `~/` in front.
  case folder
  case text

  /// The greatest width: more columns than any bar has.
  package static let greatestWidth = 1_000

  /// The words that it may be; none of what is no word.
  package var words: [String] {
    switch self {
    case .unitSystem: UnitSystem.allCases.map(\.rawValue)
    case .measurementType: MeasurementType.allCases.map(\.commandWord)
    case .heightStyle: HeightStyle.allCases.map(\.rawValue)
    case .barPeriod: CalendarPeriod.ofBars.map(\.rawValue)
    case .goal, .template, .width, .folder, .text: []
    }
  }

  /// How it is stored.
  package var storage: Storage { self == .width ? .integer : .text }

  package enum Storage: Sendable {
    case integer, text
  }

  /// What a reader is told of what may stand here: `metric, imperial`, or `0 to 1000`.
  package var range: String {
    switch self {
    case .unitSystem, .measurementType, .heightStyle, .barPeriod: words.joined(separator: ", ")
    case .goal: "a measurement: 5km"
    case .template: "a text with fields: " + BarTemplate.Field.list
    case .width: "0 to \(Self.greatestWidth)"
    case .folder: "an absolute path"
    case .text: "any text"
    }
  }

  /// Why a text cannot stand here; nil if it can.
  package func refusal(of text: String) -> ValueRefusal? {
    switch self {
    case .unitSystem: wordRefusal(of: text, "not a unit system")
    case .measurementType: wordRefusal(of: text, "not a measurement type")
    case .heightStyle: wordRefusal(of: text, "not a style of height")
    case .barPeriod: wordRefusal(of: text, "not a period")
    case .goal: Self.isGoal(text) ? nil : ValueRefusal("not a measurement such as 5km")
    case .template: Self.templateRefusal(of: text)
    case .width:
      Int(text).map { (0...Self.greatestWidth).contains($0) } ?? false
        ? nil : ValueRefusal("not a number of characters from 0 to \(Self.greatestWidth)")
    case .folder:
      text.hasPrefix("/") || text.hasPrefix("~/")
        ? nil : ValueRefusal("not a folder's absolute path")
    case .text: nil
    }
  }

  private func wordRefusal(of text: String, _ reason: String) -> ValueRefusal? {
    words.contains(text) ? nil : ValueRefusal(reason, allowed: words)
  }

  private static func isGoal(_ text: String) -> Bool {
    MeasurementType.allCases.contains { goal(text, of: $0, in: .metric) != nil }
  }

  private static func templateRefusal(of text: String) -> ValueRefusal? {
    do throws(BarTemplateError) { _ = try BarTemplate(parsing: text) } catch {
      return ValueRefusal(error.description, allowed: error.allowed, hint: error.hint)
    }
    return nil
  }

  /// A goal in the base unit; nil where the text is none of that type. A bare number is in the unit
  /// in which the system shows the type.
  package static func goal(
    _ text: String, of type: MeasurementType, in system: UnitSystem
  ) -> Double? {
    // A goal has one number, so a comma in it can only be a decimal one.
    for sign in [DecimalSign.point, .comma] {
      do throws(MeasurementTextError) {
        return try MeasurementText.parse(text, as: type, system: system, decimalSign: sign)
          .baseValue
      } catch {
        continue
      }
    }
    return nil
  }
}

/// Why a text cannot be a value, and what can.
package struct ValueRefusal: Error, Equatable, Sendable {
  /// The fact, without the text: `not a period`.
  package let reason: String
  /// The words that can, if there are a few.
  package let allowed: [String]?
  private let advice: String?

  package init(_ reason: String, allowed: [String]? = nil, hint: String? = nil) {
    self.reason = reason
    self.allowed = allowed
    advice = hint
  }

  /// A line of help; nil where the reason says it all.
  package var hint: String? {
    advice ?? allowed.map { "allowed: \($0.joined(separator: ", "))" }
  }
}
