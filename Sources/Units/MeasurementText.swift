/// Measurements as people type them: a number, a blank or none, and a unit or none; or two of them,
/// as in `5'11"` and `12 st 4 lb`.
///
/// Units go by symbol or long name, singular or plural, in any case, with a full stop or without.
///
/// ```swift
/// let typed = try MeasurementText.parse(
///   "3.1mi", as: .distance, system: .metric, decimalSign: .point)
/// print(typed.unit.symbol, typed.baseValue)  // mi 4988.9664
/// let height = try MeasurementText.parse("5'11\"", decimalSign: .point)
/// print(height.baseValue)  // 1.8034
/// ```
public enum MeasurementText {
  /// A measurement that was read.
  public struct Reading: Sendable, Hashable {
    /// The number as typed; of feet and inches all the inches, of stone and pounds all the pounds.
    public let number: Double
    /// The unit of the number: the one typed last, or the one in which the system shows the type.
    public let unit: MeasurementUnit

    /// The value to store, in the type's base unit.
    public var baseValue: Double { unit.baseValue(of: number) }
  }

  /// Reads a measurement of a type. A bare number is in the unit in which the system shows that
  /// type. Blanks around it are skipped.
  ///
  /// Throws when the number or the unit cannot be read, and when the value is impossible for the
  /// type (``MeasurementType/validate(_:)``).
  public static func parse(
    _ text: String, as type: MeasurementType, system: UnitSystem, decimalSign: DecimalSign
  ) throws(MeasurementTextError) -> Reading {
    let trimmed = Substring(text).trimmingBlanks()
    guard !trimmed.isEmpty else { throw .empty(type) }
    let (number, rest) = try split(trimmed, decimalSign)
    if rest.isEmpty {
      return try checked(Reading(number: number, unit: type.displayUnit(in: system)))
    }
    guard let reading = try reading(number, rest, of: [type], in: trimmed, decimalSign) else {
      throw refusal(of: rest, type)
    }
    return try checked(reading)
  }

  /// Reads a measurement whose unit says what it is. Where a unit is one of distances and of heights,
  /// it is taken for a distance.
  ///
  /// Throws when the number or the unit cannot be read, when there is no unit, and when the value is
  /// impossible for the type.
  public static func parse(
    _ text: String, decimalSign: DecimalSign
  ) throws(MeasurementTextError) -> Reading {
    let trimmed = Substring(text).trimmingBlanks()
    guard !trimmed.isEmpty else { throw .empty(nil) }
    let (number, rest) = try split(trimmed, decimalSign)
    if rest.isEmpty { throw .noUnit(String(trimmed)) }
    let all = MeasurementType.allCases
    guard let reading = try reading(number, rest, of: all, in: trimmed, decimalSign) else {
      throw .unknownUnit(String(rest), nil)
    }
    return try checked(reading)
  }

  /// The number in front, and what stands behind it.
  private static func split(
    _ text: Substring, _ decimalSign: DecimalSign
  ) throws(MeasurementTextError) -> (number: Double, rest: Substring) {
    let prefix = NumberText.numberPrefix(of: text)
    // With no number in front the whole text is to blame, not a unit.
    let number = prefix.isEmpty ? text : prefix
    do {
      return (
        try NumberText.parse(number, decimalSign: decimalSign),
        text[prefix.endIndex...].trimmingBlanks()
      )
    } catch {
      throw .number(error)
    }
  }

  /// The number with the unit, or the two numbers with their units, that `rest` goes on with; nil if
  /// it is no unit of these types. `whole` is the text, for messages.
  private static func reading(
    _ number: Double, _ rest: Substring, of types: [MeasurementType], in whole: Substring,
    _ decimalSign: DecimalSign
  ) throws(MeasurementTextError) -> Reading? {
    if let unit = unit(rest, of: types) { return Reading(number: number, unit: unit) }
    guard let digit = rest.firstIndex(where: \.isNumber),
      let unit = unit(rest[..<digit], of: types), let part = unit.part
    else { return nil }
    let (small, word) = try split(rest[digit...], decimalSign)
    // The second unit is understood: `5'11`, `12 stone 4`.
    guard word.isEmpty || self.unit(word, of: [unit.type]) == part.unit else {
      throw refusal(of: word, unit.type)
    }
    guard number == number.rounded(), small >= 0, small < part.count else {
      throw .notTwoParts(String(whole), unit, part.unit)
    }
    let count = number.magnitude * part.count + small
    return Reading(number: number.sign == .minus ? -count : count, unit: part.unit)
  }

