internal import Units
internal import UnitsClient
internal import UnitsCommandLine
internal import UnitsJSON
internal import UnitsStore

/// `get`: the unit system, or one preference.
enum GetCommand {
  static func run(_ invocation: Invocation) throws(ControlFailure) -> ExitStatus {
    if invocation.arguments.has(.explain) { return try explain(invocation) }
    guard let key = invocation.operands.first else { return try printUnitSystem(invocation) }
    let values = try translating { () throws(ClientError) in try invocation.client.get([key]) }
    if let value = values[key] {
      try invocation.write(invocation.text(of: value) + "\n")
      return .done
    }
    guard let text = invocation.arguments[.defaultValue] else {
      invocation.hint(aboutKeys: [key])
      return .no
    }
    try invocation.write(invocation.text(of: try ValueType.value(text, of: key, as: nil)) + "\n")
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
    let type = invocation.measurementType(.forType)
    let shown = try translating { () throws(ClientError) in
      try invocation.client.unitSystem(of: type)
    }
    if let warning = shown.warning { invocation.warn(warning) }
    try invocation.write(invocation.text(of: .string(shown.system.rawValue)) + "\n")
    return .done
  }
}
