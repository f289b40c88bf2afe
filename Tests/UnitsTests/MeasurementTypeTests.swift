import Foundation
import Testing
import Units

@Suite struct MeasurementTypeTests {
  @Test func `raw values are stored, command words typed`() {
    #expect(
      MeasurementType.allCases.map(\.rawValue) == [
        "distance", "weight", "height", "temperature", "heart rate",
      ])
    #expect(
      MeasurementType.allCases.map(\.commandWord) == [
        "distance", "weight", "height", "temperature", "heart-rate",
      ])
    #expect(
      MeasurementType.allCases.map { MeasurementType(commandWord: $0.commandWord) }
        == MeasurementType.allCases)
    #expect(MeasurementType(commandWord: "heart rate") == nil)
  }

  @Test func `every type has its base unit`() {
    #expect(MeasurementType.allCases.map(\.baseUnit.symbol) == ["m", "kg", "m", "°C", "bpm"])
  }

  @Test(arguments: SharedData.rows(of: "conversions.tsv"))
  func `every row of the table holds both ways`(row: [String]) throws {
    let type = try #require(MeasurementType(rawValue: row[0]))
    let stored = try #require(Double(row[1]))
    let shown = try #require(Double(row[2]))
    let unit = try #require(MeasurementUnit.named(row[3], of: type))
    #expect(unit.value(fromBase: stored).isWithinOneUlp(of: shown))
    // A temperature loses what the subtraction of 32 cancels.
    let back = unit.baseValue(of: shown)
    #expect(back.isWithinOneUlp(of: stored) || (type == .temperature && abs(back - stored) < 1e-12))
  }

  @Test(arguments: SharedData.rows(of: "conversions.tsv"))
  func `every row of the table holds for the system that shows its unit`(row: [String]) throws {
    let type = try #require(MeasurementType(rawValue: row[0]))
    let stored = try #require(Double(row[1]))
    let shown = try #require(Double(row[2]))
    let systems = UnitSystem.allCases.filter { type.displayUnit(in: $0).symbol == row[3] }
    #expect(systems.count == (type == .heartRate ? 2 : 1))
    for system in systems {
      let isMetric = system == .metric
      #expect(type.convertStoredValue(stored, toMetric: isMetric).isWithinOneUlp(of: shown))
      let back = type.convertToStoredValue(shown, fromMetric: isMetric)
      #expect(abs(back - stored) <= 1e-12 * (type == .temperature ? 1 : abs(stored)))
    }
  }

  @Test(arguments: MeasurementType.allCases)
  func `what is shown and read again is what was stored`(type: MeasurementType) {
    // Prime steps, so that the values have digits of every kind.
    let values = (1...2000).map { Double($0) * (type == .temperature ? 0.4999 : 17.0003) }
    let starts = type == .temperature ? values.map { $0 - 273 } : values
    for isMetric in [true, false] {
      for stored in starts {
        let shown = type.convertStoredValue(stored, toMetric: isMetric)
        let back = type.convertToStoredValue(shown, fromMetric: isMetric)
        #expect(abs(back - stored) <= 1e-12 * (type == .temperature ? 1 : stored), "\(stored)")
      }
    }
  }

  @Test(
    arguments: [
      (MeasurementType.distance, 5000, "5 km", "3.11 mi"),
      (.distance, 42195, "42.2 km", "26.22 mi"),
      (.distance, 1609.344, "1.61 km", "1 mi"),
      (.distance, 1, "0 km", "0 mi"),
      // Ties of the decimal as printed go to the even digit, whatever the binary value is.
      (.distance, 125, "0.12 km", "0.08 mi"), (.distance, 135, "0.14 km", "0.08 mi"),
      (.distance, 1.5e25, "15000000000000000000000 km", "9320567883560009000000 mi"),
      (.weight, 90, "90 kg", "198.42 lbs"), (.weight, 0, "0 kg", "0 lbs"),
      (.height, 1.8, "1.8 m", "5.91 ft"), (.height, 1.8288, "1.83 m", "6 ft"),
      (.temperature, 37, "37 °C", "98.6 °F"), (.temperature, -40, "-40 °C", "-40 °F"),
      (.temperature, 0, "0 °C", "32 °F"), (.temperature, -0.0, "0 °C", "32 °F"),
      (.temperature, -0.004, "0 °C", "31.99 °F"),
      (.temperature, -17.777_777_8, "-17.78 °C", "0 °F"),
      (.heartRate, 62, "62 bpm", "62 bpm"), (.heartRate, 61.999, "62 bpm", "62 bpm"),
      (.distance, .infinity, "inf km", "inf mi"), (.weight, .nan, "nan kg", "nan lbs"),
    ] as [(MeasurementType, Double, String, String)])
  func `a stored value is shown with two decimals at most`(
    type: MeasurementType, stored: Double, metric: String, imperial: String
  ) {
    #expect(type.formattedDisplay(for: stored, isMetric: true) == metric)
    #expect(type.formattedDisplay(for: stored, isMetric: false) == imperial)
  }

  @Test func `a heart rate is the same in both systems`() {
    for isMetric in [true, false] {
      #expect(MeasurementType.heartRate.convertStoredValue(61.7, toMetric: isMetric) == 61.7)
      #expect(MeasurementType.heartRate.convertToStoredValue(61.7, fromMetric: isMetric) == 61.7)
    }
  }

  @Test func `what is not finite passes through`() {
    for type in MeasurementType.allCases {
      for isMetric in [true, false] {
        #expect(type.convertStoredValue(.infinity, toMetric: isMetric) == .infinity)
        #expect(type.convertToStoredValue(-.infinity, fromMetric: isMetric) == -.infinity)
        #expect(type.convertStoredValue(.nan, toMetric: isMetric).isNaN)
      }
    }
  }

  @Test(arguments: MeasurementUnit.all)
  func `what is finite stays finite in every unit`(unit: MeasurementUnit) {
    for value in [Double.greatestFiniteMagnitude, -.greatestFiniteMagnitude, 1e308, -1e308] {
      #expect(unit.value(fromBase: value).isFinite)
      #expect(unit.value(fromBase: value).sign == value.sign)
      #expect(unit.baseValue(of: value).isFinite)
      #expect(unit.baseValue(of: value).sign == value.sign)
      #expect(!unit.label(ofBase: value).number.contains("inf"))
    }
    let greatest = MeasurementType.greatestStoredValue
    #expect(abs(unit.baseValue(of: unit.value(fromBase: greatest)) - greatest) < 1)
  }

  @Test func `types are coded as their raw values`() throws {
    let text = try JSONEncoder().encode(MeasurementType.allCases)
    #expect(
      String(decoding: text, as: UTF8.self)
        == #"["distance","weight","height","temperature","heart rate"]"#)
    #expect(
      try JSONDecoder().decode([MeasurementType].self, from: text) == MeasurementType.allCases)
  }

  @Test(
    arguments: [
      (MeasurementType.distance, 0, "distance must be above zero: 0.0"),
      (.distance, -1, "distance must be above zero: -1.0"),
      (.weight, -1, "weight must not be below zero: -1.0"),
      (.height, 0, "height must be above zero: 0.0"),
      (.temperature, -273.16, "temperature must not be below absolute zero: -273.16"),
      (.heartRate, 0, "heart rate must be above zero: 0.0"),
      (.distance, 1e15.nextUp, "distance must not be above 1e15 m: 1000000000000000.1"),
      (.weight, 1e308, "weight must not be above 1e15 kg: 1e+308"),
      (.height, 1e16, "height must not be above 1e15 m: 1e+16"),
      (.temperature, 1e16, "temperature must not be above 1e15 °C: 1e+16"),
      (.heartRate, 1e16, "heart rate must not be above 1e15 bpm: 1e+16"),
      (.weight, .infinity, "weight must be finite: inf"),
      (.temperature, .nan, "temperature must be finite: nan"),
    ] as [(MeasurementType, Double, String)])
  func `an impossible value is refused by name`(
    type: MeasurementType, value: Double, message: String
  ) {
    let error = #expect(throws: ImpossibleMeasurement.self) { try type.validate(value) }
    #expect(error?.description == message)
  }

  @Test(
    arguments: [
      (MeasurementType.distance, Double.leastNonzeroMagnitude),
      (.distance, 1e15), (.weight, 1e15), (.height, 1e15), (.temperature, 1e15), (.heartRate, 1e15),
      (.weight, 0), (.weight, -0.0), (.height, 2.72), (.temperature, -273.15), (.heartRate, 0.5),
    ] as [(MeasurementType, Double)])
  func `the limits themselves are allowed`(type: MeasurementType, value: Double) throws {
    try type.validate(value)
  }
}
