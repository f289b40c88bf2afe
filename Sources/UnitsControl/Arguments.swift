// From words to a command with its options and operands.

/// A command line, taken apart: options may stand anywhere, `--` ends them.
struct Arguments {
  private(set) var command: CommandName?
  private(set) var operands: [String] = []
  private(set) var options: [(name: OptionName, value: String)] = []

  init(parsing words: [String]) throws(ControlFailure) {
    var rest = words[...]
    var optionsHaveEnded = false
    while let word = rest.popFirst() {
      if !optionsHaveEnded, word == "--" {
        optionsHaveEnded = true
      } else if !optionsHaveEnded, Self.isOption(word) {
        try takeOption(word, &rest)
      } else if command == nil {
        command = try Self.command(word)
      } else {
        operands.append(word)
      }
    }
  }

  func has(_ name: OptionName) -> Bool {
    options.contains { $0.name == name }
  }

  /// The option's value; the last one where it was given twice.
  subscript(name: OptionName) -> String? {
    options.last { $0.name == name }?.value
  }

  /// Refuses a number of operands that the command cannot have.
  func checkOperands(of command: CommandDeclaration) throws(ControlFailure) {
    if command.operands.contains(operands.count) { return }
    let usage = Help.usage(of: command)
    if operands.count < command.operands.lowerBound {
      throw .usage("operand missing: \(command.name.rawValue)", hint: usage)
    }
    throw .usage("unexpected operand: \(operands[command.operands.upperBound])", hint: usage)
  }

  /// A dash alone is standard input, and one before a digit a sign.
  private static func isOption(_ word: String) -> Bool {
    let bytes = word.utf8
    guard bytes.first == UInt8(ascii: "-"), bytes.count > 1 else { return false }
    return !bytes.dropFirst().prefix(1).allSatisfy { byte in
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: ".")
    }
  }

  private static func command(_ word: String) throws(ControlFailure) -> CommandName {
    // `init(rawValue:)` of as many cases makes a dictionary of them first, for a third of the
    // instructions of a whole `get`.
    for name in CommandName.allCases where name.rawValue == word { return name }
    throw .usage(
      "unknown command: \(word)",
      hint: Words.suggestion(for: word, among: CommandName.listed.map(\.rawValue))
        ?? "`unitsctl --help` lists the commands")
  }

  private mutating func takeOption(
    _ word: String, _ rest: inout ArraySlice<String>
  ) throws(ControlFailure) {
    var text = word
    var value: String?
    if word.hasPrefix("--"), let sign = word.firstIndex(of: "=") {
      text = String(word[..<sign])
      value = String(word[word.index(after: sign)...])
    }
    let name = try option(text)
    if name.placeholder == nil {
      guard value == nil else { throw .usage("option takes no value: \(text)") }
      options.append((name, ""))
      return
    }
    guard let value = value ?? rest.popFirst() else {
      throw .usage("option needs a value: \(text)")
    }
    options.append((name, value))
  }

  private func option(_ text: String) throws(ControlFailure) -> OptionName {
    let known = OptionName.global + (command?.declaration.options ?? [])
    for name in known where text == "--\(name.rawValue)" || isShort(text, name) { return name }
    let place = command.map { " of \($0.rawValue)" } ?? ""
    throw .usage(
      "unknown option\(place): \(text)",
      hint: Words.suggestion(for: text, among: known.map { "--\($0.rawValue)" }))
  }

  private func isShort(_ text: String, _ name: OptionName) -> Bool {
    name.short.map { text == "-\($0)" } ?? false
  }
}
