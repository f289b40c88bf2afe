import Testing

@testable import Units

@Suite struct MeasurementTextTests {
  private func parse(
    _ text: String, as type: MeasurementType, system: UnitSystem = .metric,
    decimalSign: DecimalSign = .point
  ) throws(MeasurementTextError) -> MeasurementText.Reading {
    try MeasurementText.parse(text, as: type, system: system, decimalSign: decimalSign)
  }

  @Test(
    arguments: [
      ("5km", 5000), ("5000m", 5000), ("2.5 km", 2500), ("3.1mi", 3.1 * 1609.344),
      ("  5\u{A0}km ", 5000), ("1e3m", 1000), ("100ft", 30.48), ("100 yd", 91.44), ("5KM", 5000),
      ("2 miles", 3218.688), ("1 Mile", 1609.344), ("1 kilometre", 1000), ("5k", 5000),
      ("5 K", 5000), ("10 yds", 9.144), ("3 mi 200 yd", 3 * 1609.344 + 200 * 0.9144),
      ("1 mi 500 ft", 1609.344 + 500 * 0.3048), ("3 km 200 m", 3200), ("½ mi", 804.672),
      ("1/2 mi", 804.672), ("5½km", 5500), ("5 ½ km", 5500), ("5 1/2 km", 5500), ("1'000 m", 1000),
      ("1’000’000 m", 1_000_000), ("1\u{A0}000 m", 1000), ("12\u{202F}345\u{2009}m", 12345),
      ("1'000.5 m", 1000.5), ("5\u{2009}km", 5000), ("3 1/4km", 3250),
    ] as [(String, Double)])
  func `a distance is read with its unit`(text: String, meters: Double) throws {
    #expect(try parse(text, as: .distance).baseValue.isWithinOneUlp(of: meters))
    #expect(try parse(text, as: .distance, system: .imperial).baseValue.isWithinOneUlp(of: meters))
  }

  @Test(
    arguments: [
      ("90kg", 90), ("500g", 0.5), ("198lbs", 198 * 0.453_592_37), ("1 lb", 0.453_592_37),
      ("0kg", 0), ("2 Pounds", 0.907_184_74), ("90 kgs", 90), ("16 oz", 0.453_592_37),
      ("8 ounces", 0.226_796_185), ("1 lb 8 oz", 0.680_388_555), ("2¼kg", 2.25),
    ] as [(String, Double)])
  func `a weight is read with its unit`(text: String, kilograms: Double) throws {
    #expect(try parse(text, as: .weight).baseValue.isWithinOneUlp(of: kilograms))
  }

  @Test(
    arguments: [
      ("12 st 4 lb", 172), ("12st4lb", 172), ("12 stone 4 pounds", 172), ("12 Stone 4", 172),
      ("12 st", 168), ("1 stone", 14), ("12 st. 4 lbs.", 172), ("0 st 4.5 lb", 4.5),
      ("12 ST 4 LB", 172),
    ] as [(String, Double)])
  func `a weight is read in stone and pounds`(text: String, pounds: Double) throws {
    let reading = try parse(text, as: .weight)
    #expect(reading.baseValue.isWithinOneUlp(of: pounds * 0.453_592_37))
  }

  @Test(arguments: [
    "5'11\"", "5' 11\"", "5′ 11″", "5′11″", "5’11”", "5'11", "5' 11''", "5 ft 11 in", "5ft11in",
    "5 feet 11 inches", "5 Foot 11", "5 ft. 11 in.", "5 ft, 11 in", "5\u{A0}ft 11\u{202F}in",
    "71 in", "71\"", "71 inches", "180.34 cm", "180.34CM", "1.8034m", "1.8034 metres", "1803.4 mm",
    "5 ft 11\u{2009}in", "1 m 80.34 cm", "1m80.34", "1 m 80.34",
  ])
  func `a height is read as people write it`(text: String) throws {
    for system in UnitSystem.allCases {
      #expect(try parse(text, as: .height, system: system).baseValue.isWithinOneUlp(of: 1.8034))
    }
  }

