import UnitsJSON

/// Any bytes are refused or become a value, and what is written of a value is that value again.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  guard let value = try? JSONValue(parsing: bytes) else {
    precondition((try? JSONObject.parseMembers(bytes)) == nil, "the two parsers agree")
    precondition((try? JSONView(checking: bytes.span).isNull) == nil, "and so does the check")
    return 0
  }
  precondition((try? JSONView(checking: bytes.span).value) == value, "a view sees the same value")
  let compact = text(of: value, .compact)
  precondition((try? JSONValue(parsing: compact)) == value, "compact text is the value again")
  precondition((try? JSONValue(parsing: text(of: value, .pretty))) == value, "so is pretty text")
  if let again = try? JSONValue(parsing: compact) {
    precondition(text(of: again, .compact) == compact, "what is written twice is written alike")
  }
  if case .object(let object) = value {
    let members = try? JSONObject.parseMembers(bytes)
    precondition(members?.map(\.key) == object.map(\.key), "the two parsers see the same keys")
    precondition(members?.map(\.value) == object.map(\.value), "and the same values")
    for (key, _, position) in members ?? [] {
      precondition(bytes[position.offset] == UInt8(ascii: "\""), "key \(key) begins with a quote")
    }
  }
  return 0
}

private func text(of value: JSONValue, _ style: JSONStyle) -> [UInt8] {
  var output: [UInt8] = []
  value.write(into: &output, style: style)
  return output
}
