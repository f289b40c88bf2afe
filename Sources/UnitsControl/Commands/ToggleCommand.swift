internal import Units
internal import UnitsClient
internal import UnitsCommandLine
internal import UnitsJSON

/// `toggle`: the other unit system.
enum ToggleCommand {
  static var declaration: CommandDeclaration {
    CommandDeclaration(
      .toggle, forms: [""], summary: "switch to the other unit system, and print it",
      operands: 0...0, example: "unitsctl toggle",
      json: [JSONShape("the new system as a JSON string")], run: run)
  }

  private static func run(_ invocation: Invocation) throws(ControlFailure) -> ExitStatus {
    let system = try translating { () throws(ClientError) in try invocation.client.toggle() }
    try invocation.report(invocation.text(of: .string(system.rawValue)))
    return .done
  }
}
