internal import UnitsClient
internal import UnitsCommandLine
internal import UnitsJSON
internal import UnitsStore

/// `unset`: removes preferences.
enum UnsetCommand {
  static func run(_ invocation: Invocation) throws(ControlFailure) -> ExitStatus {
    var changes = JSONObject()
    for key in invocation.operands { changes[key] = .null }
    if let type = invocation.measurementType(.forType) {
      changes[PreferenceKey.unitSystem(of: type)] = .null
    }
    let patch = changes
    try translating { () throws(ClientError) in try invocation.client.set(patch) }
    return .done
  }
}
