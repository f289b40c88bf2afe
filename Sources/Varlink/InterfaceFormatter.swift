/// Writes an interface description in its canonical form.
struct InterfaceFormatter {
  /// A declaration up to this wide stays on one line.
  private static let lineWidth = 80
  private static let indentation = "  "

  private var output = ""

  mutating func format(_ interface: InterfaceDescription) -> String {
    writeComments(interface.documentation, depth: 0)
    output += "\(Keyword.interface) \(interface.name)\n"
    for member in interface.members {
      output += "\n"
      write(member)
      output += "\n"
    }
    if !interface.closingComments.isEmpty {
      output += "\n"
      writeComments(interface.closingComments, depth: 0)
    }
    return output
  }

  private mutating func write(_ member: InterfaceDescription.Member) {
    switch member {
    case .type(let declaration):
      writeComments(declaration.documentation, depth: 0)
      output += "\(Keyword.type) \(declaration.name) "
      write(declaration.type, depth: 0, reserved: 0)
    case .error(let declaration):
      writeComments(declaration.documentation, depth: 0)
      output += "\(Keyword.error) \(declaration.name) "
      write(.structure(declaration.parameters), depth: 0, reserved: 0)
    case .method(let declaration):
      writeComments(declaration.documentation, depth: 0)
      output += "\(Keyword.method) \(declaration.name)"
      // Room is kept for the output's opening parenthesis, so that it never stands alone.
      write(.structure(declaration.input), depth: 0, reserved: " -> (".count)
      output += " -> "
      write(.structure(declaration.output), depth: 0, reserved: 0)
    }
  }

  /// Writes a type behind what stands on the line, leaving `reserved` columns for what follows.
  private mutating func write(_ type: ValueType, depth: Int, reserved: Int) {
    if let line = inline(type, atMost: Self.lineWidth - reserved - column) {
      output += line
      return
    }
    switch type {
    case .nullable(let inner):
      output += "?"
      write(inner, depth: depth, reserved: reserved)
    case .array(let element):
      output += "[]"
      write(element, depth: depth, reserved: reserved)
    case .map(let value):
      output += "[string]"
      write(value, depth: depth, reserved: reserved)
    case .structure(let fields):
      writeLines(of: fields, depth: depth, documentation: \.documentation) { formatter, field in
        formatter.output += "\(field.name): "
        formatter.write(field.type, depth: depth + 1, reserved: ",".count)
      }
    case .enumeration(let choices):
      writeLines(of: choices, depth: depth, documentation: \.documentation) { formatter, choice in
        formatter.output += choice.name
      }
    case .bool, .int, .float, .string, .object, .any, .named:
      // Too wide for the line, and nowhere to break it.
      output += inline(type, atMost: .max) ?? ""
    }
  }

  private mutating func writeLines<Item>(
    of items: [Item], depth: Int, documentation: (Item) -> [String],
    _ write: (inout InterfaceFormatter, Item) -> Void
  ) {
    if items.isEmpty {
      output += "()"
      return
    }
    output += "(\n"
    for (index, item) in items.enumerated() {
      writeComments(documentation(item), depth: depth + 1)
      indent(depth + 1)
      write(&self, item)
      output += index == items.count - 1 ? "\n" : ",\n"
    }
    indent(depth)
    output += ")"
  }

  private mutating func writeComments(_ lines: [String], depth: Int) {
    for line in lines {
      indent(depth)
      output += line.isEmpty ? "#\n" : "# \(line)\n"
    }
  }

  private mutating func indent(_ depth: Int) {
    for _ in 0..<depth { output += Self.indentation }
  }

  /// The width of what stands on the line already.
  private var column: Int {
    let line = output.utf8.lastIndex(of: UInt8(ascii: "\n")).map { output.utf8.index(after: $0) }
    return output.utf8.distance(from: line ?? output.startIndex, to: output.endIndex)
  }

  /// The type on one line; nil if it has comments inside or is wider than `limit`.
  private func inline(_ type: ValueType, atMost limit: Int) -> String? {
    guard limit > 0 else { return nil }
    let line: String
    switch type {
    case .bool: line = Keyword.bool
    case .int: line = Keyword.int
    case .float: line = Keyword.float
    case .string: line = Keyword.string
    case .object: line = Keyword.object
    case .any: line = Keyword.any
    case .named(let name): line = name
    case .nullable(let inner):
      guard let rest = inline(inner, atMost: limit - 1) else { return nil }
      line = "?" + rest
    case .array(let element):
      guard let rest = inline(element, atMost: limit - 2) else { return nil }
      line = "[]" + rest
    case .map(let value):
      guard let rest = inline(value, atMost: limit - 8) else { return nil }
      line = "[string]" + rest
    case .structure(let fields):
      var parts: [String] = []
      for field in fields {
        guard field.documentation.isEmpty, let type = inline(field.type, atMost: limit - 2) else {
          return nil
        }
        parts.append("\(field.name): \(type)")
      }
      line = "(\(parts.joined(separator: ", ")))"
    case .enumeration(let choices):
      guard choices.allSatisfy(\.documentation.isEmpty) else { return nil }
      line = "(\(choices.map(\.name).joined(separator: ", ")))"
    }
    return line.utf8.count <= limit ? line : nil
  }
}
