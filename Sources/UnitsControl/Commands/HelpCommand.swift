internal import UnitsClient

/// `help`: as `--help`.
enum HelpCommand {
  static var declaration: CommandDeclaration {
    CommandDeclaration(
      .help, forms: ["[COMMAND]"], summary: "print help", operands: 0...1,
      example: "unitsctl help set", run: run)
  }

  private static func run(_ invocation: Invocation) throws(ControlFailure) -> ExitStatus {
    guard let word = invocation.operands.first else {
      try invocation.write(Help.overview)
      return .done
    }
    let command = try Arguments(parsing: [word]).command
    try invocation.write(command.map { Help.text($0.declaration) } ?? Help.overview)
    return .done
  }
}
