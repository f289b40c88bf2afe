internal import UnitsClient
internal import UnitsCommandLine
internal import UnitsJSON

/// `doctor`: what is wrong with the set-up, and what mends it.
enum DoctorCommand {
  static var declaration: CommandDeclaration {
    CommandDeclaration(
      .doctor, forms: [""], summary: "check the set-up, and say what mends it",
      details: """
        Looks at the runtime directory, the socket, the daemon and its version, directories and
        their owners, room on the disk, systemd's unit files, the locale, the preferences and the
        records of the group. Changes nothing. Exit status 1 if there is a problem.
        """,
      operands: 0...0, example: "unitsctl doctor",
      json: [
        JSONShape(
          "an array of objects",
          members: [
            .init("check", "the part that was looked at"),
            .init("state", "one of \(Words.list(Finding.State.allCases.map(\.rawValue)))"),
            .init("text", "what was seen"),
            .init("mend", "what to do; null where there is nothing"),
          ])
      ],
      run: run)
  }

  private static func run(_ invocation: Invocation) throws(ControlFailure) -> ExitStatus {
    let findings = Doctor(invocation).examine()
    let isWell = !findings.contains { $0.state == .problem }
    if invocation.wantsJSON {
      try invocation.write("\(JSONValue.array(findings.map(\.json)))\n")
      return isWell ? .done : .no
    }
    var table = TextTable()
    for finding in findings {
      if invocation.streams.output.isTerminal() {
        table.add([finding.state.rawValue, finding.subject, finding.text])
        if let mend = finding.mend { table.add(["", "", "→ \(mend)"]) }
      } else {
        table.add([finding.state.rawValue, finding.subject, finding.text, finding.mend ?? ""])
      }
    }
    try invocation.write(table)
    return isWell ? .done : .no
  }
}
