import Foundation
import Testing
import Units
import UnitsFoundation

/// Foundation's measurements are those of this package, but for its rounded pound and mile.
@Suite struct MeasurementBridgeTests {
  /// What Foundation may differ by, relatively: it has the pound with six digits.
  private static func tolerance(for unit: MeasurementUnit) -> Double {
    // Its mile is 1609.34 m on Linux, four millimetres short.
    unit == .mile ? 3e-6 : 1e-6
  }

  @Test(arguments: Self.values)
  func `Foundation converts as the package does`(type: MeasurementType, stored: Double) throws {
    for system in UnitSystem.allCases {
      let (ours, theirs) = try Self.bothWays(stored, of: type, in: system)
      let tolerance = Self.tolerance(for: type.displayUnit(in: system))
      #expect(abs(ours - theirs) <= tolerance * abs(theirs), "\(type) \(system)")
    }
  }

  @Test(arguments: Self.values)
  func `what goes through Foundation's types comes back as it was stored`(
    type: MeasurementType, stored: Double
  ) throws {
    for system in UnitSystem.allCases {
      let back: Double
      switch type {
      case .distance, .height:
        back = try #require(Measurement<UnitLength>(stored: stored, of: type, in: system))
          .storedValue
      case .weight:
        back = try #require(Measurement<UnitMass>(stored: stored, of: type, in: system)).storedValue
      case .temperature:
        back = try #require(Measurement<UnitTemperature>(stored: stored, of: type, in: system))
          .storedValue
      case .heartRate:
        back = try #require(Measurement<UnitFrequency>(stored: stored, of: type)).storedValue
      }
      #expect(abs(back - stored) <= 1e-12 * max(1, abs(stored)))
    }
  }

  @Test func `units of Foundation that the package lacks are converted by Foundation`() {
    #expect(Measurement(value: 1, unit: UnitLength.nauticalMiles).storedValue == 1852)
    #expect(abs(Measurement(value: 1, unit: UnitMass.metricTons).storedValue - 1000) < 1e-9)
    #expect(abs(Measurement(value: 1.5, unit: UnitFrequency.hertz).storedValue - 90) < 1e-9)
  }

  @Test func `stone are stone, whatever Foundation takes them for`() {
    let kilograms = Measurement(value: 10, unit: UnitMass.stones).storedValue
    #expect(abs(kilograms - 63.502_931_8) < 1e-12)
  }

  @Test func `a measurement of another type is none`() {
    #expect(Measurement<UnitLength>(stored: 1, of: .weight, in: .metric) == nil)
    #expect(Measurement<UnitMass>(stored: 1, of: .distance, in: .metric) == nil)
    #expect(Measurement<UnitTemperature>(stored: 1, of: .heartRate, in: .metric) == nil)
    #expect(Measurement<UnitFrequency>(stored: 1, of: .temperature) == nil)
  }

  @Test func `every unit that is read has its counterpart`() {
    for unit in MeasurementUnit.all where unit.type != .heartRate {
      let counterparts: [Dimension?] = [unit.length, unit.mass, unit.temperature]
      let found = counterparts.compactMap(\.self)
      #expect(found.count == 1, "\(unit.symbol)")
      // Foundation's stone is 0.157473 kg: kilograms and stone are the wrong way round.
      if unit == .stone { continue }
      // Foundation's own conversion of one unit to the base unit is ours.
      let theirs = found.first?.converter.baseUnitValue(fromValue: 1) ?? .nan
      let base = unit.type.baseUnit
      let baseCounterparts: [Dimension?] = [base.length, base.mass, base.temperature]
      let converter = baseCounterparts.compactMap(\.self).first?.converter
      let inBase = converter?.value(fromBaseUnitValue: theirs) ?? .nan
      let tolerance = Self.tolerance(for: unit)
      #expect(abs(inBase - unit.baseValue(of: 1)) <= tolerance * abs(inBase), "\(unit.symbol)")
    }
  }

  @Test func `the sample says what it prints`() {
    let run = Measurement<UnitLength>(stored: 5000, of: .distance, in: .imperial)
    #expect(run?.unit.symbol ?? "none" == "mi")
  }

  /// No zero among them: the difference is a relative one.
  private static let values: [(MeasurementType, Double)] = [
    (.distance, 1), (.distance, 5000), (.distance, 42_195), (.distance, 1e7),
    (.weight, 0.001), (.weight, 90), (.weight, 453.592_37),
    (.height, 0.3048), (.height, 1.75), (.height, 2.72),
    (.temperature, -273.15), (.temperature, -40), (.temperature, 20), (.temperature, 36.6),
    (.temperature, 100), (.heartRate, 62), (.heartRate, 180),
  ]

  /// The value as the package shows it, and as Foundation converts it.
  private static func bothWays(
    _ stored: Double, of type: MeasurementType, in system: UnitSystem
  ) throws -> (ours: Double, theirs: Double) {
    let ours = type.convertStoredValue(stored, toMetric: system == .metric)
    let unit = type.displayUnit(in: system)
    switch type {
    case .distance, .height:
      let target = try #require(unit.length)
      return (ours, Measurement(value: stored, unit: UnitLength.meters).converted(to: target).value)
    case .weight:
      let target = try #require(unit.mass)
      return (
        ours, Measurement(value: stored, unit: UnitMass.kilograms).converted(to: target).value
      )
    case .temperature:
      let target = try #require(unit.temperature)
      return (
        ours, Measurement(value: stored, unit: UnitTemperature.celsius).converted(to: target).value
      )
    case .heartRate:
      return (
        ours,
        Measurement(value: stored / 60, unit: UnitFrequency.hertz).converted(to: .beatsPerMinute)
          .value
      )
    }
  }
}
