/// A command line that is still being typed: nothing in it is an error yet.
package struct TypedLine: Sendable {
  package let program: Program
  package private(set) var command: CommandName?
  /// Whether a word stands where a command should: nothing is known of what is behind it.
  private(set) var hasUnknownCommand = false
  package private(set) var operands: [String] = []
  /// The options that were given with their values, for the group and the way to it.
  package private(set) var given: [String] = []
  /// The word at the cursor, as far as the cursor.
  let word: String
  /// The option whose value the word is.
  var expectsValue: OptionDeclaration?
  /// Whether no `--` came before.
  private(set) var mayBeOption = true

  init(_ words: [String], of program: Program) {
    self.program = program
    word = words.last ?? ""
    for text in words.dropLast() { take(text) }
  }

  /// The options that may be given here.
  var options: [OptionDeclaration] {
    if let command { return command.declaration.allOptions }
    return program == .unitsctl ? program.options : program.allOptions
  }

  /// What may stand behind the program's or the command's name.
  var forms: [CommandForm] {
    command?.declaration.forms ?? (program == .unitsctl ? [] : program.declaration.forms)
  }

  func option(_ text: String) -> OptionDeclaration? {
    options.first { option in
      text == "--\(option.name)" || (option.short.map { text == "-\($0)" } ?? false)
    }
  }

  private mutating func take(_ text: String) {
    if let option = expectsValue {
      expectsValue = nil
      given += ["--\(option.name)", text]
    } else if mayBeOption, text == "--" {
      mayBeOption = false
    } else if mayBeOption, ParsedLine.isOption(text) {
      takeOption(text)
    } else if program == .unitsctl, command == nil, !hasUnknownCommand {
      command = CommandName.allCases.first { $0.rawValue == text }
      hasUnknownCommand = command == nil
    } else {
      operands.append(text)
    }
  }

  private mutating func takeOption(_ text: String) {
    guard text.hasPrefix("--") else {
      // The last letter may need a value.
      guard let letter = text.last, let option = option("-\(letter)") else { return }
      if option.kind != nil { expectsValue = option }
      return
    }
    let name = text.prefix { $0 != "=" }
    guard let option = option(String(name)) else { return }
    if option.kind != nil, name.count == text.count {
      expectsValue = option
    } else {
      given.append(text)
    }
  }
}
