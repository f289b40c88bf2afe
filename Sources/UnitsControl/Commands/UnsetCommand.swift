internal import UnitsClient
internal import UnitsJSON

/// `unset`: removes preferences.
enum UnsetCommand {
  static var declaration: CommandDeclaration {
    CommandDeclaration(
      .unset, forms: ["KEY…"], summary: "remove preferences", operands: 1...CommandDeclaration.many,
      example: "unitsctl unset dev.units.bar.goal", run: run)
  }

  private static func run(_ invocation: Invocation) throws(ControlFailure) -> ExitStatus {
    var changes = JSONObject()
    for key in invocation.operands { changes[key] = .null }
    let patch = changes
    try translating { () throws(ClientError) in try invocation.client.set(patch) }
    return .done
  }
}
