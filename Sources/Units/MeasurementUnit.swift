/// A unit that people write and read, and its exact relation to its type's base unit.
///
/// A stored value is `(value - zero) × numerator ÷ denominator`, with the literals of the unit's
/// definition. Units that share their type's zero need one multiplication or division, so that a
/// conversion is off by at most one unit in the last place, and one there and back by a few.
///
/// ```swift
/// print(MeasurementUnit.mile.baseValue(of: 1))  // 1609.344
/// ```
public struct MeasurementUnit: Sendable, Hashable {
  /// What it measures.
  public let type: MeasurementType
  /// How it is shown behind a number: `mi`.
  public let symbol: String
  /// Its long name, plural: `miles`.
  public let longName: String
  /// The symbols that are read, as lists of what fits show them.
  let symbols: [String]
  /// The long names that are read, in lower case.
  let names: [String]
  private let zero: Double
  private let numerator: Double
  private let denominator: Double

  private init(
    _ type: MeasurementType, _ symbol: String, _ longName: String, symbols: [String],
    names: [String], zero: Double = 0, times numerator: Double = 1, over denominator: Double = 1
  ) {
    self.type = type
    self.symbol = symbol
    self.longName = longName
    self.symbols = symbols
    self.names = names
    self.zero = zero
    self.numerator = numerator
    self.denominator = denominator
  }

  /// The value in the type's base unit of a value in this unit. What is not finite passes through.
  public func baseValue(of value: Double) -> Double {
    (value - zero) * numerator / denominator
  }

  /// The value in this unit of a value in the type's base unit; the inverse of ``baseValue(of:)``.
  public func value(fromBase value: Double) -> Double {
    value * denominator / numerator + zero
  }

  /// A value in the type's base unit, ready to be shown in this unit: at most two decimals, zeros at
  /// the end left out.
  public func label(ofBase value: Double) -> MeasurementLabel {
    let number = DecimalText.trimmed(
      self.value(fromBase: value), maximumFractionDigits: Self.shownFractionDigits)
    return MeasurementLabel(number: number, unit: symbol)
  }

  /// Ten metres of a run, ten grams of a weight, a centimetre of a height: what people tell apart.
  private static let shownFractionDigits = 2
}

extension MeasurementUnit {
  /// 1000 m.
  public static let kilometer = MeasurementUnit(
    .distance, "km", "kilometers", symbols: ["km"],
    names: ["kilometer", "kilometers", "kilometre", "kilometres", "k", "kms"], times: 1000)

  /// 1609.344 m exactly: 5280 feet (international yard and pound agreement, 1959).
  public static let mile = MeasurementUnit(
    .distance, "mi", "miles", symbols: ["mi"], names: ["mile", "miles"], times: 1609.344)

  /// 0.9144 m exactly (international yard and pound agreement, 1959).
  public static let yard = MeasurementUnit(
    .distance, "yd", "yards", symbols: ["yd"], names: ["yard", "yards", "yds"], times: 0.9144)

  /// 0.0254 m exactly, a twelfth of a foot; of distance or height.
  public static func inch(of type: MeasurementType) -> MeasurementUnit {
    MeasurementUnit(
      type, "in", "inches", symbols: ["in"],
      names: ["inch", "inches", "\"", "\u{2033}", "\u{201D}", "''", "\u{2032}\u{2032}"],
      times: 0.0254)
  }

  /// A thousandth of a metre, of height.
  public static let millimeter = MeasurementUnit(
    .height, "mm", "millimeters", symbols: ["mm"],
    names: ["millimeter", "millimeters", "millimetre", "millimetres"], over: 1000)

  /// A hundredth of a metre, of height.
  public static let centimeter = MeasurementUnit(
    .height, "cm", "centimeters", symbols: ["cm"],
    names: ["centimeter", "centimeters", "centimetre", "centimetres"], over: 100)

  /// The base unit of lengths: distance or height.
  public static func meter(of type: MeasurementType) -> MeasurementUnit {
    MeasurementUnit(
      type, "m", "meters", symbols: ["m"], names: ["meter", "meters", "metre", "metres"])
  }

  /// 0.3048 m exactly, a third of a yard; of distance or height.
  public static func foot(of type: MeasurementType) -> MeasurementUnit {
    MeasurementUnit(
      type, "ft", "feet", symbols: ["ft"], names: ["foot", "feet", "'", "\u{2032}", "\u{2019}"],
      times: 0.3048)
  }

  /// The base unit of weight.
  public static let kilogram = MeasurementUnit(
    .weight, "kg", "kilograms", symbols: ["kg"],
    names: ["kilogram", "kilograms", "kilogramme", "kilogrammes", "kilo", "kilos", "kgs"])

  /// A thousandth of a kilogram.
  public static let gram = MeasurementUnit(
    .weight, "g", "grams", symbols: ["g"], names: ["gram", "grams", "gramme", "grammes"],
    over: 1000)

  /// 0.45359237 kg exactly (international yard and pound agreement, 1959).
  public static let pound = MeasurementUnit(
    .weight, "lbs", "pounds", symbols: ["lb", "lbs"], names: ["pound", "pounds"],
    times: 0.453_592_37)

  /// A sixteenth of a pound: 28.349523125 g exactly.
  public static let ounce = MeasurementUnit(
    .weight, "oz", "ounces", symbols: ["oz"], names: ["ounce", "ounces"], times: 0.453_592_37,
    over: 16)

