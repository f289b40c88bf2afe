// The bridge to Foundation's measurements: a module of its own, so that whoever does not want
// Foundation does not link it. None of the programs does.
//
// Foundation rounds its pound to 0.453592 kg and its mile, on Linux, to 1609.34 m, and has its stone
// upside down (0.157473 kg). What goes through this module is converted by the exact constants of
// `Units`, so a value that comes back is the one that was stored; only a unit that `Units` does not
// know is converted by Foundation.

#if canImport(Foundation)
  public import Foundation
  public import Units

  extension Measurement where UnitType: Dimension {
    /// A base value in a unit that Foundation may know.
    fileprivate init?(
      _ baseValue: Double, in unit: MeasurementUnit,
      _ counterpart: KeyPath<MeasurementUnit, UnitType?>
    ) {
      guard let known = unit[keyPath: counterpart] else { return nil }
      self.init(value: unit.value(fromBase: baseValue), unit: known)
    }

    /// The base value, by the constants of `Units` for a unit that has a counterpart there.
    fileprivate func value(
      in base: UnitType, _ counterpart: KeyPath<MeasurementUnit, UnitType?>
    ) -> Double {
      for known in MeasurementUnit.all where known[keyPath: counterpart] == unit {
        return known.baseValue(of: value)
      }
      return converted(to: base).value
    }
  }

  extension Measurement where UnitType == UnitLength {
    /// A stored distance or height, in metres, in the unit in which a system shows it; nil for
    /// another type.
    ///
    /// ```swift
    /// let run = Measurement<UnitLength>(stored: 5000, of: .distance, in: .imperial)
    /// print(run?.unit.symbol ?? "none")  // mi
    /// ```
    public init?(stored value: Double, of type: MeasurementType, in system: UnitSystem) {
      self.init(value, in: type.displayUnit(in: system), \.length)
    }

    /// The value to store: metres.
    public var storedValue: Double { value(in: .meters, \.length) }
  }

  extension Measurement where UnitType == UnitMass {
    /// A stored weight, in kilograms, in the unit in which a system shows it; nil for another type.
    public init?(stored value: Double, of type: MeasurementType, in system: UnitSystem) {
      self.init(value, in: type.displayUnit(in: system), \.mass)
    }

    /// The value to store: kilograms.
    public var storedValue: Double { value(in: .kilograms, \.mass) }
  }

  extension Measurement where UnitType == UnitTemperature {
    /// A stored temperature, in degrees Celsius, in the unit in which a system shows it; nil for
    /// another type.
    public init?(stored value: Double, of type: MeasurementType, in system: UnitSystem) {
      self.init(value, in: type.displayUnit(in: system), \.temperature)
    }

    /// The value to store: degrees Celsius.
    public var storedValue: Double { value(in: .celsius, \.temperature) }
  }

  extension Measurement where UnitType == UnitFrequency {
    /// A stored heart rate in beats per minute; nil for another type.
    public init?(stored value: Double, of type: MeasurementType) {
      guard type == .heartRate else { return nil }
      self.init(value: value, unit: .beatsPerMinute)
    }

    /// The value to store: beats per minute.
    public var storedValue: Double {
      unit == .beatsPerMinute ? value : converted(to: .beatsPerMinute).value
    }
  }
#endif