  @Test(
    arguments: [
      ("6'", 72), ("6'0\"", 72), ("5'11.5\"", 71.5), ("0'10\"", 10), ("1 inch", 1), ("6 ft", 72),
      ("5 ft 11 1/2 in", 71.5), ("5'11½\"", 71.5), ("5' 11 1/2\"", 71.5), ("71½ in", 71.5),
    ] as [(String, Double)])
  func `feet and inches are whole feet and less than a foot of inches`(text: String, inches: Double)
    throws
  {
    #expect(try parse(text, as: .height).baseValue.isWithinOneUlp(of: inches * 0.0254))
  }

  @Test(arguments: [
    (MeasurementType.height, "5'12\"", "not feet and inches: 5'12\""),
    (.height, "5.5'3\"", "not feet and inches: 5.5'3\""),
    (.height, "5ft 11in 3", "unknown unit for height: in 3"),
    (.height, "5ft 11lb", "not a unit of height: lb"),
    (.height, "5' -3\"", "unknown unit for height: ' -3\""),
    (.height, "-5'11\"", "height must be above zero: -71 in"),
    (.height, "0'0\"", "height must be above zero: 0 in"),
    (.height, "1m8", "unknown unit for height: 8"),
    (.height, "1m 800", "unknown unit for height: 800"),
    (.height, "1 m 100 cm", "not meters and centimeters: 1 m 100 cm"),
    (.distance, "3 mi 200", "unknown unit for distance: 200"),
    (.distance, "3 mi 1760 yd", "not miles and yards: 3 mi 1760 yd"),
    (.temperature, "310k", "not a unit of temperature: k"),
    (.weight, "70k", "not a unit of weight: k"), (.heartRate, "62k", "not a unit of heart rate: k"),
    (.distance, "1/0 km", "unknown unit for distance: /0 km"),
    (.distance, "1'00 m", "not a unit of distance: m"),
    (.distance, "1 5/2 km", "unknown unit for distance: 5/2 km"),
    (.weight, "12 st 14 lb", "not stone and pounds: 12 st 14 lb"),
    (.weight, "12 st 4 in", "not a unit of weight: in"),
    (.weight, "12 st 4 5", "unknown unit for weight: 5"),
    (.weight, "-12 st 4 lb", "weight must not be below zero: -172 lbs"),
  ])
  func `parts that do not fit are refused`(type: MeasurementType, text: String, message: String) {
    let error = #expect(throws: MeasurementTextError.self) { try parse(text, as: type) }
    #expect(error?.description == message)
  }

  @Test func `parts that do not fit are told how they would`() {
    let error = #expect(throws: MeasurementTextError.self) { try parse("5'12\"", as: .height) }
    #expect(error?.hint == "write whole feet, and inches below 12")
  }

  @Test(
    arguments: [
      ("37°C", 37), ("37 °C", 37), ("37C", 37), ("37 c", 37), ("37 celsius", 37), ("98.6F", 37),
      ("98.6 °F", 37), ("98.6°f", 37), ("98.6 Fahrenheit", 37), ("98.6 degrees Fahrenheit", 37),
      ("310.15 K", 37), ("310.15 kelvin", 37), ("98.6 degF", 37), ("37 deg C", 37), ("37℃", 37),
      ("98.6 ℉", 37), ("98.6degf", 37), ("-40F", -40), ("\u{2212}40C", -40),
      ("0K", -273.15), ("-459.67F", -273.15),
    ] as [(String, Double)])
  func `a temperature is read in each scale`(text: String, celsius: Double) throws {
    #expect(abs(try parse(text, as: .temperature).baseValue - celsius) < 1e-12)
  }

  @Test(arguments: ["62", "62bpm", "62 BPM", "62 beats per minute", "62 beats/min"])
  func `a heart rate is read in beats per minute`(text: String) throws {
    #expect(try parse(text, as: .heartRate).baseValue == 62)
  }

