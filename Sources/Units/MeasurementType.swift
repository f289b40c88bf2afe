/// What is measured.
///
/// The raw value is what is stored and sent; ``commandWord`` is what is typed.
///
/// Values are stored in the ``baseUnit``, always. A system only chooses the unit in which they are
/// shown, so switching it needs no migration, and a sum is right across it.
///
/// ```swift
/// let type = MeasurementType.temperature
/// print(type.convertStoredValue(37, toMetric: false))          // 98.6
/// print(type.formattedDisplay(for: 37, isMetric: false))       // 98.6 °F
/// print(MeasurementType(commandWord: "heart-rate")?.rawValue ?? "none")  // heart rate
/// ```
public enum MeasurementType: String, CaseIterable, Codable, Sendable {
  /// Stored in metres.
  case distance
  /// Stored in kilograms.
  case weight
  /// Stored in metres.
  case height
  /// Stored in degrees Celsius.
  case temperature
  /// Stored in beats per minute.
  case heartRate = "heart rate"

  /// The type of a command's word or a key's last part; nil for any other text.
  public init?(commandWord: some StringProtocol) {
    guard let type = Self.allCases.first(where: { $0.commandWord == commandWord }) else {
      return nil
    }
    self = type
  }

  /// The word for the type in commands and preference keys: the raw value, with `heart-rate` for
  /// `heart rate`.
  public var commandWord: String {
    switch self {
    case .heartRate: "heart-rate"
    default: rawValue
    }
  }

  /// The unit of stored values.
  public var baseUnit: MeasurementUnit {
    switch self {
    case .distance, .height: .meter(of: self)
    case .weight: .kilogram
    case .temperature: .celsius
    case .heartRate: .beatsPerMinute
    }
  }

  /// The unit in which values are shown, and in which a bare number is read.
  public func displayUnit(in system: UnitSystem) -> MeasurementUnit {
    switch (self, system) {
    case (.distance, .metric): .kilometer
    case (.distance, .imperial): .mile
    case (.weight, .metric): .kilogram
    case (.weight, .imperial): .pound
    case (.height, .metric): .meter(of: .height)
    case (.height, .imperial): .foot(of: .height)
    case (.temperature, .metric): .celsius
    case (.temperature, .imperial): .fahrenheit
    case (.heartRate, _): .beatsPerMinute
    }
  }

  /// A stored value in the unit of the metric or the imperial system, unrounded.
  ///
  /// Off by at most one unit in the last place from the exact conversion, whose constants
  /// ``MeasurementUnit`` names. A heart rate is the same in both. Values that are not finite pass
  /// through; one that is finite stays so, as in ``MeasurementUnit/value(fromBase:)``.
  public func convertStoredValue(_ value: Double, toMetric isMetric: Bool) -> Double {
    displayUnit(in: isMetric ? .metric : .imperial).value(fromBase: value)
  }

  /// The value to store of one in the unit of the metric or the imperial system; the inverse of
  /// ``convertStoredValue(_:toMetric:)`` with the same constants.
  ///
  /// There and back differs by less than 1e-12 of the value; for a temperature that a thermometer
  /// shows by less than 1e-12 degrees.
  public func convertToStoredValue(_ value: Double, fromMetric isMetric: Bool) -> Double {
    displayUnit(in: isMetric ? .metric : .imperial).baseValue(of: value)
  }

  /// A stored value as people read it, with its unit: `3.11 mi`, `37 °C`, `1.8 m`.
  ///
  /// At most two decimals, half-even on the decimal as printed, zeros at the end left out, minus
  /// zero as zero. What is not finite: ``DecimalText``.
  public func formattedDisplay(for value: Double, isMetric: Bool) -> String {
    let unit = displayUnit(in: isMetric ? .metric : .imperial)
    return unit.label(ofBase: value).description
  }

