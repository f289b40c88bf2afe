internal import UnitsClient
internal import UnitsCommandLine

/// `completions`: the script that completes our programs' words in a shell.
enum CompletionsCommand {
  static func run(_ invocation: Invocation) throws(ControlFailure) -> ExitStatus {
    guard let shell = Shell(rawValue: invocation.operands[0]) else { return .usage }
    try invocation.write(shell.completionScript)
    return .done
  }
}