  @Test(arguments: MeasurementUnit.all)
  func `each unit goes by its symbol and its long name in any case`(unit: MeasurementUnit) throws {
    for name in [unit.symbol, unit.longName] {
      // A small k is of kilometres.
      let lower = unit == .kelvin && name == "K" ? name : name.lowercased()
      for text in ["50\(name)", "50 \(name.uppercased())", " 50  \(lower) "] {
        let reading = try parse(text, as: unit.type)
        #expect(reading.unit == unit && reading.number == 50, "\(text)")
      }
    }
  }

  @Test func `no name stands for two units of a type`() {
    for unit in MeasurementUnit.all {
      for name in unit.symbols + unit.names {
        #expect(MeasurementUnit.named(name, of: unit.type) == unit, "\(name)")
      }
    }
  }

  @Test(arguments: [
    (MeasurementType.temperature, "98.6X", "allowed: °C, C, °F, F, K"),
    (.height, "5 km", "allowed: m, cm, mm, ft, in"), (.heartRate, "62 hz", "allowed: bpm"),
  ])
  func `each type lists what fits`(type: MeasurementType, text: String, hint: String) {
    let error = #expect(throws: MeasurementTextError.self) { try parse(text, as: type) }
    #expect(error?.hint == hint)
  }

  @Test(
    arguments: [
      ("5km", .distance, 5000), ("98.6F", .temperature, 37), ("12 st 4 lb", .weight, 78.017_887_64),
      ("5'11\"", .distance, 1.8034), ("62bpm", .heartRate, 62), ("180cm", .height, 1.8),
      ("1m80", .height, 1.8), ("5k", .distance, 5000), ("300K", .temperature, 26.85),
      ("3 mi 200 yd", .distance, 5010.912), ("1 lb 8 oz", .weight, 0.680_388_555),
    ] as [(String, MeasurementType, Double)])
  func `a unit says what was measured`(text: String, type: MeasurementType, base: Double) throws {
    let reading = try MeasurementText.parse(text, decimalSign: .point)
    #expect(reading.unit.type == type)
    #expect(abs(reading.baseValue - base) < 1e-12 * base)
  }

