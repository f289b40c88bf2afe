internal import UnitsClient
internal import UnitsStore

/// `dump`: the whole group as it would be in its file.
enum DumpCommand {
  static var declaration: CommandDeclaration {
    CommandDeclaration(
      .dump, forms: [""], summary: "print the whole group as JSON", operands: 0...0,
      example: "unitsctl dump > preferences.json", run: run)
  }

  private static func run(_ invocation: Invocation) throws(ControlFailure) -> ExitStatus {
    let all = try translating { () throws(ClientError) in try invocation.client.list() }
    try invocation.write(String(decoding: GroupDocument(all).encode(), as: UTF8.self))
    return .done
  }
}