  private static func unit(_ word: Substring, of types: [MeasurementType]) -> MeasurementUnit? {
    var name = word.trimmingBlanks()
    // `5 ft. 11 in.`
    if name.last == "." || name.last == "," { name = name.dropLast().trimmingBlanks() }
    let plain = name.split(separator: " ").joined(separator: " ")
    for type in types {
      if let unit = MeasurementUnit.named(plain, of: type) { return unit }
    }
    return nil
  }

  private static func refusal(of word: Substring, _ type: MeasurementType) -> MeasurementTextError {
    let others = MeasurementType.allCases.filter { $0 != type }
    if unit(word, of: others) != nil { return .unitOfOtherType(String(word), type) }
    return .unknownUnit(String(word), type)
  }

  private static func checked(_ reading: Reading) throws(MeasurementTextError) -> Reading {
    do {
      try reading.unit.type.validate(reading.baseValue)
      return reading
    } catch {
      throw .impossible(error)
    }
  }
}

/// Why a text is not taken for a measurement.
public enum MeasurementTextError: Error, Sendable, Equatable, CustomStringConvertible {
  /// There is nothing in it; of a type, if one was asked for.
  case empty(MeasurementType?)
  /// Its number cannot be read.
  case number(NumberTextError)
  /// It has no unit, and nothing else says what was measured.
  case noUnit(String)
  /// Its unit is none that is known; of a type, if one was asked for.
  case unknownUnit(String, MeasurementType?)
  /// Its unit measures something else.
  case unitOfOtherType(String, MeasurementType)
  /// Of two parts the first is not whole, or the second is as much as one more of the first.
  case notTwoParts(String, MeasurementUnit, MeasurementUnit)
  /// No measurement can have that value.
  case impossible(ImpossibleMeasurement)

  /// The fact, then the text.
  public var description: String {
    switch self {
    case .empty(let type?): "no value for \(type.rawValue)"
    case .empty(nil): "no value"
    case .number(let error): error.description
    case .noUnit(let text): "no unit: \(text)"
    case .unknownUnit(let word, let type?): "unknown unit for \(type.rawValue): \(word)"
    case .unknownUnit(let word, nil): "unknown unit: \(word)"
    case .unitOfOtherType(let word, let type): "not a unit of \(type.rawValue): \(word)"
    case .notTwoParts(let text, let whole, let part):
      "not \(whole.longName) and \(part.longName): \(text)"
    case .impossible(let error): error.description
    }
  }

  /// What to write instead, where that helps.
  public var hint: String? {
    switch self {
    case .number(let error): error.hint
    case .noUnit, .unknownUnit, .unitOfOtherType: "allowed: \(allowed.joined(separator: ", "))"
    case .notTwoParts(_, let whole, let part):
      whole.part.map {
        "write whole \(whole.longName), and \(part.longName) below \(Int($0.count))"
      }
    case .empty, .impossible: nil
    }
  }

  /// The symbols of the units that fit, where the unit was at fault; else none.
  public var allowed: [String] {
    switch self {
    case .unknownUnit(_, let type?), .unitOfOtherType(_, let type): Self.symbols(of: [type])
    case .noUnit, .unknownUnit(_, nil): Self.symbols(of: MeasurementType.allCases)
    case .empty, .number, .notTwoParts, .impossible: []
    }
  }

  /// Each once, though a distance and a height share some.
  private static func symbols(of types: [MeasurementType]) -> [String] {
    var symbols: [String] = []
    for unit in MeasurementUnit.all where types.contains(unit.type) {
      symbols += unit.symbols.filter { !symbols.contains($0) }
    }
    return symbols
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
