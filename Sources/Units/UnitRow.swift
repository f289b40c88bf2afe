// The table of units: a unit is one row of it, and nothing is known of a unit elsewhere.

/// What is known of a unit, whichever of its types it measures.
final class UnitRow: Sendable {
  /// A unit that people name behind another, by its symbol, and how many of it that has.
  struct Part {
    let symbol: String
    let count: Double
    /// How many digits must stand there for the unit to be understood where it is not typed; nil
    /// where it must be.
    let understoodDigits: ClosedRange<Int>?

    init(_ symbol: String, _ count: Double, understood: ClosedRange<Int>? = nil) {
      (self.symbol, self.count, understoodDigits) = (symbol, count, understood)
    }
  }

  /// What is measured in it.
  let types: [MeasurementType]
  /// How it is shown, which no other row shows.
  let symbol: String
  let longName: String
  let symbols: [String]
  /// In lower case.
  let names: [String]
  let zero: Double
  let numerator: Double
  let denominator: Double
  /// The system whose people measure in it; nil for one of both.
  let system: UnitSystem?
  /// The symbol of the unit in which the other system shows what is measured in this one; empty where
  /// that is this one.
  let counterpart: String
  /// The units that are named behind this one; for a type that has them.
  let parts: [Part]

  private init(
    _ types: MeasurementType..., symbol: String, long longName: String, symbols: [String]? = nil,
    names: [String], zero: Double = 0, times numerator: Double = 1, over denominator: Double = 1,
    of system: UnitSystem? = nil, counterpart: String = "", parts: [Part] = []
  ) {
    self.types = types
    self.symbol = symbol
    self.longName = longName
    self.symbols = symbols ?? [symbol]
    self.names = names
    self.zero = zero
    self.numerator = numerator
    self.denominator = denominator
    self.system = system
    self.counterpart = counterpart
    self.parts = parts
  }

  /// The row of a symbol.
  static func named(_ symbol: String) -> UnitRow {
    guard let row = table.first(where: { $0.symbol == symbol }) else {
      preconditionFailure("a unit is a row of the table")
    }
    return row
  }

  /// The rows; those of a type in the order in which messages list them.
  static let table: [UnitRow] = [
    UnitRow(
      .distance, symbol: "km", long: "kilometers",
      names: ["kilometer", "kilometers", "kilometre", "kilometres", "k", "kms"], times: 1000,
      of: .metric, counterpart: "mi", parts: [Part("m", 1000)]),
    // Nobody tells a height in miles.
    UnitRow(
      .distance, .height, symbol: "m", long: "meters",
      names: ["meter", "meters", "metre", "metres"], of: .metric, counterpart: "ft",
      parts: [Part("cm", 100, understood: 2...2)]),
    UnitRow(
      .height, symbol: "cm", long: "centimeters",
      names: ["centimeter", "centimeters", "centimetre", "centimetres"], over: 100, of: .metric,
      counterpart: "ft"),
    UnitRow(
      .height, symbol: "mm", long: "millimeters",
      names: ["millimeter", "millimeters", "millimetre", "millimetres"], over: 1000, of: .metric,
      counterpart: "in"),
    UnitRow(
      .distance, symbol: "mi", long: "miles", names: ["mile", "miles"], times: 1609.344,
      of: .imperial, counterpart: "km", parts: [Part("yd", 1760), Part("ft", 5280)]),
    UnitRow(
      .distance, .height, symbol: "ft", long: "feet",
      names: ["foot", "feet", "'", "\u{2032}", "\u{2019}"], times: 0.3048, of: .imperial,
      counterpart: "m", parts: [Part("in", 12, understood: 1...9)]),
    UnitRow(
      .distance, symbol: "yd", long: "yards", names: ["yard", "yards", "yds"], times: 0.9144,
      of: .imperial, counterpart: "m", parts: [Part("ft", 3)]),
    UnitRow(
      .distance, .height, symbol: "in", long: "inches",
      names: ["inch", "inches", "\"", "\u{2033}", "\u{201D}", "''", "\u{2032}\u{2032}"],
      times: 0.0254, of: .imperial, counterpart: "m"),
    UnitRow(
      .weight, symbol: "kg", long: "kilograms",
      names: ["kilogram", "kilograms", "kilogramme", "kilogrammes", "kilo", "kilos", "kgs"],
      of: .metric, counterpart: "lbs"),
    UnitRow(
      .weight, symbol: "g", long: "grams", names: ["gram", "grams", "gramme", "grammes"],
      over: 1000, of: .metric, counterpart: "lbs"),
    UnitRow(
      .weight, symbol: "lbs", long: "pounds", symbols: ["lb", "lbs"], names: ["pound", "pounds"],
      times: 0.453_592_37, of: .imperial, counterpart: "kg", parts: [Part("oz", 16)]),
    UnitRow(
      .weight, symbol: "oz", long: "ounces", names: ["ounce", "ounces"], times: 0.453_592_37,
      over: 16, of: .imperial, counterpart: "g"),
    UnitRow(
      .weight, symbol: "st", long: "stone", names: ["stone", "stones"], times: 6.350_293_18,
      of: .imperial, counterpart: "kg", parts: [Part("lbs", 14, understood: 1...9)]),
    UnitRow(
      .temperature, symbol: "°C", long: "degrees Celsius", symbols: ["°C", "C"],
      names: [
        "celsius", "° c", "degree celsius", "degrees celsius", "degrees c", "centigrade", "degc",
        "deg c", "\u{2103}",
      ], of: .metric, counterpart: "°F"),
    UnitRow(
      .temperature, symbol: "°F", long: "degrees Fahrenheit", symbols: ["°F", "F"],
      names: [
        "fahrenheit", "° f", "degree fahrenheit", "degrees fahrenheit", "degrees f", "degf",
        "deg f", "\u{2109}",
      ], zero: 32, times: 5, over: 9, of: .imperial, counterpart: "°C"),
    UnitRow(
      .temperature, symbol: "K", long: "kelvins", names: ["kelvin", "kelvins"], zero: 273.15,
      of: .metric, counterpart: "°F"),
    UnitRow(
      .heartRate, symbol: "bpm", long: "beats per minute",
      names: ["beat per minute", "beats per minute", "beats/minute", "beats/min"]),
  ]
}
