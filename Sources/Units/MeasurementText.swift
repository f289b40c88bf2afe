/// Measurements as people type them: a number, a blank or none, and a unit or none; or two of them,
/// as in `5'11"`, `12 st 4 lb`, `3 mi 200 yd` and `1m80`.
///
/// Units go by symbol or long name, singular or plural, in any case, with a full stop or without; but
/// a bare `k` is of kilometres, and a kelvin's is a capital. A number may end with a fraction, `5 1/2`
/// or `5½`, and have its thousands parted by an apostrophe or by a blank that keeps a line together.
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
    /// Whether the unit was typed, and not the system's.
    public let isUnitTyped: Bool

    init(number: Double, unit: MeasurementUnit, isUnitTyped: Bool = true) {
      self.number = number
      self.unit = unit
      self.isUnitTyped = isUnitTyped
    }

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
    let trimmed = TypedNumber.plain(text).trimmingBlanks()
    guard !trimmed.isEmpty else { throw .empty(type) }
    let (number, rest) = try split(trimmed, decimalSign)
    if rest.isEmpty {
      return try checked(
        Reading(number: number, unit: type.displayUnit(in: system), isUnitTyped: false))
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
    let trimmed = TypedNumber.plain(text).trimmingBlanks()
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
    do {
      let (number, rest) = try TypedNumber.split(text, decimalSign)
      return (number, rest.trimmingBlanks())
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
    guard let digit = rest.firstIndex(where: \.isNumber) else { return nil }
    for type in types {
      guard let unit = unit(rest[..<digit], of: [type]), !unit.parts.isEmpty else { continue }
      let (small, word) = try split(rest[digit...], decimalSign)
      let part: MeasurementUnit.Part
      if word.isEmpty {
        // The second unit is understood: `5'11`, `12 stone 4`, `1m80`.
        guard let understood = unit.parts.first(where: { $0.isUnderstood(rest[digit...]) }) else {
          throw .unknownUnit(String(rest[digit...]), type)
        }
        part = understood
      } else {
        let named = self.unit(word, of: [type])
        guard let fitting = unit.parts.first(where: { $0.unit == named }) else {
          // `5 ft 11 bpm` may be of another type's units, whose turn comes.
          if types.count > 1 { continue }
          throw refusal(of: word, type)
        }
        part = fitting
      }
      guard number == number.rounded(), small >= 0, small < part.count else {
        throw .notTwoParts(String(whole), unit, part.unit)
      }
      let count = number.magnitude * part.count + small
      return Reading(number: number.sign == .minus ? -count : count, unit: part.unit)
    }
    return nil
  }

  private static func unit(_ word: Substring, of types: [MeasurementType]) -> MeasurementUnit? {
    var name = word.trimmingBlanks()
    // `5 ft. 11 in.`
    if name.last == "." || name.last == "," { name = name.dropLast().trimmingBlanks() }
    let plain = name.split(separator: " ").joined(separator: " ")
    // What is written exactly so comes first: `K` is the kelvin's, though `k` is of kilometres.
    for type in types {
      if let unit = MeasurementUnit.all.first(where: {
        $0.type == type && $0.symbols.contains(plain)
      }) {
        return unit
      }
    }
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
      throw .impossible(error.typed(reading.text))
    }
  }

  /// Refuses a number without a unit that nobody measures in the unit in which the system shows the
  /// type: who types a height of 180 means centimetres, and not 180 m.
  public static func checkPlausible(
    _ reading: Reading, in system: UnitSystem
  ) throws(MeasurementTextError) {
    let type = reading.unit.type
    guard !reading.isUnitTyped, !type.plausibleValues.contains(reading.baseValue) else { return }
    let units = MeasurementUnit.all.filter { $0.type == type && $0 != reading.unit }
    let likely = units.filter {
      type.plausibleValues.contains($0.baseValue(of: reading.number))
    }
    let best = likely.first { $0.system == system } ?? likely.first
    throw .implausible(
      reading.text, meant: best.map { Reading(number: reading.number, unit: $0).compactText })
  }
}

extension MeasurementText.Reading {
  /// The number as it was typed, with its unit: `-5 mi`.
  var text: String { "\(numberText) \(unit.symbol)" }
  /// Without a blank, for a shell: `180cm`.
  fileprivate var compactText: String { "\(numberText)\(unit.symbol)" }

  private var numberText: String {
    guard number.isFinite, number.magnitude < 1e15 else { return "\(number)" }
    return DecimalText.trimmed(number, maximumFractionDigits: 6)
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
  /// It has no unit, and nobody measures as much in the one that it would have; what may be meant.
  case implausible(String, meant: String?)

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
    case .implausible(let text, let meant?): "\(text)? did you mean \(meant)"
    case .implausible(let text, nil): "\(text)?"
    }
  }

  /// What to write instead, where that helps.
  public var hint: String? {
    switch self {
    case .number(let error): error.hint
    case .noUnit, .unknownUnit, .unitOfOtherType: "allowed: \(allowed.joined(separator: ", "))"
    case .notTwoParts(_, let whole, let part):
      whole.parts.first { $0.unit == part }.map {
        "write whole \(whole.longName), and \(part.longName) below \(Int($0.count))"
      }
    case .implausible: "what has its unit is taken as it is"
    case .empty, .impossible: nil
    }
  }

  /// The symbols of the units that fit, where the unit was at fault; else none.
  public var allowed: [String] {
    switch self {
    case .unknownUnit(_, let type?), .unitOfOtherType(_, let type): Self.symbols(of: [type])
    case .noUnit, .unknownUnit(_, nil): Self.symbols(of: MeasurementType.allCases)
    case .empty, .number, .notTwoParts, .impossible, .implausible: []
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
