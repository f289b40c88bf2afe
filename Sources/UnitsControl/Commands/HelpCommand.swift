internal import UnitsClient

/// `help`: as `--help`.
enum HelpCommand {
  static var declaration: CommandDeclaration {
    CommandDeclaration(
      .help, forms: ["[COMMAND]"], summary: "print help", operands: 0...1,
      example: "unitsctl help set", run: run)
  }

  private static func run(_ invocation: Invocation) throws(ControlFailure) -> ExitStatus {
    // A command is looked up as if it had been typed, and an unknown one is told in the same words.
    let command = try Arguments(parsing: Array(invocation.operands)).command?.declaration
    try invocation.write(Help(for: invocation.streams.output).text(command))
    return .done
  }
}
