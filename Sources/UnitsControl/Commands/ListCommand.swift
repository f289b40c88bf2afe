internal import UnitsClient
internal import UnitsCommandLine
internal import UnitsJSON
internal import UnitsStore

/// `list`: every preference in a line.
enum ListCommand {
  static func run(_ invocation: Invocation) throws(ControlFailure) -> ExitStatus {
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
