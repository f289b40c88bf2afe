import UnitsJSON

/// The members of messages that the protocol defines, and what both kinds of message share.
package enum Header {
  package static let method = "method"
  package static let parameters = "parameters"
  package static let oneway = "oneway"
  package static let more = "more"
  package static let upgrade = "upgrade"
  package static let continues = "continues"
  package static let error = "error"

  /// The members of the one object that a frame holds.
  static func members(of frame: borrowing Span<UInt8>) throws(ProtocolViolation) -> JSONObject {
    let value: JSONValue
    do {
      value = try JSONValue(parsing: frame)
    } catch {
      throw .invalidJSON(error)
    }
    guard case .object(let members) = value else { throw .notAnObject }
    return members
  }

  /// Absent, `null` and `{}` are the same (UAPI.20, "Call" and "Reply").
  static func parameters(from value: JSONValue) throws(ProtocolViolation) -> JSONObject {
    switch value {
    case .object(let members): return members
    case .null: return JSONObject()
    default: throw .wrongTypedHeader(parameters)
    }
  }

  /// A vendor's member has a dot in its name and is an object; it is ignored.
  static func checkVendorExtension(_ member: JSONObject.Member) throws(ProtocolViolation) {
    guard member.key.utf8.contains(UInt8(ascii: ".")) else { throw .unknownHeader(member.key) }
    guard case .object = member.value else { throw .wrongTypedHeader(member.key) }
  }
}

extension [UInt8] {
  /// Appends a header's name and the colon; names of headers need no escaping.
  package mutating func appendHeader(_ name: String) {
    append(UInt8(ascii: "\""))
    append(contentsOf: name.utf8)
    append(UInt8(ascii: "\""))
    append(UInt8(ascii: ":"))
  }

  /// Appends `,"name":true`.
  mutating func appendFlag(_ name: String) {
    append(UInt8(ascii: ","))
    appendHeader(name)
    append(contentsOf: "true".utf8)
  }

  /// Appends the brace that ends a message and the NUL that ends its frame.
  package mutating func appendEndOfMessage() {
    append(UInt8(ascii: "}"))
    append(FrameDecoder.terminator)
  }
}
