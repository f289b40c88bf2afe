// The commands of `unitsctl`: parsing, help, manual and completion are made of what is said here.
//
// It is a switch and no table, so that the command that is run costs nothing for those that are
// not.

internal import UnitsPreferences

/// A command, by the word that is typed.
package enum CommandName: String, CaseIterable, Sendable {
  case get, set, toggle, unset, cas, list, watch, dump, load
  case log, records, summary, chart, `import`, convert
  case pick, status, doctor, demo, completions, manual, help, complete

  package var declaration: CommandDeclaration {
    switch self {
    case .get: .get
    case .set: .set
    case .toggle: .toggle
    case .unset: .unset
    case .cas: .compareAndSet
    case .list: .list
    case .watch: .watch
    case .dump: .dump
    case .load: .load
    case .log: .log
    case .records: .records
    case .summary: .summary
    case .chart: .chart
    case .import: .import
    case .convert: .convert
    case .status: .status
    case .pick: .pick
    case .doctor: .doctor
    case .demo: .demo
    case .completions: .completions
    case .manual: .manual
    case .help: .help
    case .complete: .complete
    }
  }

  /// The commands that people are told of; one more is for the shells' scripts.
  package static let listed: [CommandName] = allCases.filter { $0 != .complete }

  /// The command of a word on the command line.
  init(typed word: String) throws(UsageError) {
    // `init(rawValue:)` of as many cases makes a dictionary of them first, for a third of the
    // instructions of a whole `get`.
    for name in CommandName.allCases where name.rawValue == word {
      self = name
      return
    }
    throw Self.unknown(word)
  }

  static func unknown(_ word: String) -> UsageError {
    UsageError(
      "unknown command: \(word)",
      hint: TypingError.suggestion(for: word, among: listed.map(\.rawValue))
        ?? Program.unitsctl.advice(nil))
  }
}

/// What is said of a command.
package struct CommandDeclaration: Sendable {
  package let name: CommandName
  package let forms: [CommandForm]
  /// One line, for the list of commands.
  package let summary: String
  /// More, in paragraphs parted by empty lines, where one line does not say it.
  package let details: String?
  /// A line to try.
  package let example: String
  /// What `--json` prints; none of a command that prints the same with it.
  package var json: [JSONShape] { makeJSON() }
  /// Made when it is asked for: a command that is run costs nothing for it.
  private let makeJSON: @Sendable () -> [JSONShape]

  init(
    _ name: CommandName, _ forms: [CommandForm], summary: String, details: String? = nil,
    example: String, json: @escaping @autoclosure @Sendable () -> [JSONShape] = []
  ) {
    self.name = name
    self.forms = forms
    self.summary = summary
    self.details = details
    self.example = example
    makeJSON = json
  }

  /// The options of this command only, in the order of its forms.
  package var ownOptions: [OptionDeclaration] { CommandForm.options(of: forms) }

  /// Its own options, and those of every command.
  package var allOptions: [OptionDeclaration] {
    ownOptions
      + Program.unitsctl.options.map { option in
        option.name == OptionDeclaration.json.name && json.isEmpty
          ? option.meaning("changes nothing here") : option
      }
  }
}
