// The table of units: a unit is one row of it, and nothing is known of a unit elsewhere.

/// What is known of a unit, whichever of its types it measures.
final class UnitRow: Sendable {
  /// What is measured in it.
  let types: [MeasurementType]
  /// How it is shown, which no other row shows.
  let symbol: String
  let longName: String
  let symbols: [String]
  let names: [String]
  let zero: Double
  let numerator: Double
  let denominator: Double
  /// The symbol of the unit in which the other system shows what is measured in this one; empty where
  /// that is this one.
  let counterpart: String
  /// The symbol of the unit that is named behind this one, and how many of it this one has.
  let part: (symbol: String, count: Double)?

  private init(
    _ types: MeasurementType..., symbol: String, long longName: String, symbols: [String]? = nil,
    names: [String], zero: Double = 0, times numerator: Double = 1, over denominator: Double = 1,
    counterpart: String = "", part: (symbol: String, count: Double)? = nil
  ) {
    self.types = types
    self.symbol = symbol
    self.longName = longName
    self.symbols = symbols ?? [symbol]
    self.names = names
    self.zero = zero
    self.numerator = numerator
    self.denominator = denominator
    self.counterpart = counterpart
    self.part = part
  }

  /// The rows; those of a type in the order in which messages list them.
  static let table: [UnitRow] = [
    UnitRow(
      .distance, symbol: "km", long: "kilometers",
      names: ["kilometer", "kilometers", "kilometre", "kilometres"], times: 1000,
      counterpart: "mi"),
    // Nobody tells a height in miles.
    UnitRow(
      .distance, .height, symbol: "m", long: "meters",
      names: ["meter", "meters", "metre", "metres"], counterpart: "ft"),
    UnitRow(
      .height, symbol: "cm", long: "centimeters",
      names: ["centimeter", "centimeters", "centimetre", "centimetres"], over: 100,
      counterpart: "ft"),
    UnitRow(
      .distance, symbol: "mi", long: "miles", names: ["mile", "miles"], times: 1609.344,
      counterpart: "km"),
    UnitRow(
      .distance, .height, symbol: "ft", long: "feet",
      names: ["foot", "feet", "'", "\u{2032}", "\u{2019}"], times: 0.3048, counterpart: "m",
      part: ("in", 12)),
    UnitRow(
      .distance, symbol: "yd", long: "yards", names: ["yard", "yards"], times: 0.9144,
      counterpart: "m"),
    UnitRow(
      .distance, .height, symbol: "in", long: "inches",
      names: ["inch", "inches", "\"", "\u{2033}", "\u{201D}", "''", "\u{2032}\u{2032}"],
      times: 0.0254, counterpart: "m"),
    UnitRow(
      .weight, symbol: "kg", long: "kilograms",
      names: ["kilogram", "kilograms", "kilogramme", "kilogrammes", "kilo", "kilos"],
      counterpart: "lbs"),
    UnitRow(
      .weight, symbol: "g", long: "grams", names: ["gram", "grams", "gramme", "grammes"],
      over: 1000, counterpart: "lbs"),
    UnitRow(
      .weight, symbol: "lbs", long: "pounds", symbols: ["lb", "lbs"], names: ["pound", "pounds"],
      times: 0.453_592_37, counterpart: "kg"),
    UnitRow(
      .weight, symbol: "st", long: "stone", names: ["stone", "stones"], times: 6.350_293_18,
      counterpart: "kg", part: ("lbs", 14)),
    UnitRow(
      .temperature, symbol: "°C", long: "degrees Celsius", symbols: ["°C", "C"],
      names: ["celsius", "° c", "degree celsius", "degrees celsius", "degrees c", "centigrade"],
      counterpart: "°F"),
    UnitRow(
      .temperature, symbol: "°F", long: "degrees Fahrenheit", symbols: ["°F", "F"],
      names: ["fahrenheit", "° f", "degree fahrenheit", "degrees fahrenheit", "degrees f"],
      zero: 32, times: 5, over: 9, counterpart: "°C"),
    UnitRow(
      .temperature, symbol: "K", long: "kelvins", names: ["kelvin", "kelvins"], zero: 273.15,
      counterpart: "°F"),
    UnitRow(
      .heartRate, symbol: "bpm", long: "beats per minute",
      names: ["beat per minute", "beats per minute", "beats/minute", "beats/min"]),
  ]
}
