// What can be chosen about a widget, on the command line or as a preference: the words are the same.

internal import Units
internal import UnitsJSON
internal import UnitsStore

/// The choices by name: `--goal` and the preference `dev.units.bar.goal`.
enum WidgetSetting: String, CaseIterable {
  case type, period, goal, template, width, placeholder
  case onMiddle = "on-middle"
  case onRight = "on-right"

  var option: String { "--\(rawValue)" }

  var key: String { PreferenceKey.bar(rawValue) }

  /// The setting of a preference's key; nil for another key.
  init?(key: String) {
    guard let choice = PreferenceKey.barChoice(key) else { return nil }
    self.init(rawValue: choice)
  }
}

/// What was chosen, in one place or another; nil for what was not.
struct WidgetSettings: Equatable, Sendable {
  var type: MeasurementType?
  var period: WidgetPeriod?
  /// As it was typed: a bare number is in the unit in which the goal is shown.
  var goal: String?
  var template: WidgetTemplate?
  var width: Int?
  var placeholder: String?
  /// The command of `unitsctl` that a click runs.
  var onMiddle: String?
  var onRight: String?

  /// More columns than any bar has.
  private static let widthLimit = 1_000

  /// Takes a choice.
  mutating func set(_ setting: WidgetSetting, to text: String) throws(WidgetSettingError) {
    func refuse(_ reason: String, _ hint: String) -> WidgetSettingError {
      WidgetSettingError(setting: setting, reason: reason, hint: hint)
    }
    switch setting {
    case .type:
      guard let type = MeasurementType(commandWord: text) else {
        let words = MeasurementType.allCases.map(\.commandWord).joined(separator: ", ")
        throw refuse("unknown type: \(text)", "types: \(words)")
      }
      self.type = type
    case .period:
      guard let period = WidgetPeriod(rawValue: text) else {
        let words = WidgetPeriod.allCases.map(\.rawValue).joined(separator: ", ")
        throw refuse("unknown period: \(text)", "periods: \(words)")
      }
      self.period = period
    case .goal:
      guard MeasurementType.allCases.contains(where: { Self.isGoal(text, of: $0) }) else {
        throw refuse("no measurement: \(text)", "write it with its unit: 5km")
      }
      goal = text
    case .template:
      do throws(WidgetTemplateError) { template = try WidgetTemplate(parsing: text) } catch {
        throw refuse(error.description, error.hint)
      }
    case .width:
      guard let width = Int(text), (0...Self.widthLimit).contains(width) else {
        throw refuse("no width: \(text)", "a number of characters, at most \(Self.widthLimit)")
      }
      self.width = width
    case .placeholder: placeholder = text
    case .onMiddle: onMiddle = text
    case .onRight: onRight = text
    }
  }

  /// What is chosen here, and there for what is not chosen here.
  func over(_ other: WidgetSettings) -> WidgetSettings {
    WidgetSettings(
      type: type ?? other.type, period: period ?? other.period, goal: goal ?? other.goal,
      template: template ?? other.template, width: width ?? other.width,
      placeholder: placeholder ?? other.placeholder, onMiddle: onMiddle ?? other.onMiddle,
      onRight: onRight ?? other.onRight)
  }

  /// The goal in the base unit; nil where there is none, or one of another type.
  func goal(of type: MeasurementType, in system: UnitSystem) -> Double? {
    goal.flatMap { Self.reading($0, of: type, in: system)?.baseValue }
  }

  private static func isGoal(_ text: String, of type: MeasurementType) -> Bool {
    reading(text, of: type, in: .metric) != nil
  }

  private static func reading(
    _ text: String, of type: MeasurementType, in system: UnitSystem
  ) -> MeasurementText.Reading? {
    // A goal has one number, so a comma in it can only be a decimal one.
    for sign in [DecimalSign.point, .comma] {
      do throws(MeasurementTextError) {
        return try MeasurementText.parse(text, as: type, system: system, decimalSign: sign)
      } catch {
        continue
      }
    }
    return nil
  }
}

extension WidgetSettings {
  /// The keys of the preferences that a widget reads.
  static let keys = {
    // The types one by one: an array of them would be a generic type that the process has to make.
    let system = PreferenceKey.unitSystem(of:)
    return [
      PreferenceKey.unitSystem, system(.distance), system(.weight), system(.height),
      system(.temperature), system(.heartRate), PreferenceKey.heightStyle,
    ] + WidgetSetting.allCases.map(\.key)
  }()

  /// The preferences. What cannot be used is left out and told: a bar is no place for a refusal.
  init(_ values: SortedMembers, problem: (WidgetSettingError) -> Void) {
    self.init()
    for member in values.members {
      guard let setting = WidgetSetting(key: member.key) else { continue }
      do throws(WidgetSettingError) {
        try set(setting, to: member.value.stringValue ?? member.value.description)
      } catch {
        problem(error)
      }
    }
  }
}

/// A choice that cannot be.
struct WidgetSettingError: Error, Equatable {
  let setting: WidgetSetting
  let reason: String
  let hint: String
}
