// Values as people type them.

internal import UnitsClient
internal import UnitsCommandLine
internal import UnitsJSON
internal import UnitsPreferences
internal import UnitsStore

extension ValueType {
  /// Reads a value that is typed for a key; without a type in that of the key, if it is one of ours,
  /// else by its looks: `true` and `false` are bool, `12` is int, `1.5` double, the rest string.
  static func value(
    _ text: String, of key: String, as type: ValueType?
  ) throws(ControlFailure) -> JSONValue {
    guard let type else {
      return PreferenceDeclaration.of(key)?.kind.storage == .text ? .string(text) : guess(text)
    }
    let value: JSONValue? =
      switch type {
      case .string: .string(text)
      case .bool: Bool(text).map { .bool($0) }
      case .int: Int(text).map { .integer($0) }
      case .double: Double(text).flatMap { $0.isFinite ? .double($0) : nil }
      // The store looks at what is inside.
      case .data: .object([PreferenceValue.dataMember: .string(text)])
      case .date: .object([PreferenceValue.dateMember: .string(text)])
      case .json: try json(text)
      }
    guard let value else { throw ControlFailure(.badData, "not of type \(type.rawValue): \(text)") }
    return value
  }

  private static func json(_ text: String) throws(ControlFailure) -> JSONValue {
    let value: JSONValue
    do throws(JSONError) { value = try JSONValue(parsing: text) } catch {
      throw ControlFailure(.badData, "not JSON (\(error)): \(text)")
    }
    if value == .null {
      throw ControlFailure(.badData, "null is no value", hint: "`unitsctl unset KEY` removes a key")
    }
    return value
  }

  private static func guess(_ text: String) -> JSONValue {
    if let bool = Bool(text) { return .bool(bool) }
    guard let first = text.utf8.first, first == UInt8(ascii: "-") || isDigit(first) else {
      return .string(text)
    }
    let number: JSONValue
    do throws(JSONError) { number = try JSONValue(parsing: text) } catch { return .string(text) }
    switch number {
    // With white space around it, which JSON allows, it is a text.
    case _ where !text.utf8.allSatisfy { $0 > 0x20 }: return .string(text)
    // An integer too large for one would lose digits as a double: somebody's number of an account.
    case .double where text.utf8.dropFirst().allSatisfy(isDigit): return .string(text)
    default: return number
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }
}

extension Invocation {
  /// The type that was asked for.
  var valueType: ValueType? { arguments.word(.valueType) }
}
