// Values whose types are not known when the program is compiled: those of `set(_:forKey:)` and
// `object(forKey:)`.
//
// A program that links Foundation brings its classes. The library does not link it, so they are
// known here by what Swift's runtime says: by their names, and by what they can be cast to. A cast
// alone takes the number 1 for `true` and 5 for 5.0.

internal import FoundationEssentials

extension Preference {
  /// As a program without typed keys sees it.
  var any: Any {
    switch self {
    case .null: Any?.none as Any
    case .bool(let value): value
    case .integer(let value): value
    case .double(let value): value
    case .string(let value): value
    case .data(let value): value
    case .date(let value): value
    case .array(let elements): elements.map(\.any)
    case .dictionary(let members): members.mapValues(\.any)
    }
  }

  /// What is stored for a program's value. Throws for one that has no place in a property list.
  init(any value: Any) throws(UnstorableValue) {
    if let value = value as? any PreferenceStorable, !(type(of: value) is AnyClass) {
      // Optionals, arrays and dictionaries of such values, too.
      self = try value.stored()
    } else if type(of: value) is AnyClass {
      self = try Self.of(foundation: value)
    } else if let optional = value as? any AnyOptional {
      guard let wrapped = optional.wrapped else {
        self = .null
        return
      }
      self = try Preference(any: wrapped)
    } else if let text = value as? Substring {
      self = .string(String(text))
    } else {
      self = try Self.of(container: value)
    }
  }

  private static func of(container value: Any) throws(UnstorableValue) -> Preference {
    if let values = value as? [Any] {
      var elements: [Preference] = []
      for value in values { elements.append(try Preference(any: value)) }
      return .array(elements)
    }
    if let values = value as? [String: Any] {
      var members: [String: Preference] = [:]
      for (key, value) in values { members[key] = try Preference(any: value) }
      return .dictionary(members)
    }
    throw UnstorableValue(reason: "\(type(of: value)) has no place in a property list")
  }

  /// An object of one of Foundation's classes.
  private static func of(foundation value: Any) throws(UnstorableValue) -> Preference {
    switch String(describing: type(of: value)) {
    case "__NSCFBoolean":
      if let value = value as? Bool { return .bool(value) }
    case "NSDecimalNumber":
      // Its text has all of its digits.
      if let decimal = Decimal(string: "\(value)") { return try decimal.stored() }
    case "NSNumber":
      return try of(number: value)
    case "NSNull":
      return .null
    default: break
    }
    if let text = value as? String { return .string(text) }
    if let data = value as? Data { return .data(data) }
    if let date = value as? Date { return .date(date) }
    if let url = value as? URL { return try url.stored() }
    return try of(container: value)
  }

  /// A number that says of itself how it is kept: an integer's text is digits, a double's is not.
  private static func of(number value: Any) throws(UnstorableValue) -> Preference {
    let digits = "\(value)".utf8.drop { $0 == UInt8(ascii: "-") }
    if digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }) {
      if let integer = value as? Int { return .integer(integer) }
      throw UnstorableValue(reason: "integer outside of -2^63 to 2^63 - 1: \(value)")
    }
    // The shortest text of a float is not that of the double that it is cast to.
    guard let double = Double("\(value)") ?? value as? Double else {
      throw UnstorableValue(reason: "\(type(of: value)) has no place in a property list")
    }
    return .double(double)
  }
}

/// An optional of whatever type.
private protocol AnyOptional {
  var wrapped: Any? { get }
}

extension Optional: AnyOptional {
  fileprivate var wrapped: Any? { self }
}
