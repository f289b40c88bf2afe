internal import UnitsClient
internal import UnitsCommandLine

/// `complete`: what could be typed next. The shells' scripts run it.
enum CompleteCommand {
  static var declaration: CommandDeclaration {
    CommandDeclaration(
      .complete, forms: ["PROGRAM -- WORD…"], summary: "print what could be typed next",
      details: """
        WORD… are the words behind the program's name up to the cursor, the last one perhaps empty.
        The first line says what the shell is to add: words, files or directories, and what of the
        word stays in front of them. Each further line is a text, a tab, and what it is.
        """,
      operands: 1...CommandDeclaration.many, example: "unitsctl complete unitsctl -- get ''",
      listing: .hidden, run: run)
  }

  private static func run(_ invocation: Invocation) throws(ControlFailure) -> ExitStatus {
    let words = Array(invocation.operands.dropFirst())
    let completion: Completion
    switch invocation.operands[0] {
    case WidgetCommandLine.name:
      completion = Completion(words: words, of: WidgetCommandLine.declaration)
    case DaemonCommandLine.name:
      completion = Completion(words: words, of: DaemonCommandLine.declaration)
    default: completion = Completion(controlWords: words, environment: invocation.environment)
    }
    var text = "\(completion.files.rawValue)\t\(completion.kept)\n"
    // No shell can be given a candidate with a line end in it.
    for candidate in completion.candidates where ValueText.escaped(candidate.text) == candidate.text
    {
      text += "\(candidate.text)\t\(candidate.description)\n"
    }
    try invocation.write(text)
    return .done
  }
}
