import Foundation
import Testing
import Units

@Suite struct UnitSystemTests {
  static let names: [String: UnitSystem] = [
    "km": .metric, "kg": .metric, "mi": .imperial, "lbs": .imperial,
  ]

  static let conversions = SharedData.rows(of: "conversions.tsv")
    .filter { names[$0[3]] != nil }

  @Test(arguments: conversions)
  func `a stored value is shown to one unit in the last place`(row: [String]) throws {
    let stored = try #require(Double(row[1]))
    let shown = try #require(Double(row[2]))
    let system = try #require(Self.names[row[3]])
    let computed =
      row[0] == "distance"
      ? system.displayDistance(meters: stored) : system.displayWeight(kilograms: stored)
    #expect(computed.isWithinOneUlp(of: shown), "\(computed) is not \(shown)")
  }

  @Test(arguments: conversions)
  func `a shown value is stored again as it was`(row: [String]) throws {
    let stored = try #require(Double(row[1]))
    let shown = try #require(Double(row[2]))
    let system = try #require(Self.names[row[3]])
    let computed =
      row[0] == "distance"
      ? system.metersFromDisplay(shown) : system.kilogramsFromDisplay(shown)
    #expect(computed.isWithinOneUlp(of: stored), "\(computed) is not \(stored)")
  }

  @Test func `raw values, names and units are those that files and people know`() {
    #expect(UnitSystem.allCases.map(\.rawValue) == ["metric", "imperial"])
    #expect(
      UnitSystem.allCases.map(\.displayName) == ["Metric (km, kg)", "Imperial (mi, lbs)"])
    #expect(UnitSystem.allCases.map(\.distanceUnit) == ["km", "mi"])
    #expect(UnitSystem.allCases.map(\.distanceUnitLong) == ["kilometers", "miles"])
    #expect(UnitSystem.allCases.map(\.weightUnit) == ["kg", "lbs"])
    #expect(UnitSystem.allCases.map(\.weightUnitLong) == ["kilograms", "pounds"])
    #expect(UnitSystem.allCases.map(\.other) == [.imperial, .metric])
    #expect(UnitSystem(rawValue: "furlong") == nil)
  }

  @Test func `a system is coded as its raw value`() throws {
    let text = try JSONEncoder().encode([UnitSystem.imperial])
    #expect(String(decoding: text, as: UTF8.self) == #"["imperial"]"#)
    #expect(try JSONDecoder().decode([UnitSystem].self, from: text) == [.imperial])
  }

  @Test(
    arguments: [
      (0, "0.0 km", "0.0 mi"), (5000, "5.0 km", "3.1 mi"), (7500, "7.5 km", "4.7 mi"),
      (-0.0, "0.0 km", "0.0 mi"), (-20, "0.0 km", "0.0 mi"), (-5000, "-5.0 km", "-3.1 mi"),
      (250, "0.2 km", "0.2 mi"), (350, "0.4 km", "0.2 mi"),
      (1e7, "10000.0 km", "6213.7 mi"), (.infinity, "inf km", "inf mi"), (.nan, "nan km", "nan mi"),
    ] as [(Double, String, String)])
  func `distance is shown with one decimal`(meters: Double, metric: String, imperial: String) {
    #expect(UnitSystem.metric.formatDistance(meters: meters) == metric)
    #expect(UnitSystem.imperial.formatDistance(meters: meters) == imperial)
  }

  @Test(
    arguments: [
      (0, "0 kg", "0 lbs"), (90, "90 kg", "198 lbs"), (0.5, "0 kg", "1 lbs"),
      (1.5, "2 kg", "3 lbs"), (2.5, "2 kg", "6 lbs"), (-0.4, "0 kg", "-1 lbs"),
    ] as [(Double, String, String)])
  func `weight is shown without decimals`(kilograms: Double, metric: String, imperial: String) {
    #expect(UnitSystem.metric.formatWeight(kilograms: kilograms) == metric)
    #expect(UnitSystem.imperial.formatWeight(kilograms: kilograms) == imperial)
  }

  @Test func `a label has its number and unit apart`() {
    let distance = UnitSystem.imperial.distanceLabel(meters: 5000)
    #expect(distance.number == "3.1")
    #expect(distance.unit == "mi")
    let weight = UnitSystem.imperial.weightLabel(kilograms: 90)
    #expect(weight.number == "198")
    #expect(weight.unit == "lbs")
  }
}
