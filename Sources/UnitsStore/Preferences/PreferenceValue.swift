// What a preference can hold: the types of UserDefaults, written as JSON.

internal import Units
package import UnitsJSON

/// The types of a preference's value.
///
/// String, bool, int, double, array and dictionary are JSON's own; data and dates are objects with
/// one reserved member, `{"$data": base64}` and `{"$date": RFC 3339}`. There is no null.
package enum PreferenceValue {
  package static let dataMember = "$data"
  package static let dateMember = "$date"

  /// Throws if the value, or a value inside it, is none that a preference can hold.
  package static func check(_ value: JSONValue, key: String) throws(PreferenceError) {
    switch value {
    case .null:
      throw .invalidValue(key: key, reason: "null inside a value", allowed: nil)
    case .double(let number):
      guard number.isFinite else {
        throw .invalidValue(key: key, reason: "number that is not finite", allowed: nil)
      }
    case .bool, .integer, .string:
      break
    case .array(let elements):
      for element in elements { try check(element, key: key) }
    case .object(let object):
      try checkReserved(object, key: key)
      for member in object { try check(member.value, key: key) }
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