  /// Stored values that people measure, of themselves and of the weather, and never by mistake of the
  /// unit: a step to a thousand kilometres, up to the heaviest and the tallest man, from the coldest
  /// place to the hottest, a heart that beats.
  var plausibleValues: ClosedRange<Double> {
    switch self {
    case .distance: 1...1_000_000
    case .weight: 0...650
    case .height: 0.2...2.8
    case .temperature: -90...60
    case .heartRate: 20...300
    }
  }

  /// The unit of the metric or the imperial system in which values are shown, as
  /// ``displayUnit(in:)``; that to which ``convertStoredValue(_:toMetric:)`` converts.
  public func targetUnit(isMetric: Bool) -> MeasurementUnit {
    displayUnit(in: isMetric ? .metric : .imperial)
  }

  /// The greatest value that can be stored, in the base unit of any type: 1e15.
  ///
  /// It is more than anybody measures, a tenth of a light-year in metres. Up to it each whole number
  /// is exact (those of a double are to 2^53, 9e15), and no unit and no sum of records that can be
  /// stored comes near the largest double.
  public static let greatestStoredValue = 1e15

  /// Checks that a stored value, in the base unit, can be a measurement of this type.
  ///
  /// It must be finite, and: a distance, a height and a heart rate above zero, a weight zero or
  /// more, a temperature not below absolute zero (-273.15 °C), and none above
  /// ``greatestStoredValue``.
  public func validate(_ baseValue: Double) throws(ImpossibleMeasurement) {
    guard baseValue.isFinite else {
      throw ImpossibleMeasurement(type: self, value: baseValue, rule: .finite)
    }
    let rule: ImpossibleMeasurement.Rule =
      switch self {
      case .distance, .height, .heartRate: .aboveZero
      case .weight: .zeroOrMore
      case .temperature: .absoluteZeroOrMore
      }
    guard rule.allows(baseValue) else {
      throw ImpossibleMeasurement(type: self, value: baseValue, rule: rule)
    }
    guard baseValue <= Self.greatestStoredValue else {
      throw ImpossibleMeasurement(type: self, value: baseValue, rule: .notAboveGreatest)
    }
  }
}

/// A value that no measurement of its type can have.
public struct ImpossibleMeasurement: Error, Sendable, Equatable, CustomStringConvertible {
  /// The rule that the value breaks.
  public enum Rule: Sendable, Equatable {
    /// Neither infinite nor not-a-number.
    case finite
    /// Above zero.
    case aboveZero
    /// Zero or above.
    case zeroOrMore
    /// -273.15 °C or above, the lowest temperature by the definition of the degree Celsius.
    case absoluteZeroOrMore
    /// ``MeasurementType/greatestStoredValue`` or below.
    case notAboveGreatest

    func allows(_ value: Double) -> Bool {
      switch self {
      case .finite: value.isFinite
      case .aboveZero: value > 0
      case .zeroOrMore: value >= 0
      case .absoluteZeroOrMore: value >= -273.15
      case .notAboveGreatest: value <= MeasurementType.greatestStoredValue
      }
    }
  }

  /// What was to be measured.
  public let type: MeasurementType
  /// The value, in the base unit.
  public let value: Double
  /// What it breaks.
  public let rule: Rule
  /// The value as it was typed, with its unit: `-5 mi`.
  private var typedText: String?

  init(type: MeasurementType, value: Double, rule: Rule) {
    (self.type, self.value, self.rule) = (type, value, rule)
  }

  func typed(_ text: String) -> ImpossibleMeasurement {
    var error = self
    error.typedText = text
    return error
  }

  /// The rule by the type's name, then the value as it was typed, or else in the base unit:
  /// `distance must be above zero: -5.0`.
  public var description: String {
    let demand =
      switch rule {
      case .finite: "must be finite"
      case .aboveZero: "must be above zero"
      case .zeroOrMore: "must not be below zero"
      case .absoluteZeroOrMore: "must not be below absolute zero"
      case .notAboveGreatest: "must not be above 1e15 \(type.baseUnit.symbol)"
      }
    return "\(type.rawValue) \(demand): \(typedText ?? "\(value)")"
  }
}
