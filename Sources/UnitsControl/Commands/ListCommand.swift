internal import UnitsClient
internal import UnitsJSON
internal import UnitsStore

/// `list`: every preference in a line.
enum ListCommand {
  static var declaration: CommandDeclaration {
    CommandDeclaration(
      .list, forms: ["[PREFIX]"], summary: "print preferences, `KEY VALUE` a line, sorted",
      operands: 0...1, example: "unitsctl list dev.units.", run: run)
  }

  private static func run(_ invocation: Invocation) throws(ControlFailure) -> ExitStatus {
    let all = try translating { () throws(ClientError) in try invocation.client.list() }
    let prefix = invocation.operands.first ?? ""
    let members = all.members.filter { $0.key.hasPrefix(prefix) }
    if invocation.wantsJSON {
      try invocation.write("\(SortedMembers(ascending: members).object)\n")
      return .done
    }
    var lines = ""
    for member in members { lines += ValueText.line(member.key, member.value) }
    if !lines.isEmpty { try invocation.write(lines) }
    return .done
  }
}
