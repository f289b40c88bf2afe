#if canImport(Foundation)
  public import Foundation
  public import Units

  extension MeasurementUnit {
    /// Foundation's unit of the same length; nil for a unit of something else.
    public var length: UnitLength? {
      guard type == .distance || type == .height else { return nil }
      return switch symbol {
      case "km": .kilometers
      case "m": .meters
      case "cm": .centimeters
      case "mm": .millimeters
      case "mi": .miles
      case "ft": .feet
      case "yd": .yards
      case "in": .inches
      default: nil
      }
    }

    /// Foundation's unit of the same mass; nil for a unit of something else.
    public var mass: UnitMass? {
      guard type == .weight else { return nil }
      return switch symbol {
      case "kg": .kilograms
      case "g": .grams
      case "lbs": .pounds
      case "oz": .ounces
      case "st": .stones
      default: nil
      }
    }

    /// Foundation's unit of the same temperature; nil for a unit of something else.
    public var temperature: UnitTemperature? {
      guard type == .temperature else { return nil }
      return switch symbol {
      case "°C": .celsius
      case "°F": .fahrenheit
      case "K": .kelvin
      default: nil
      }
    }
  }

  extension UnitFrequency {
    /// A sixtieth of a hertz, the unit of heart rates, which Foundation does not have.
    public static var beatsPerMinute: UnitFrequency {
      UnitFrequency(symbol: "bpm", converter: UnitConverterLinear(coefficient: 1.0 / 60))
    }
  }
#endif
