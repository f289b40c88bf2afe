/// The two systems of units in which measurements are shown.
///
/// Values are stored in metric base units whatever the system; a system only says what is shown.
///
/// ```swift
/// let system = UnitSystem.imperial
/// print(system.displayDistance(meters: 1609.344))  // 1.0
/// print(system.formatDistance(meters: 5000))       // 3.1 mi
/// ```
public enum UnitSystem: String, CaseIterable, Codable, Sendable {
  /// Kilometres and kilograms.
  case metric
  /// Miles and pounds.
  case imperial

  /// The system of a stored word, `metric` or `imperial`; nil of any other text. Written out, since
  /// the compiler's own searches a table of texts, which costs more than the rest of a read.
  @inlinable public init?(rawValue: String) {
    if rawValue == "metric" {
      self = .metric
    } else if rawValue == "imperial" {
      self = .imperial
    } else {
      return nil
    }
  }

  /// The system that people of a region use: imperial in the United States, Liberia and Myanmar,
  /// metric everywhere else and where no region is known.
  public init(region: Region?) {
    switch region?.code {
    case "US", "LR", "MM": self = .imperial
    default: self = .metric
    }
  }

  /// The name for people, with the units that they recognise it by: `Metric (km, kg)`.
  public var displayName: String {
    switch self {
    case .metric: "Metric (km, kg)"
    case .imperial: "Imperial (mi, lbs)"
    }
  }

  /// The other system, which a toggle switches to.
  public var other: UnitSystem {
    switch self {
    case .metric: .imperial
    case .imperial: .metric
    }
  }

  /// The symbol of the unit in which distance is shown: `km` or `mi`.
  public var distanceUnit: String { MeasurementType.distance.displayUnit(in: self).symbol }

  /// The long name of the unit in which distance is shown: `kilometers` or `miles`.
  public var distanceUnitLong: String { MeasurementType.distance.displayUnit(in: self).longName }

  /// The symbol of the unit in which weight is shown: `kg` or `lbs`.
  public var weightUnit: String { MeasurementType.weight.displayUnit(in: self).symbol }

  /// The long name of the unit in which weight is shown: `kilograms` or `pounds`.
  public var weightUnitLong: String { MeasurementType.weight.displayUnit(in: self).longName }
}

extension UnitSystem {
  /// A stored distance in kilometres or miles, unrounded.
  ///
  /// A mile is 1609.344 m exactly (the international yard and pound agreement of 1959). Values that
  /// are not finite pass through.
  public func displayDistance(meters: Double) -> Double {
    MeasurementType.distance.displayUnit(in: self).value(fromBase: meters)
  }

  /// The metres of a distance in kilometres or miles; the inverse of ``displayDistance(meters:)``
  /// with the same constant.
  public func metersFromDisplay(_ distance: Double) -> Double {
    MeasurementType.distance.displayUnit(in: self).baseValue(of: distance)
  }

  /// A stored weight in kilograms or pounds, unrounded.
  ///
  /// A pound is 0.45359237 kg exactly (the international yard and pound agreement of 1959). Values
  /// that are not finite pass through.
  public func displayWeight(kilograms: Double) -> Double {
    MeasurementType.weight.displayUnit(in: self).value(fromBase: kilograms)
  }

  /// The kilograms of a weight in kilograms or pounds; the inverse of
  /// ``displayWeight(kilograms:)`` with the same constant.
  public func kilogramsFromDisplay(_ weight: Double) -> Double {
    MeasurementType.weight.displayUnit(in: self).baseValue(of: weight)
  }

  /// A stored distance as people read it, with one decimal: `3.1 mi`.
  ///
  /// Rounding and values that are not finite: ``DecimalText``.
  public func formatDistance(meters: Double) -> String {
    distanceLabel(meters: meters).description
  }

  /// A stored weight as people read it, without decimals: `198 lbs`.
  ///
  /// Rounding and values that are not finite: ``DecimalText``.
  public func formatWeight(kilograms: Double) -> String {
    weightLabel(kilograms: kilograms).description
  }

  /// What ``formatDistance(meters:)`` shows, the number and the unit apart.
  public func distanceLabel(meters: Double) -> MeasurementLabel {
    MeasurementLabel(
      number: DecimalText.fixed(displayDistance(meters: meters), fractionDigits: 1),
      unit: distanceUnit)
  }

  /// What ``formatWeight(kilograms:)`` shows, the number and the unit apart.
  public func weightLabel(kilograms: Double) -> MeasurementLabel {
    MeasurementLabel(
      number: DecimalText.fixed(displayWeight(kilograms: kilograms), fractionDigits: 0),
      unit: weightUnit)
  }
}
