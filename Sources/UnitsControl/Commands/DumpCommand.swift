internal import UnitsClient
internal import UnitsCommandLine
internal import UnitsStore

/// `dump`: what the user has set, as it would be in the group's file; administrators' values would
/// become the user's own when they are loaded again.
enum DumpCommand {
  static func run(_ invocation: Invocation) throws(ControlFailure) -> ExitStatus {
    let all = try translating { () throws(ClientError) in try invocation.client.ownValues() }
    try invocation.write(String(decoding: GroupDocument(all).encode(), as: UTF8.self))
    return .done
  }
}
