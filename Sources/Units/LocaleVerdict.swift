/// What the environment's locale says about the unit system, and which variable said it.
///
/// The first of `LC_ALL`, `LC_MEASUREMENT` and `LANG` that is set decides alone, even if it names no
/// region; an empty variable counts as unset (POSIX, Base Definitions 8.2). The values are passed
/// in: this module never looks at the environment.
///
/// ```swift
/// let verdict = LocaleVerdict(lcAll: nil, lcMeasurement: nil, lang: "en_US.UTF-8")
/// print(verdict.system)  // imperial
/// ```
public struct LocaleVerdict: Sendable, Hashable {
  /// The variables that may decide, in the order in which they are asked.
  public enum Variable: String, CaseIterable, Sendable {
    /// Overrides every category.
    case lcAll = "LC_ALL"
    /// The category of measurements.
    case lcMeasurement = "LC_MEASUREMENT"
    /// The default for every category.
    case lang = "LANG"
  }

  /// The variable that decided; nil if none is set.
  public let variable: Variable?
  /// The deciding variable's value.
  public let locale: String?
  /// The region that it names. Nil means that the system is a guess, which must not be stored.
  public let region: Region?

  /// The verdict on the values of the three variables, nil for an unset one.
  public init(lcAll: String?, lcMeasurement: String?, lang: String?) {
    let values: [(Variable, String?)] = [
      (.lcAll, lcAll), (.lcMeasurement, lcMeasurement), (.lang, lang),
    ]
    for case (let variable, let value?) in values where !value.isEmpty {
      self.variable = variable
      locale = value
      region = Region(locale: value)
      return
    }
    variable = nil
    locale = nil
    region = nil
  }

  /// The system of the region, metric where none is named.
  public var system: UnitSystem { UnitSystem(region: region) }
}