  @Test(arguments: [
    ("5", "no unit: 5"), ("", "no value"), ("5 furlongs", "unknown unit: furlongs"),
    ("km", "not a number: km"), ("0km", "distance must be above zero: 0 km"),
    ("5 bpm 3", "unknown unit: bpm 3"),
  ])
  func `without a type a unit is needed`(text: String, message: String) {
    let error = #expect(throws: MeasurementTextError.self) {
      try MeasurementText.parse(text, decimalSign: .point)
    }
    #expect(error?.description == message)
  }

  @Test func `without a type all units are listed once`() {
    let error = #expect(throws: MeasurementTextError.self) {
      try MeasurementText.parse("5", decimalSign: .point)
    }
    #expect(
      error?.hint
        == "allowed: km, m, mi, ft, yd, in, kg, g, lb, lbs, oz, st, cm, mm, °C, C, °F, F, K, bpm")
  }

  @Test(arguments: MeasurementUnit.all)
  func `a unit's counterpart is of the other system`(unit: MeasurementUnit) {
    #expect(unit.counterpart.type == unit.type)
    #expect(unit.counterpart != unit || unit == .beatsPerMinute)
    // Small units go with small ones, in which no system shows the type.
    if unit == .millimeter || unit == .ounce { return }
    let twice = unit.counterpart.counterpart
    // There and back leads to the unit in which its own system shows it.
    #expect(twice.counterpart == unit.counterpart)
  }

  @Test(arguments: [
    (MeasurementType.distance, "km", "mi"), (.weight, "kg", "lbs"), (.height, "m", "ft"),
    (.temperature, "°C", "°F"), (.heartRate, "bpm", "bpm"),
  ])
  func `a bare number is in the unit that the system shows`(
    type: MeasurementType, metric: String, imperial: String
  ) throws {
    #expect(try parse("5", as: type).unit.symbol == metric)
    #expect(try parse("5", as: type, system: .imperial).unit.symbol == imperial)
    #expect(try parse("5", as: type).number == 5)
  }

  @Test(arguments: [
    (MeasurementType.height, UnitSystem.metric, "180", "180 m? did you mean 180cm"),
    (.height, .imperial, "180", "180 ft? did you mean 180cm"),
    (.height, .imperial, "71", "71 ft? did you mean 71in"),
    (.temperature, .metric, "98.6", "98.6 °C? did you mean 98.6°F"),
    (.distance, .metric, "5000", "5000 km? did you mean 5000m"),
    (.weight, .metric, "70000", "70000 kg? did you mean 70000g"),
    (.heartRate, .metric, "1000", "1000 bpm?"),
  ])
  func `a number that nobody measures asks for its unit`(
    type: MeasurementType, system: UnitSystem, text: String, message: String
  ) throws {
    let reading = try parse(text, as: type, system: system)
    let error = #expect(throws: MeasurementTextError.self) {
      try MeasurementText.checkPlausible(reading, in: system)
    }
    #expect(error?.description == message)
    #expect(error?.hint == "what has its unit is taken as it is")
    // With a unit it is what it says.
    let typed = try parse(text + type.displayUnit(in: system).symbol, as: type)
    #expect(throws: Never.self) { try MeasurementText.checkPlausible(typed, in: system) }
  }

  @Test(arguments: [
    (MeasurementType.height, "1.8"), (.distance, "42"), (.weight, "0"), (.weight, "640"),
    (.temperature, "-40"), (.heartRate, "200"),
  ])
  func `a number that people measure needs no unit`(type: MeasurementType, text: String) throws {
    let reading = try parse(text, as: type)
    #expect(throws: Never.self) { try MeasurementText.checkPlausible(reading, in: .metric) }
  }

  @Test func `a comma is read where it is the decimal sign`() throws {
    #expect(try parse("2,5km", as: .distance, decimalSign: .comma).baseValue == 2500)
    #expect(throws: MeasurementTextError.number(.otherDecimalSign("2,5"))) {
      try parse("2,5km", as: .distance)
    }
    #expect(throws: MeasurementTextError.number(.ambiguous("1,234"))) {
      try parse("1,234km", as: .distance, decimalSign: .comma)
    }
  }

  @Test func `an unknown unit is refused with those that fit`() {
    let distance = #expect(throws: MeasurementTextError.self) {
      try parse("5 furlongs", as: .distance)
    }
    #expect(distance?.description == "unknown unit for distance: furlongs")
    #expect(distance?.hint == "allowed: km, m, mi, ft, yd, in")
    #expect(distance?.allowed == ["km", "m", "mi", "ft", "yd", "in"])
    let weight = #expect(throws: MeasurementTextError.self) { try parse("5 tons", as: .weight) }
    #expect(weight?.hint == "allowed: kg, g, lb, lbs, oz, st")
  }

  @Test func `a unit of another type is refused with those that fit`() {
    let error = #expect(throws: MeasurementTextError.self) { try parse("5kg", as: .distance) }
    #expect(error == .unitOfOtherType("kg", .distance))
    #expect(error?.description == "not a unit of distance: kg")
    #expect(error?.hint == "allowed: km, m, mi, ft, yd, in")
  }

  @Test(arguments: [
    ("", "no value for distance"), ("  ", "no value for distance"), ("km", "not a number: km"),
    ("five km", "not a number: five km"), ("-km", "not a number: -"), ("5.km", "not a number: 5."),
    ("0km", "distance must be above zero: 0 km"), ("-1km", "distance must be above zero: -1 km"),
    ("1e999m", "distance must be finite: inf m"),
    ("1e308km", "distance must not be above 1e15 m: 1e+308 km"),
    ("1e16m", "distance must not be above 1e15 m: 1e+16 m"),
    ("1e-999m", "distance must be above zero: 0 m"), ("nan", "not a number: nan"),
    ("5km 3km", "unknown unit for distance: km"), ("5ekm", "unknown unit for distance: ekm"),
    ("5\u{301}km", "unknown unit for distance: \u{301}km"),
  ])
  func `what is no distance is refused with the reason`(text: String, message: String) {
    let error = #expect(throws: MeasurementTextError.self) { try parse(text, as: .distance) }
    #expect(error?.description == message)
  }
}
