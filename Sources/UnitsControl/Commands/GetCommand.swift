internal import Units
internal import UnitsClient
internal import UnitsCommandLine
internal import UnitsJSON
internal import UnitsStore

/// `get`: the unit system, or one preference.
enum GetCommand {
  static var declaration: CommandDeclaration {
    CommandDeclaration(
      .get, forms: ["[--for TYPE]", "KEY [--default VALUE]", "--explain [KEY]"],
      summary: "print the unit system, or a preference",
      details: """
        Without KEY prints metric or imperial; the very first time the locale decides, and its
        word is stored. With --for prints the system in which that type is shown: its own, else
        everybody's. With KEY prints that preference; where it is absent, nothing, and the exit
        status is 1. With --explain it says which file the value stands in, which file of the
        administrators locks the key, and what of yours counts for nothing because of that.
        """,
      options: [.defaultValue, .explain, .forType], operands: 0...1,
      example: "unitsctl get dev.units.bar.goal",
      json: [
        JSONShape("the value as JSON"),
        JSONShape(
          "one object; what there is not is left out", when: "--explain",
          members: [
            .init("value", "what counts"), .init("file", "the path of the file that it stands in"),
            .init("locked_by", "the path of the administrators' file that locks the key"),
            .init("ignored", "your own value, which counts for nothing"),
          ]),
      ], run: run)
  }

  private static func run(_ invocation: Invocation) throws(ControlFailure) -> ExitStatus {
    if invocation.arguments.has(.explain) { return try explain(invocation) }
    guard let key = invocation.operands.first else { return try printUnitSystem(invocation) }
    if invocation.arguments.has(.forType) {
      throw .usage("--for excludes a key: \(key)", hint: Help.usage(of: declaration))
    }
    let values = try translating { () throws(ClientError) in try invocation.client.get([key]) }
    if let value = values[key] {
      try invocation.write(invocation.text(of: value) + "\n")
      return .done
    }
    guard let text = invocation.arguments[.defaultValue] else { return .no }
    try invocation.write(invocation.text(of: try ValueType.value(text, as: nil)) + "\n")
    return .done
  }

  private static func explain(_ invocation: Invocation) throws(ControlFailure) -> ExitStatus {
    let key = invocation.operands.first ?? PreferenceKey.unitSystem
    let found = try translating { () throws(ClientError) in
      try invocation.client.explanation(of: key)
    }
    let facts: [(name: String, value: JSONValue?)] = [
      ("value", found.value), ("file", found.path.map { .string($0) }),
      ("locked_by", found.lockPath.map { .string($0) }), ("ignored", found.ignored),
    ]
    var object = JSONObject()
    var lines = ""
    for (name, value) in facts {
      guard let value else { continue }
      object.append(name, value)
      let label = String(name.map { $0 == "_" ? " " : $0 })
      lines += "\(label): \(ValueText.escaped(ValueText.plain(value)))\n"
    }
    try invocation.write(invocation.wantsJSON ? "\(object)\n" : lines)
    return found.value == nil ? .no : .done
  }

  private static func printUnitSystem(_ invocation: Invocation) throws(ControlFailure) -> ExitStatus
  {
    let type = try invocation.typeOption()
    let shown = try translating { () throws(ClientError) in
      try invocation.client.unitSystem(of: type)
    }
    if let warning = shown.warning { invocation.warn(warning) }
    try invocation.write(invocation.text(of: .string(shown.system.rawValue)) + "\n")
    return .done
  }
}
