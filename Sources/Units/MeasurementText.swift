/// Measurements as people type them: a number, a blank or none, and a unit or none.
///
/// ```swift
/// let typed = try MeasurementText.parse(
///   "3.1mi", as: .distance, system: .metric, decimalSign: .point)
/// print(typed.unit.symbol, typed.baseValue)  // mi 4988.9664
/// ```
public enum MeasurementText {
  /// A measurement that was read.
  public struct Reading: Sendable, Hashable {
    /// The number as typed.
    public let number: Double
    /// The unit typed, or the one in which the system shows the type.
    public let unit: MeasurementUnit

    /// The value to store, in the type's base unit.
    public var baseValue: Double { unit.baseValue(of: number) }
  }

  /// Reads a measurement of a type. A bare number is in the unit in which the system shows that
  /// type. Blanks around it are skipped; units go by symbol or long name, in any case.
  ///
  /// Throws when the number or the unit cannot be read, and when the value is impossible for the
  /// type (``MeasurementType/validate(_:)``).
  public static func parse(
    _ text: String, as type: MeasurementType, system: UnitSystem, decimalSign: DecimalSign
  ) throws(MeasurementTextError) -> Reading {
    let trimmed = Substring(text).trimmingBlanks()
    guard !trimmed.isEmpty else { throw .empty(type) }
    let prefix = NumberText.numberPrefix(of: trimmed)
    let word = trimmed[prefix.endIndex...].trimmingBlanks()
    // With no number in front the whole text is to blame, not a unit.
    let numberText = prefix.isEmpty ? trimmed : prefix
    let number: Double
    do {
      number = try NumberText.parse(numberText, decimalSign: decimalSign)
    } catch {
      throw .number(error)
    }
    let reading = Reading(number: number, unit: try unit(word, of: type, system: system))
    do {
      try type.validate(reading.baseValue)
    } catch {
      throw .impossible(error)
    }
    return reading
  }

  private static func unit(_ word: Substring, of type: MeasurementType, system: UnitSystem)
    throws(MeasurementTextError) -> MeasurementUnit
  {
    if word.isEmpty { return type.displayUnit(in: system) }
    if let unit = MeasurementUnit.named(word, of: type) { return unit }
    for other in MeasurementType.allCases where MeasurementUnit.named(word, of: other) != nil {
      throw .unitOfOtherType(String(word), type)
    }
    throw .unknownUnit(String(word), type)
  }
}

/// Why a text is not taken for a measurement.
public enum MeasurementTextError: Error, Sendable, Equatable, CustomStringConvertible {
  /// There is nothing in it.
  case empty(MeasurementType)
  /// Its number cannot be read.
  case number(NumberTextError)
  /// Its unit is none that is known.
  case unknownUnit(String, MeasurementType)
  /// Its unit measures something else.
  case unitOfOtherType(String, MeasurementType)
  /// No measurement can have that value.
  case impossible(ImpossibleMeasurement)

  /// The fact, then the text.
  public var description: String {
    switch self {
    case .empty(let type): "no value for \(type.rawValue)"
    case .number(let error): error.description
    case .unknownUnit(let word, let type): "unknown unit for \(type.rawValue): \(word)"
    case .unitOfOtherType(let word, let type): "not a unit of \(type.rawValue): \(word)"
    case .impossible(let error): error.description
    }
  }

  /// What to write instead, where that helps.
  public var hint: String? {
    switch self {
    case .number(let error): error.hint
    case .unknownUnit, .unitOfOtherType: "allowed: \(allowed.joined(separator: ", "))"
    case .empty, .impossible: nil
    }
  }

  /// The symbols of the units that fit, where the unit was at fault; else none.
  public var allowed: [String] {
    switch self {
    case .unknownUnit(_, let type), .unitOfOtherType(_, let type):
      MeasurementUnit.all.filter { $0.type == type }.flatMap(\.symbols)
    case .empty, .number, .impossible: []
    }
  }
}

extension Substring {
  /// Without the blanks, tabs and no-break spaces at both ends.
  fileprivate func trimmingBlanks() -> Substring {
    let blanks: Set<Character> = [" ", "\t", "\n", "\u{A0}", "\u{202F}", "\u{2009}"]
    var rest = drop(while: blanks.contains)
    while let last = rest.last, blanks.contains(last) { rest.removeLast() }
    return rest
  }
}
