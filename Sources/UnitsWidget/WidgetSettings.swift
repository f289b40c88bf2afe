// What can be chosen about a widget, on the command line or as a preference: both are declared in
// `UnitsPreferences`, and what is refused there never comes here.

internal import Units
internal import UnitsJSON
internal import UnitsPreferences
internal import UnitsStore

/// What was chosen, in one place or another; nil for what was not.
struct WidgetSettings: Equatable, Sendable {
  var type: MeasurementType?
  var period: CalendarPeriod?
  /// As it was typed: a bare number is in the unit in which the goal is shown.
  var goal: String?
  var template: BarTemplate?
  var width: Int?
  var placeholder: String?
  /// The command of `unitsctl` that a click runs.
  var onMiddle: String?
  var onRight: String?

  /// Takes a choice, which throws if it cannot be.
  mutating func set(_ setting: BarSetting, to text: String) throws(ValueRefusal) {
    if let refusal = setting.declaration.kind.refusal(of: text) { throw refusal }
    switch setting {
    case .type: type = MeasurementType(commandWord: text)
    case .period: period = CalendarPeriod(rawValue: text)
    case .goal: goal = text
    // It was read a moment ago.
    case .template: template = try? BarTemplate(parsing: text)
    case .width: width = Int(text)
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
    goal.flatMap { PreferenceKind.goal($0, of: type, in: system) }
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
    ] + BarSetting.allCases.map(\.key)
  }()

  /// The preferences. What cannot be used is left out and told: a bar is no place for a refusal.
  init(_ values: SortedMembers, problem: (_ key: String, ValueRefusal) -> Void) {
    self.init()
    for member in values.members {
      guard let setting = BarSetting(key: member.key) else { continue }
      do throws(ValueRefusal) {
        try set(setting, to: member.value.stringValue ?? member.value.description)
      } catch {
        problem(member.key, error)
      }
    }
  }
}
