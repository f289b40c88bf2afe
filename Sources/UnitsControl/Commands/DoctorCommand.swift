internal import UnitsClient
internal import UnitsCommandLine
internal import UnitsJSON

/// `doctor`: what is wrong with the set-up, and what mends it.
enum DoctorCommand {
  static func run(_ invocation: Invocation) throws(ControlFailure) -> ExitStatus {
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
