// The one parser of command lines.
//
// `--name=value` and `--name value` are the same, a value for a flag is refused, and so is an option
// without the value that it needs. Letters may stand together, `-qg GROUP` or `-qgGROUP`. What is given
// twice counts as it was given last, but for options that say otherwise. `--` ends the options, a dash
// alone is standard input, and one before a digit or a point a sign. Options may stand anywhere. What
// is asked for by `--help` and `--version` is done where the options are right, whatever else is.

internal import UnitsPreferences

/// A command line, taken apart and checked against what its program declares.
package struct ParsedLine: Sendable {
  /// What is to be done with it.
  package enum Request: Sendable {
    case help
    case version
    case run
  }

  package let program: Program
  package private(set) var request = Request.run
  package private(set) var command: CommandName?
  package private(set) var operands: [String] = []
  /// As they were given.
  package private(set) var options: [(option: OptionDeclaration, value: String)] = []

  /// Reads the words behind the program's name.
  package init(_ words: [String], of program: Program) throws(UsageError) {
    self.program = program
    try take(words)
    if !options.isEmpty {
      if has(.help) { request = .help } else if has(.version) { request = .version }
    }
    if request == .run { try check() }
  }

  package func has(_ option: OptionDeclaration) -> Bool {
    options.contains { $0.option.name == option.name }
  }

  /// The option's value; the last one where it was given twice.
  package subscript(option: OptionDeclaration) -> String? {
    options.last { $0.option.name == option.name }?.value
  }

  /// Every value of an option that may be given again.
  package func all(_ option: OptionDeclaration) -> [String] {
    options.filter { $0.option.name == option.name }.map(\.value)
  }

  /// The options as words for a program that takes the same ones, but for one that it is not given.
  package func optionWords(without dropped: OptionDeclaration? = nil) -> [String] {
    options.compactMap { option, value in
      guard option.name != dropped?.name else { return nil }
      return "--\(option.name)" + (option.kind == nil ? "" : "=\(value)")
    }
  }

  /// The value of an option, in the type of its words; nil without it.
  package func word<Word: RawRepresentable<String>>(
    _ option: OptionDeclaration, as type: Word.Type = Word.self
  ) -> Word? {
    self[option].flatMap(Word.init(rawValue:))
  }

  // MARK: Taking apart

  private mutating func take(_ words: [String]) throws(UsageError) {
    var rest = words[...]
    var optionsHaveEnded = false
    while let word = rest.popFirst() {
      if optionsHaveEnded || !Self.isOption(word) {
        if command == nil, program == .unitsctl {
          command = try CommandName(typed: word)
        } else {
          operands.append(word)
        }
      } else if word == "--" {
        optionsHaveEnded = true
      } else if word.hasPrefix("--") {
        try takeLong(word, &rest)
      } else {
        try takeLetters(word, &rest)
      }
    }
  }

  /// A dash alone is standard input, and one before a digit or a point a sign.
  static func isOption(_ word: String) -> Bool {
    let bytes = word.utf8
    guard bytes.first == UInt8(ascii: "-"), bytes.count > 1 else { return false }
    return !bytes.dropFirst().prefix(1).allSatisfy { byte in
      (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: ".")
    }
  }

  private mutating func takeLong(
    _ word: String, _ rest: inout ArraySlice<String>
  ) throws(UsageError) {
    var name = word
    var value: String?
    if let sign = word.firstIndex(of: "=") {
      name = String(word[..<sign])
      value = String(word[word.index(after: sign)...])
    }
    let option = try option(name) { "--\($0.name)" == name }
    guard option.kind != nil else {
      guard value == nil else { throw UsageError("option takes no value: \(name)") }
      options.append((option, ""))
      return
    }
    guard let value = value ?? rest.popFirst() else {
      throw UsageError("option needs a value: \(name)")
    }
    options.append((option, value))
  }

  private mutating func takeLetters(
    _ word: String, _ rest: inout ArraySlice<String>
  ) throws(UsageError) {
    var letters = word.dropFirst()
    while let letter = letters.popFirst() {
      let name = "-\(letter)"
      let option = try option(name) { $0.short == letter }
      guard option.kind != nil else {
        options.append((option, ""))
        continue
      }
      // What stands behind the letter is its value, else the next word.
      guard let value = letters.isEmpty ? rest.popFirst() : String(letters) else {
        throw UsageError("option needs a value: \(name)")
      }
      options.append((option, value))
      return
    }
  }

  private func option(
    _ name: String, _ isMeant: (OptionDeclaration) -> Bool
  ) throws(UsageError) -> OptionDeclaration {
    let globals = program.options
    if let option = globals.first(where: isMeant) { return option }
    let own = command?.declaration.ownOptions ?? program.formOptions
    if let option = own.first(where: isMeant) { return option }
    let place = command.map { " of \($0.rawValue)" } ?? ""
    let names = (globals + own).map { "--\($0.name)" }
    throw UsageError(
      "unknown option\(place): \(name)",
      hint: TypingError.suggestion(for: name, among: names) ?? program.advice(command))
  }

  // MARK: Checking

  private func check() throws(UsageError) {
    if !options.isEmpty {
      for (option, value) in options { try option.kind?.check(value) }
      if has(.socket), has(.noDaemon) {
        throw UsageError("options exclude each other: --socket, --no-daemon")
      }
    }
    let forms: [CommandForm]
    if program == .unitsctl {
      guard let command else { throw UsageError("command missing", hint: program.advice(nil)) }
      forms = command.declaration.forms
    } else {
      forms = program.declaration.forms
    }
    do throws(UsageError) {
      if try CommandForm.match(forms, self) == nil {
        // A command whose every form needs an option.
        throw UsageError("option missing: --\(forms.first?.needs.first?.name ?? "")")
      }
    } catch {
      guard error.hint == nil, error.status == .usage else { throw error }
      throw UsageError(error.message, hint: Help.usage(of: program, command))
    }
  }
}
