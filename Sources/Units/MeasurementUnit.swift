/// A unit that people write and read, and its exact relation to its type's base unit.
///
/// A stored value is `(value - zero) × numerator ÷ denominator`, with the literals of the unit's
/// definition. Units that share their type's zero need one multiplication or division, so that a
/// conversion is off by at most one unit in the last place, and one there and back by a few.
///
/// ```swift
/// print(MeasurementUnit.mile.baseValue(of: 1))  // 1609.344
/// ```
public struct MeasurementUnit: Sendable, Hashable {
  /// What it measures.
  public let type: MeasurementType
  /// All else, which it shares with the same unit of another type: a foot of a height and of a way.
  let row: UnitRow

  /// How it is shown behind a number: `mi`.
  public var symbol: String { row.symbol }
  /// Its long name, plural: `miles`.
  public var longName: String { row.longName }
  /// The symbols that are read, as lists of what fits show them.
  var symbols: [String] { row.symbols }
  /// The long names that are read, in lower case.
  var names: [String] { row.names }

  /// The value in the type's base unit of a value in this unit. What is not finite passes through;
  /// what is stays so: past the largest double it is the largest.
  public func baseValue(of value: Double) -> Double {
    Self.saturated((value - row.zero) * row.numerator / row.denominator, of: value)
  }

  /// The value in this unit of a value in the type's base unit; the inverse of ``baseValue(of:)``.
  public func value(fromBase value: Double) -> Double {
    Self.saturated(value * row.denominator / row.numerator + row.zero, of: value)
  }

  /// The result of a conversion; the largest double where a finite value has led to infinity.
  private static func saturated(_ result: Double, of value: Double) -> Double {
    if result.isFinite || !value.isFinite { return result }
    return Double(signOf: result, magnitudeOf: .greatestFiniteMagnitude)
  }

  /// A value in the type's base unit, ready to be shown in this unit: at most two decimals, zeros at
  /// the end left out.
  public func label(ofBase value: Double) -> MeasurementLabel {
    let number = DecimalText.trimmed(
      self.value(fromBase: value), maximumFractionDigits: Self.shownFractionDigits)
    return MeasurementLabel(number: number, unit: symbol)
  }

  /// Ten metres of a run, ten grams of a weight, a centimetre of a height: what people tell apart.
  private static let shownFractionDigits = 2

  /// Two units are one if they are of one type and are shown alike.
  public static func == (left: MeasurementUnit, right: MeasurementUnit) -> Bool {
    left.type == right.type && left.row === right.row
  }

  /// Hashes the type and the symbol.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(type)
    hasher.combine(row.symbol)
  }
}

extension MeasurementUnit {
  /// 1000 m.
  public static let kilometer = unit("km", of: .distance)

  /// 1609.344 m exactly: 5280 feet (international yard and pound agreement, 1959).
  public static let mile = unit("mi", of: .distance)

  /// 0.9144 m exactly (international yard and pound agreement, 1959).
  public static let yard = unit("yd", of: .distance)

  /// 0.0254 m exactly, a twelfth of a foot; of distance or height.
  public static func inch(of type: MeasurementType) -> MeasurementUnit { unit("in", of: type) }

  /// A thousandth of a metre, of height.
  public static let millimeter = unit("mm", of: .height)

  /// A hundredth of a metre, of height.
  public static let centimeter = unit("cm", of: .height)

  /// The base unit of lengths: distance or height.
  public static func meter(of type: MeasurementType) -> MeasurementUnit { unit("m", of: type) }

  /// 0.3048 m exactly, a third of a yard; of distance or height.
  public static func foot(of type: MeasurementType) -> MeasurementUnit { unit("ft", of: type) }

  /// The base unit of weight.
  public static let kilogram = unit("kg", of: .weight)

  /// A thousandth of a kilogram.
  public static let gram = unit("g", of: .weight)

  /// 0.45359237 kg exactly (international yard and pound agreement, 1959).
  public static let pound = unit("lbs", of: .weight)

  /// A sixteenth of a pound: 28.349523125 g exactly.
  public static let ounce = unit("oz", of: .weight)

  /// 6.35029318 kg exactly: 14 pounds.
  public static let stone = unit("st", of: .weight)

  /// The base unit of temperature.
  public static let celsius = unit("°C", of: .temperature)

  /// F = C × 9/5 + 32.
  public static let fahrenheit = unit("°F", of: .temperature)

  /// K = C + 273.15.
  public static let kelvin = unit("K", of: .temperature)

  /// The base unit of heart rate.
  public static let beatsPerMinute = unit("bpm", of: .heartRate)

  /// Every unit that is read, in the order in which messages list them.
  public static let all: [MeasurementUnit] = MeasurementType.allCases.flatMap { type in
    UnitRow.table.filter { $0.types.contains(type) }.map { MeasurementUnit(type: type, row: $0) }
  }

  /// The unit of the row that has this symbol.
  private static func unit(_ symbol: String, of type: MeasurementType) -> MeasurementUnit {
    MeasurementUnit(type: type, row: .named(symbol))
  }

  /// The unit of a type that goes by a symbol or a long name, in any case but for the kelvin's, whose
  /// small letter is of kilometres; nil if there is none.
  public static func named(_ name: some StringProtocol, of type: MeasurementType)
    -> MeasurementUnit?
  {
    let plain = name.lowercased()
    return all.first { unit in
      guard unit.type == type else { return false }
      if unit == .kelvin, name == "k" { return false }
      return unit.symbols.contains { $0.lowercased() == plain } || unit.names.contains(plain)
    }
  }

  /// The unit into which a value of a type can be converted: any length for a distance and for a
  /// height, else a unit of the same type; nil if there is none of that name.
  public static func named(_ name: some StringProtocol, convertibleFrom type: MeasurementType)
    -> MeasurementUnit?
  {
    type.convertibleTypes.lazy.compactMap { named(name, of: $0) }.first
  }

  /// The unit in which the other system shows what somebody measures in this one: kilometres and
  /// miles, metres and feet, kilograms and pounds, degrees Celsius and Fahrenheit.
  public var counterpart: MeasurementUnit {
    row.counterpart.isEmpty ? self : Self.unit(row.counterpart, of: type)
  }

  /// A unit that people name behind another, and how many of it that has.
  struct Part {
    let unit: MeasurementUnit
    let count: Double
    fileprivate let understoodDigits: ClosedRange<Int>?

    /// Whether a number of it needs no unit: `5'11`, `12 st 4`, and `1m80`, but not `1m8`, which may
    /// be 1.8 m.
    func isUnderstood(_ number: Substring) -> Bool {
      let digits = number.prefix(while: \.isNumber)
      return understoodDigits?.contains(digits.count) ?? false
    }
  }

  /// The units that people name behind this one: `5 ft 11 in`, `12 st 4 lb`, `3 mi 200 yd`; none of a
  /// unit that stands alone.
  var parts: [Part] {
    row.parts.compactMap { part in
      let row = UnitRow.named(part.symbol)
      // Metres have centimetres where heights are measured, and not where ways are.
      guard row.types.contains(type) else { return nil }
      return Part(
        unit: MeasurementUnit(type: type, row: row), count: part.count,
        understoodDigits: part.understoodDigits)
    }
  }

  /// The system whose people measure in it; nil for one of both.
  var system: UnitSystem? { row.system }
}

extension MeasurementType {
  /// The types whose units fit a value of this one, its own first.
  var convertibleTypes: [MeasurementType] {
    switch self {
    case .distance: [.distance, .height]
    case .height: [.height, .distance]
    case .weight, .temperature, .heartRate: [self]
    }
  }
}
