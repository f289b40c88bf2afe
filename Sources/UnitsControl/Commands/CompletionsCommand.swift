internal import UnitsClient

/// `completions`: the script that completes our programs' words in a shell.
enum CompletionsCommand {
  static var declaration: CommandDeclaration {
    CommandDeclaration(
      .completions,
      forms: [Shell.allCases.map(\.rawValue).joined(separator: "|")],
      summary: "print the script that completes these programs' words in a shell",
      details: """
        Where it belongs: ~/.local/share/bash-completion/completions/unitsctl,
        ~/.local/share/zsh/site-functions/_unitsctl (a directory of fpath),
        ~/.config/fish/completions/unitsctl.fish. Or, for this shell only: source it.
        """,
      operands: 1...1, example: "source <(unitsctl completions bash)", run: run)
  }

  private static func run(_ invocation: Invocation) throws(ControlFailure) -> ExitStatus {
    let word = invocation.operands[0]
    guard let shell = Shell(rawValue: word) else {
      let words = Shell.allCases.map(\.rawValue)
      throw .usage(
        "unknown shell: \(word)",
        hint: Words.suggestion(for: word, among: words) ?? "allowed: \(Words.list(words))")
    }
    try invocation.write(shell.completionScript)
    return .done
  }
}
