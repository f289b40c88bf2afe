internal import UnitsClient
internal import UnitsCommandLine
internal import UnitsJSON
internal import UnitsStore

/// `list`: every preference in a line.
enum ListCommand {
  static var declaration: CommandDeclaration {
    CommandDeclaration(
      .list, forms: ["[PREFIX]"], summary: "print preferences, a key and its value a line, sorted",
      details:
        "On a terminal the values stand below each other; else a tab parts them from the keys.",
      operands: 0...1, example: "unitsctl list dev.units.",
      json: [JSONShape("one object, keys to values")], run: run)
  }

  private static func run(_ invocation: Invocation) throws(ControlFailure) -> ExitStatus {
    let all = try translating { () throws(ClientError) in try invocation.client.list() }
    let prefix = invocation.operands.first ?? ""
    let members = all.members.filter { $0.key.hasPrefix(prefix) }
    if invocation.wantsJSON {
      try invocation.write("\(SortedMembers(ascending: members).object)\n")
      return .done
    }
    var table = TextTable()
    for member in members { table.add([member.key, ValueText.plain(member.value)]) }
    try invocation.write(table)
    return .done
  }
}
