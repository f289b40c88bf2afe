internal import UnitsClient
internal import UnitsCommandLine
internal import UnitsJSON
internal import UnitsProtocol
internal import UnitsStore

/// `cas`: sets a preference if it holds what is expected.
enum CompareAndSetCommand {
  static func run(_ invocation: Invocation) throws(ControlFailure) -> ExitStatus {
    var operands = invocation.operands
    let type = invocation.valueType
    let key = operands.removeFirst()
    let new = try ValueType.value(operands.removeLast(), of: key, as: type)
    var expected = JSONValue.null
    if let text = operands.first { expected = try ValueType.value(text, of: key, as: type) }
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
