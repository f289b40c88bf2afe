internal import Units
internal import UnitsClient
internal import UnitsCommandLine
internal import UnitsJSON

/// `toggle`: the other unit system.
enum ToggleCommand {
  static func run(_ invocation: Invocation) throws(ControlFailure) -> ExitStatus {
    let system = try translating { () throws(ClientError) in try invocation.client.toggle() }
    try invocation.report(invocation.text(of: .string(system.rawValue)))
    return .done
  }
}
