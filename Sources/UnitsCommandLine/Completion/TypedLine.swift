/// A command line that is still being typed: nothing in it is an error yet.
struct TypedLine {
  private(set) var command: CommandDeclaration?
  /// Whether a word stands where a command should: nothing is known of what is behind it.
  private(set) var hasUnknownCommand = false
  private(set) var operands: [String] = []
  /// The options that were given with their values, for the group and the way to it.
  private(set) var given: [String] = []
  /// The word at the cursor, as far as the cursor.
  let word: String
  /// The option whose value the word is.
  var expectsValue: OptionName?
  /// Whether no `--` came before.
  private(set) var mayBeOption = true

  init(_ words: [String]) {
    word = words.last ?? ""
    for text in words.dropLast() { take(text) }
  }

  /// The options that may be given here.
  var options: [OptionName] { (command?.options ?? []) + OptionName.global }

  func option(_ text: String) -> OptionName? {
    options.first { option in
      text == "--\(option.rawValue)" || (option.short.map { text == "-\($0)" } ?? false)
    }
  }

  private mutating func take(_ text: String) {
    if let option = expectsValue {
      expectsValue = nil
      given += ["--\(option.rawValue)", text]
    } else if mayBeOption, text == "--" {
      mayBeOption = false
    } else if mayBeOption, text.hasPrefix("-"), text != "-" {
      let name = text.prefix { $0 != "=" }
      guard let option = option(String(name)) else { return }
      if option.placeholder != nil, name.count == text.count {
        expectsValue = option
      } else {
        given.append(text)
      }
    } else if command == nil, !hasUnknownCommand {
      command = CommandName(rawValue: text)?.declaration
      hasUnknownCommand = command == nil
    } else {
      operands.append(text)
    }
  }
}
