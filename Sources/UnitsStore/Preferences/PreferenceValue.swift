// What a preference can hold: the types of UserDefaults, written as JSON.

internal import Units
package import UnitsJSON
package import UnitsProtocol

/// The types of a preference's value.
///
/// String, bool, int, double, array and dictionary are JSON's own; data and dates are objects with
/// one reserved member, `{"$data": base64}` and `{"$date": RFC 3339}`. There is no null.
package enum PreferenceValue {
  package static let dataMember = "$data"
  package static let dateMember = "$date"

  /// How deep arrays and dictionaries may be nested in a value: what stands around it in a reply
  /// (the message, its parameters, their values) adds three to it, and a peer reads up to 128.
  package static let maximumDepth = JSONValue.defaultMaximumDepth - 3

  /// Throws if the value, or a value inside it, is none that a preference can hold.
  package static func check(_ value: JSONValue, key: String) throws(PreferenceError) {
    try check(value, key: key, depth: 0)
  }

  /// `depth` arrays and dictionaries are open around the value.
  private static func check(
    _ value: JSONValue, key: String, depth: Int
  ) throws(PreferenceError) {
    switch value {
    case .null:
      throw .invalidValue(key: key, reason: "null inside a value", allowed: nil)
    case .double(let number):
      guard number.isFinite else {
        throw .invalidValue(key: key, reason: "number that is not finite", allowed: nil)
      }
    case .bool, .integer:
      break
    case .string(let text):
      try check(text: text, key: key)
    case .array(let elements):
      try check(depth: depth + 1, key: key)
      for element in elements { try check(element, key: key, depth: depth + 1) }
    case .object(let object):
      try check(depth: depth + 1, key: key)
      try checkReserved(object, key: key)
      for member in object {
        try check(text: member.key, key: key)
        try check(member.value, key: key, depth: depth + 1)
      }
    }
  }

  private static func check(depth: Int, key: String) throws(PreferenceError) {
    guard depth <= maximumDepth else {
      throw .invalidValue(
        key: key, reason: "nested more than \(maximumDepth) deep", allowed: nil)
    }
  }

  /// A NUL ends a frame; neither the protocol nor our own parser takes an escaped one.
  private static func check(text: String, key: String) throws(PreferenceError) {
    guard !text.utf8.contains(0) else {
      throw .invalidValue(key: key, reason: "NUL character in text", allowed: nil)
    }
  }

  private static func checkReserved(_ object: JSONObject, key: String) throws(PreferenceError) {
    if let data = object[dataMember] {
      guard object.count == 1, let text = data.stringValue, isBase64(text) else {
        throw .invalidValue(key: key, reason: "\(dataMember) without base64 text", allowed: nil)
      }
    }
    if let date = object[dateMember] {
      guard object.count == 1, let text = date.stringValue, isTime(text) else {
        throw .invalidValue(
          key: key, reason: "\(dateMember) without an RFC 3339 time", allowed: nil)
      }
    }
  }

  private static func isTime(_ text: String) -> Bool {
    do throws(RFC3339Error) {
      _ = try RFC3339.parse(text)
      return true
    } catch {
      return false
    }
  }

  /// Base64 with padding, RFC 4648 section 4.
  private static func isBase64(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard bytes.count.isMultiple(of: 4) else { return false }
    let padding = bytes.suffix(2).reversed().prefix { $0 == UInt8(ascii: "=") }.count
    return bytes.dropLast(padding).allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"):
        true
      default:
        false
      }
    }
  }
}
