// The preferences that this project knows: a row each, and nothing is known of a key elsewhere.
//
// From here come the constants by which programs name keys, the check of a `set` whichever way it
// comes, the options of `unitsbar` that a preference gives the default of, what `doctor` looks at, the
// completions and the manual. Other keys are their programs' own, and anything may stand under them.

package import Units

/// What is said of a preference, once.
package struct PreferenceDeclaration: Sendable {
  package let key: String
  package let kind: PreferenceKind
  /// What counts where nothing is stored; empty for nothing.
  package let standard: String
  /// A line on what it is for.
  package let summary: String

  private init(
    _ key: String, _ kind: PreferenceKind, standard: String = "", _ summary: String
  ) {
    self.key = key
    self.kind = kind
    self.standard = standard
    self.summary = summary
  }
}

extension PreferenceDeclaration {
  /// What all keys of ours begin with.
  package static let prefix = "dev.units."

  package static let unitSystem = PreferenceDeclaration(
    "dev.units.system", .unitSystem, standard: "what the locale says",
    "the system in which measurements are shown")

  /// The system of one type, which is stronger: `dev.units.system.heart-rate`.
  package static func unitSystem(of type: MeasurementType) -> PreferenceDeclaration {
    PreferenceDeclaration(
      unitSystem.key + "." + type.commandWord, .unitSystem, standard: unitSystem.key,
      "the system in which this type alone is shown: \(type.rawValue)")
  }

  package static let heightStyle = PreferenceDeclaration(
    "dev.units.height.style", .heightStyle, standard: HeightStyle.decimal.rawValue,
    "how a height is shown in the imperial system")

  package static let importFolder = PreferenceDeclaration(
    "dev.units.import.folder", .folder, standard: "~/.local/share/units/import",
    "the folder whose activities are imported")

  /// The preference behind a choice about bars.
  package static func bar(_ setting: BarSetting) -> PreferenceDeclaration {
    switch setting {
    case .type:
      PreferenceDeclaration(
        "dev.units.bar.type", .measurementType, standard: MeasurementType.distance.commandWord,
        "what a bar shows")
    case .period:
      PreferenceDeclaration(
        "dev.units.bar.period", .barPeriod, standard: CalendarPeriod.today.rawValue,
        "of which time")
    case .goal: PreferenceDeclaration("dev.units.bar.goal", .goal, "what to reach: 5km")
    case .template:
      PreferenceDeclaration(
        "dev.units.bar.template", .template, "what a bar shows: '{value} {unit} today'")
    case .width:
      PreferenceDeclaration(
        "dev.units.bar.width", .width, standard: "0",
        "at least so many characters, so that a bar does not jump")
    case .placeholder:
      PreferenceDeclaration(
        "dev.units.bar.placeholder", .text, standard: "…",
        "what a bar shows while nothing is known")
    case .onMiddle:
      PreferenceDeclaration(
        "dev.units.bar.on-middle", .text, "the command of unitsctl that the middle button runs")
    case .onRight:
      PreferenceDeclaration(
        "dev.units.bar.on-right", .text, "the command of unitsctl that the right button runs")
    }
  }

  /// Every row.
  package static let all: [PreferenceDeclaration] =
    [unitSystem] + MeasurementType.allCases.map(unitSystem(of:)) + [heightStyle]
    + BarSetting.allCases.map(bar) + [importFolder]

  /// The row of a key; nil where the key is none of ours.
  package static func of(_ key: String) -> PreferenceDeclaration? {
    guard key.utf8.starts(with: prefix.utf8) else { return nil }
    return all.first { $0.key == key }
  }

  /// The key that was probably meant by one that looks like ours and is not; nil otherwise.
  package static func meant(by key: String) -> String? {
    guard key.utf8.starts(with: prefix.utf8), of(key) == nil else { return nil }
    let rest = String(key.dropFirst(prefix.count))
    let names = all.map { String($0.key.dropFirst(prefix.count)) }
    return TypingError.nearest(to: rest, among: names).map { prefix + $0 }
  }
}

/// What can be chosen about a bar, as a preference and as an option of `unitsbar`; the raw value is
/// the last part of the one and the name of the other.
package enum BarSetting: String, CaseIterable, Sendable {
  case type, period, goal, template, width, placeholder
  case onMiddle = "on-middle"
  case onRight = "on-right"

  package var declaration: PreferenceDeclaration { .bar(self) }
  package var key: String { declaration.key }

  /// The setting of a preference's key; nil for another key.
  package init?(key: String) {
    guard let setting = Self.allCases.first(where: { $0.key == key }) else { return nil }
    self = setting
  }
}
