import Testing
import Units

/// The samples in the documentation of the public types, as they stand there.
@Suite struct DocumentationSampleTests {
  @Test func `the samples of what is shown say what they print`() {
    let system = UnitSystem.imperial
    #expect("\(system.displayDistance(meters: 1609.344))" == "1.0")
    #expect(system.formatDistance(meters: 5000) == "3.1 mi")
    let label = UnitSystem.imperial.distanceLabel(meters: 5000)
    #expect("\(label.number) \(label.unit)" == "3.1 mi")
    #expect(DecimalText.fixed(3.1068559611866697, fractionDigits: 1) == "3.1")
    #expect(DecimalText.trimmed(1.80, maximumFractionDigits: 2) == "1.8")
    let type = MeasurementType.temperature
    #expect("\(type.convertStoredValue(37, toMetric: false))" == "98.6")
    #expect(type.formattedDisplay(for: 37, isMetric: false) == "98.6 °F")
    #expect("\(MeasurementUnit.mile.baseValue(of: 1))" == "1609.344")
  }

  @Test func `the samples of what is read say what they print`() throws {
    #expect(Region(locale: "zh_Hant_US.UTF-8")?.code ?? "none" == "US")
    let verdict = LocaleVerdict(lcAll: nil, lcMeasurement: nil, lang: "en_US.UTF-8")
    #expect("\(verdict.system)" == "imperial")
    #expect(MeasurementType(commandWord: "heart-rate")?.rawValue ?? "none" == "heart rate")
    #expect("\(try NumberText.parse("5,2", decimalSign: .comma))" == "5.2")
    let typed = try MeasurementText.parse(
      "3.1mi", as: .distance, system: .metric, decimalSign: .point)
    #expect("\(typed.unit.symbol) \(typed.baseValue)" == "mi 4988.9664")
    let height = try MeasurementText.parse("5'11\"", decimalSign: .point)
    #expect("\(height.baseValue)" == "1.8034")
    let style = HeightStyle.feetAndInches
    #expect(style.label(meters: 1.8, in: .imperial)?.description ?? "none" == "5'11\"")
  }

  @Test func `the samples of time say what they print`() throws {
    let leapDay = CivilDate(year: 2024, month: 2, day: 29)
    #expect(leapDay?.daysSince1970 ?? 0 == 19_782)
    let launch = try RFC3339.parse("1969-07-16T13:32:00Z").instant
    #expect(launch.seconds == -14_552_880)
    let time = try RFC3339.parse("2026-11-30T07:15:00+01:00")
    #expect("\(time.instant.seconds) \(time.offset.minutes)" == "1796019300 60")
    #expect(RFC3339.format(time) == "2026-11-30T07:15:00+01:00")
  }
}
