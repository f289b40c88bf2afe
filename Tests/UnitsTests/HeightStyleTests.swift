import Testing
import Units

@Suite struct HeightStyleTests {
  @Test(
    arguments: [
      (1.8034, "5'11\""), (1.8, "5'11\""), (1.8288, "6'0\""), (1.82, "6'0\""), (1.5, "4'11\""),
      (0.0254, "0'1\""), (0.001, "0'0\""), (0.0127, "0'0\""), (0.0381, "0'2\""),
      (-1.8034, "-5'11\""),
    ] as [(Double, String)])
  func `feet and inches are whole inches`(meters: Double, text: String) {
    let label = HeightStyle.feetAndInches.label(meters: meters, in: .imperial)
    #expect(label?.description == text)
    #expect(label?.unit.isEmpty == true)
  }

  @Test func `what is shown can be typed`() throws {
    for inches in 1...100 {
      let meters = MeasurementUnit.inch(of: .height).baseValue(of: Double(inches))
      let label = HeightStyle.feetAndInches.label(meters: meters, in: .imperial)
      let reading = try MeasurementText.parse(
        label?.description ?? "", as: .height, system: .metric, decimalSign: .point)
      #expect(reading.baseValue == meters)
    }
  }

  @Test func `the style is of imperial heights alone`() {
    #expect(HeightStyle.feetAndInches.label(meters: 1.8, in: .metric) == nil)
    #expect(HeightStyle.decimal.label(meters: 1.8, in: .imperial) == nil)
    #expect(HeightStyle.feetAndInches.label(meters: .infinity, in: .imperial) == nil)
    #expect(HeightStyle.allCases.map(\.rawValue) == ["decimal", "feet-inches"])
  }
}
