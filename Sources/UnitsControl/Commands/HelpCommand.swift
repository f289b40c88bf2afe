internal import UnitsClient
internal import UnitsCommandLine

/// `help`: as `--help`.
enum HelpCommand {
  static func run(_ invocation: Invocation) throws(ControlFailure) -> ExitStatus {
    let command = invocation.operands.first.flatMap(CommandName.init(rawValue:))
    let width = TextLayout.width(columns: invocation.streams.output.columns())
    try invocation.write(Help.text(.unitsctl, command, width: width))
    return .done
  }
}
