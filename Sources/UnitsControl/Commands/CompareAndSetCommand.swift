internal import UnitsClient
internal import UnitsCommandLine
internal import UnitsJSON
internal import UnitsProtocol
internal import UnitsStore

/// `cas`: sets a preference if it holds what is expected.
enum CompareAndSetCommand {
  static var declaration: CommandDeclaration {
    CommandDeclaration(
      .cas, forms: ["KEY EXPECTED VALUE [--type TYPE]", "KEY --absent VALUE [--type TYPE]"],
      summary: "compare and set: set a preference if it holds what is expected",
      details: "Prints what is now stored; exit status 1 if the comparison failed.",
      options: [.absent, .type], operands: 2...3,
      example: "unitsctl cas counter 41 42",
      json: [
        JSONShape(
          "one object",
          members: [
            .init("applied", "whether the comparison held, and the value was set"),
            .init("value", "what is now stored; null if nothing is"),
          ])
      ], run: run)
  }

  private static func run(_ invocation: Invocation) throws(ControlFailure) -> ExitStatus {
    var operands = invocation.operands
    let type = try invocation.valueType()
    guard operands.count == (invocation.arguments.has(.absent) ? 2 : 3) else {
      throw .usage(
        "number of operands is wrong: \(operands.joined(separator: " "))",
        hint: Help.usage(of: declaration))
    }
    let key = operands.removeFirst()
    let new = try ValueType.value(operands.removeLast(), as: type)
    var expected = JSONValue.null
    if let text = operands.first { expected = try ValueType.value(text, as: type) }
    let condition: JSONObject = [key: expected]
    let result = try translating { () throws(ClientError) in
      try invocation.client.compareAndSet(expected: condition, values: [key: new])
    }
    let stored = result.values[key]
    if invocation.wantsJSON {
      let object: JSONObject = [
        "applied": .bool(result.outcome == .applied), "value": stored ?? .null,
      ]
      try invocation.report(object.description)
    } else if let stored {
      try invocation.report(invocation.text(of: stored))
    }
    return result.outcome == .applied ? .done : .no
  }
}
