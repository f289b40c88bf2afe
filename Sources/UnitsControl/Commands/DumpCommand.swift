internal import UnitsClient
internal import UnitsStore

/// `dump`: what the user has set, as it would be in the group's file; administrators' values would
/// become the user's own when they are loaded again.
enum DumpCommand {
  static var declaration: CommandDeclaration {
    CommandDeclaration(
      .dump, forms: [""], summary: "print the whole group as JSON, without administrators' values",
      operands: 0...0,
      example: "unitsctl dump > preferences.json", run: run)
  }

  private static func run(_ invocation: Invocation) throws(ControlFailure) -> ExitStatus {
    let all = try translating { () throws(ClientError) in try invocation.client.ownValues() }
    try invocation.write(String(decoding: GroupDocument(all).encode(), as: UTF8.self))
    return .done
  }
}
