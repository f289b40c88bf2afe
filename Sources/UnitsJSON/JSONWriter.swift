// The writer: compact for the wire, pretty for files that people read, edit and keep under version
// control. Both are a function of the value alone, so equal states give equal bytes.

/// How a value is laid out.
public enum JSONStyle: Sendable {
  /// No white space; members in their order.
  case compact
  /// An element or member a line, two spaces a level, keys sorted by their bytes at every level;
  /// `{}` and `[]` when empty. No line feed at the end.
  case pretty
}

extension JSONValue {
  /// Appends the text of the value to `output`.
  ///
  /// A double is written as the shortest text that reads back as the same double, always with a
  /// point or an exponent, so that it stays one. Text is escaped as by ``JSONText``. A double that
  /// is not finite has no JSON and is written as `null`, as by JavaScript's `JSON.stringify`.
  public func write(into output: inout [UInt8], style: JSONStyle = .compact) {
    switch style {
    case .compact: writeCompact(into: &output)
    case .pretty: writePretty(into: &output, level: 0)
    }
  }

  private func writeCompact(into output: inout [UInt8]) {
    switch self {
    case .array(let elements):
      output.append(UInt8(ascii: "["))
      let elements = elements.span
      for place in elements.indices {
        if place > 0 { output.append(UInt8(ascii: ",")) }
        elements[place].writeCompact(into: &output)
      }
      output.append(UInt8(ascii: "]"))
    case .object(let object):
      JSONObject.write(object.members, into: &output)
    default:
      writeScalar(into: &output)
    }
  }

  private func writePretty(into output: inout [UInt8], level: Int) {
    switch self {
    case .array(let elements) where !elements.isEmpty:
      output.append(UInt8(ascii: "["))
      for place in elements.indices {
        if place > 0 { output.append(UInt8(ascii: ",")) }
        Self.startLine(level: level + 1, in: &output)
        elements[place].writePretty(into: &output, level: level + 1)
      }
      Self.startLine(level: level, in: &output)
      output.append(UInt8(ascii: "]"))
    case .object(let object) where !object.isEmpty:
      output.append(UInt8(ascii: "{"))
      var isFirst = true
      for member in object.sorted(by: { ByteOrder($0.key, $1.key) == .before }) {
        if !isFirst { output.append(UInt8(ascii: ",")) }
        isFirst = false
        Self.startLine(level: level + 1, in: &output)
        JSONText.writeString(member.key, into: &output)
        output.append(UInt8(ascii: ":"))
        output.append(UInt8(ascii: " "))
        member.value.writePretty(into: &output, level: level + 1)
      }
      Self.startLine(level: level, in: &output)
      output.append(UInt8(ascii: "}"))
    default:
      writeCompact(into: &output)
    }
  }

  private func writeScalar(into output: inout [UInt8]) {
    switch self {
    case .null: output.append(contentsOf: "null".utf8)
    case .bool(true): output.append(contentsOf: "true".utf8)
    case .bool(false): output.append(contentsOf: "false".utf8)
    case .integer(let value): Self.writeInteger(value, into: &output)
    case .double(let value):
      // Swift's description is the shortest text that reads back, with ".0" or an exponent.
      output.append(contentsOf: (value.isFinite ? value.description : "null").utf8)
    case .string(let value): JSONText.writeString(value, into: &output)
    case .array, .object: writeCompact(into: &output)
    }
  }

  /// Appends an integer's decimal digits.
  package static func writeInteger(_ value: Int, into output: inout [UInt8]) {
    if value < 0 { output.append(UInt8(ascii: "-")) }
    var rest = value.magnitude
    var power: UInt = 1
    while rest / power >= 10 { power *= 10 }
    while power > 0 {
      output.append(UInt8(ascii: "0") + UInt8(rest / power))
      rest %= power
      power /= 10
    }
  }

  private static func startLine(level: Int, in output: inout [UInt8]) {
    output.append(UInt8(ascii: "\n"))
    for _ in 0..<level {
      output.append(UInt8(ascii: " "))
      output.append(UInt8(ascii: " "))
    }
  }
}

extension JSONObject {
  /// Appends the compact text of an object with these members.
  package static func write(_ members: [Member], into output: inout [UInt8]) {
    output.append(UInt8(ascii: "{"))
    // A span lends its elements where an array would copy them.
    let members = members.span
    for place in members.indices {
      if place > 0 { output.append(UInt8(ascii: ",")) }
      JSONText.writeString(members[place].key, into: &output)
      output.append(UInt8(ascii: ":"))
      members[place].value.write(into: &output)
    }
    output.append(UInt8(ascii: "}"))
  }
}
