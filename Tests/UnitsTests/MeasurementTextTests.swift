import Testing
import Units

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
      ("2 miles", 3218.688), ("1 Mile", 1609.344), ("1 kilometre", 1000),
    ] as [(String, Double)])
  func `a distance is read with its unit`(text: String, meters: Double) throws {
    #expect(try parse(text, as: .distance).baseValue.isWithinOneUlp(of: meters))
    #expect(try parse(text, as: .distance, system: .imperial).baseValue.isWithinOneUlp(of: meters))
  }

  @Test(
    arguments: [
      ("90kg", 90), ("500g", 0.5), ("198lbs", 198 * 0.453_592_37), ("1 lb", 0.453_592_37),
      ("0kg", 0), ("2 Pounds", 0.907_184_74),
    ] as [(String, Double)])
  func `a weight is read with its unit`(text: String, kilograms: Double) throws {
    #expect(try parse(text, as: .weight).baseValue == kilograms)
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
    #expect(distance?.hint == "allowed: km, m, mi, ft, yd")
    #expect(distance?.allowed == ["km", "m", "mi", "ft", "yd"])
    let weight = #expect(throws: MeasurementTextError.self) { try parse("5 oz", as: .weight) }
    #expect(weight?.hint == "allowed: kg, g, lb, lbs")
  }

  @Test func `a unit of another type is refused with those that fit`() {
    let error = #expect(throws: MeasurementTextError.self) { try parse("5kg", as: .distance) }
    #expect(error == .unitOfOtherType("kg", .distance))
    #expect(error?.description == "not a unit of distance: kg")
    #expect(error?.hint == "allowed: km, m, mi, ft, yd")
  }

  @Test(arguments: [
    ("", "no value for distance"), ("  ", "no value for distance"), ("km", "not a number: km"),
    ("five km", "not a number: five km"), ("-km", "not a number: -"), ("5.km", "not a number: 5."),
    ("0km", "distance must be above zero: 0.0"), ("-1km", "distance must be above zero: -1000.0"),
    ("1e999m", "distance must be finite: inf"), ("1e308km", "distance must be finite: inf"),
    ("1e-999m", "distance must be above zero: 0.0"), ("nan", "not a number: nan"),
    ("5km 3m", "unknown unit for distance: km 3m"), ("5ekm", "unknown unit for distance: ekm"),
    ("5\u{301}km", "unknown unit for distance: \u{301}km"),
  ])
  func `what is no distance is refused with the reason`(text: String, message: String) {
    let error = #expect(throws: MeasurementTextError.self) { try parse(text, as: .distance) }
    #expect(error?.description == message)
  }
}
