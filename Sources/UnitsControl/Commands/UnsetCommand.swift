internal import UnitsClient
internal import UnitsJSON
internal import UnitsStore

/// `unset`: removes preferences.
enum UnsetCommand {
  static var declaration: CommandDeclaration {
    CommandDeclaration(
      .unset, forms: ["KEY…", "--for TYPE"], summary: "remove preferences",
      details: "With --for the type is shown in everybody's unit system again.",
      options: [.forType], operands: 0...CommandDeclaration.many,
      example: "unitsctl unset dev.units.bar.goal", run: run)
  }

  private static func run(_ invocation: Invocation) throws(ControlFailure) -> ExitStatus {
    var changes = JSONObject()
    for key in invocation.operands { changes[key] = .null }
    if let type = try invocation.typeOption() {
      changes[PreferenceKey.unitSystem(of: type)] = .null
    }
    if changes.isEmpty {
      throw .usage("operand missing: unset", hint: Help.usage(of: declaration))
    }
    let patch = changes
    try translating { () throws(ClientError) in try invocation.client.set(patch) }
    return .done
  }
}
