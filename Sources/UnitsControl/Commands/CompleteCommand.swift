internal import UnitsClient
internal import UnitsCommandLine

/// `complete`: what could be typed next. The shells' scripts run it.
enum CompleteCommand {
  static func run(_ invocation: Invocation) throws(ControlFailure) -> ExitStatus {
    let words = Array(invocation.operands.dropFirst())
    let program = Program(rawValue: invocation.operands[0]) ?? .unitsctl
    let completion = Completion(words, of: program) { line in
      LiveGroup(line, invocation.environment).words
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