  /// 6.35029318 kg exactly: 14 pounds.
  public static let stone = MeasurementUnit(
    .weight, "st", "stone", symbols: ["st"], names: ["stone", "stones"], times: 6.350_293_18)

  /// The base unit of temperature.
  public static let celsius = MeasurementUnit(
    .temperature, "°C", "degrees Celsius", symbols: ["°C", "C"],
    names: [
      "celsius", "° c", "degree celsius", "degrees celsius", "degrees c", "centigrade", "degc",
      "deg c", "\u{2103}",
    ])

  /// F = C × 9/5 + 32.
  public static let fahrenheit = MeasurementUnit(
    .temperature, "°F", "degrees Fahrenheit", symbols: ["°F", "F"],
    names: [
      "fahrenheit", "° f", "degree fahrenheit", "degrees fahrenheit", "degrees f", "degf", "deg f",
      "\u{2109}",
    ], zero: 32, times: 5, over: 9)

  /// K = C + 273.15.
  public static let kelvin = MeasurementUnit(
    .temperature, "K", "kelvins", symbols: ["K"], names: ["kelvin", "kelvins"], zero: 273.15)

  /// The base unit of heart rate.
  public static let beatsPerMinute = MeasurementUnit(
    .heartRate, "bpm", "beats per minute", symbols: ["bpm"],
    names: ["beat per minute", "beats per minute", "beats/minute", "beats/min"])

  /// Every unit that is read, in the order in which messages list them.
  public static let all: [MeasurementUnit] = [
    .kilometer, .meter(of: .distance), .mile, .foot(of: .distance), .yard, .inch(of: .distance),
    .kilogram, .gram, .pound, .ounce, .stone,
    .meter(of: .height), .centimeter, .millimeter, .foot(of: .height), .inch(of: .height),
    .celsius, .fahrenheit, .kelvin,
    .beatsPerMinute,
  ]

  /// The unit of a type that goes by a symbol or a long name, in any case but for the kelvin's, whose
  /// small letter is of kilometres; nil if there is none.
  public static func named(_ name: some StringProtocol, of type: MeasurementType)
    -> MeasurementUnit?
  {
    let plain = name.lowercased()
    return all.first { unit in
      guard unit.type == type else { return false }
      if unit == .kelvin, name == "k" { return false }
      return unit.symbols.contains { $0.lowercased() == plain } || unit.names.contains(plain)
    }
  }

  /// The unit into which a value of a type can be converted: any length for a distance and for a
  /// height, else a unit of the same type; nil if there is none of that name.
  public static func named(_ name: some StringProtocol, convertibleFrom type: MeasurementType)
    -> MeasurementUnit?
  {
    type.convertibleTypes.lazy.compactMap { named(name, of: $0) }.first
  }

  /// The unit in which the other system shows what somebody measures in this one: kilometres and
  /// miles, metres and feet, kilograms and pounds, degrees Celsius and Fahrenheit.
  public var counterpart: MeasurementUnit {
    switch symbol {
    case "km": .mile
    case "mi": .kilometer
    // Nobody tells a height in miles.
    case "m", "cm": .foot(of: type)
    case "ft", "in", "yd": .meter(of: type)
    case "mm": .inch(of: type)
    case "kg", "g": .pound
    case "lbs", "st": .kilogram
    case "oz": .gram
    case "°F": .celsius
    case "°C", "K": .fahrenheit
    default: self
    }
  }

  /// A unit that people name behind another, and how many of it that has.
  struct Part {
    let unit: MeasurementUnit
    let count: Double
    /// How many digits must stand there for the unit to be understood where it is not typed; nil
    /// where it must be.
    fileprivate let understoodDigits: ClosedRange<Int>?

    fileprivate init(_ unit: MeasurementUnit, _ count: Double, understood: ClosedRange<Int>?) {
      (self.unit, self.count, understoodDigits) = (unit, count, understood)
    }

    /// Whether a number of it needs no unit: `5'11`, `12 st 4`, and `1m80`, but not `1m8`, which may
    /// be 1.8 m.
    func isUnderstood(_ number: Substring) -> Bool {
      let digits = number.prefix(while: \.isNumber)
      return understoodDigits?.contains(digits.count) ?? false
    }
  }

  /// The units that people name behind this one: `5 ft 11 in`, `12 st 4 lb`, `3 mi 200 yd`; none of a
  /// unit that stands alone.
  var parts: [Part] {
    switch symbol {
    case "km": [Part(.meter(of: type), 1000, understood: nil)]
    case "m" where type == .height: [Part(.centimeter, 100, understood: 2...2)]
    case "mi":
      [Part(.yard, 1760, understood: nil), Part(.foot(of: type), 5280, understood: nil)]
    case "yd": [Part(.foot(of: type), 3, understood: nil)]
    case "ft": [Part(.inch(of: type), 12, understood: 1...9)]
    case "st": [Part(.pound, 14, understood: 1...9)]
    case "lbs": [Part(.ounce, 16, understood: nil)]
    default: []
    }
  }

  /// The system whose people measure in it; nil for one of both.
  var system: UnitSystem? {
    switch symbol {
    case "km", "m", "cm", "mm", "kg", "g", "°C", "K": .metric
    case "mi", "yd", "ft", "in", "lbs", "st", "oz", "°F": .imperial
    default: nil
    }
  }
}

extension MeasurementType {
  /// The types whose units fit a value of this one, its own first.
  var convertibleTypes: [MeasurementType] {
    switch self {
    case .distance: [.distance, .height]
    case .height: [.height, .distance]
    case .weight, .temperature, .heartRate: [self]
    }
  }
}
