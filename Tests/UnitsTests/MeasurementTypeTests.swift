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

  @Test(
    arguments: [
      (MeasurementType.distance, 0, "distance must be above zero: 0.0"),
      (.distance, -1, "distance must be above zero: -1.0"),
      (.weight, -1, "weight must not be below zero: -1.0"),
      (.height, 0, "height must be above zero: 0.0"),
      (.temperature, -273.16, "temperature must not be below absolute zero: -273.16"),
      (.heartRate, 0, "heart rate must be above zero: 0.0"),
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
      (.distance, .greatestFiniteMagnitude),
      (.weight, 0), (.weight, -0.0), (.height, 2.72), (.temperature, -273.15), (.heartRate, 0.5),
    ] as [(MeasurementType, Double)])
  func `the limits themselves are allowed`(type: MeasurementType, value: Double) throws {
    try type.validate(value)
  }
}
