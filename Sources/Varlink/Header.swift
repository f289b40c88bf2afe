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
  @_lifetime(copy frame)
  static func members(of frame: Span<UInt8>) throws(ProtocolViolation) -> JSONCursor {
    let message: JSONView
    do throws(JSONError) {
      message = try JSONView(checking: frame)
    } catch {
      throw .invalidJSON(error)
    }
    guard message.isObject else { throw .notAnObject }
    return JSONCursor(message)
  }

  /// A vendor's member has a dot in its name and is an object; it is ignored.
  static func checkVendorExtension(_ member: JSONCursor) throws(ProtocolViolation) {
    let name = member.name
    guard name.utf8.contains(UInt8(ascii: ".")) else { throw .unknownHeader(name) }
    guard member.value.isObject else { throw .wrongTypedHeader(name) }
  }
}

extension JSONView {
  /// The object; absent, `null` and `{}` are the same (UAPI.20, "Call" and "Reply").
  var object: JSONObject { value.objectValue ?? JSONObject() }
}

extension [UInt8] {
  /// Appends `,"name":true`.
  mutating func appendFlag(_ name: String) {
    append(UInt8(ascii: ","))
    JSONText.writeName(name, into: &self)
    append(contentsOf: "true".utf8)
  }

  /// Appends `,"parameters":` and the object that `write` appends; neither if that is `{}`.
  mutating func appendParameters(_ write: (inout [UInt8]) -> Void) {
    let start = count
    append(UInt8(ascii: ","))
    JSONText.writeName(Header.parameters, into: &self)
    let object = count
    write(&self)
    if count - object == 2 { removeSubrange(start...) }
  }

  /// Appends the brace that ends a message and the NUL that ends its frame.
  mutating func appendEndOfMessage() {
    append(UInt8(ascii: "}"))
    append(FrameDecoder.terminator)
  }
}
