// The programs, and what each says of itself.

/// A program, by its name.
package enum Program: String, CaseIterable, Sendable {
  case unitsctl, unitsbar, unitsd
  case unitsImport = "units-import"
  case unitsBench = "units-bench"

  /// Those that users have; the benchmarks stay with the sources.
  package static let installed: [Program] = [.unitsctl, .unitsbar, .unitsd, .unitsImport]

  /// The options that it takes whatever else is typed.
  package var options: [OptionDeclaration] {
    switch self {
    case .unitsctl: Self.controlOptions
    case .unitsbar: Self.widgetOptions
    case .unitsd: Self.daemonOptions
    case .unitsImport: Self.importOptions
    case .unitsBench: Self.benchOptions
    }
  }

  /// The options of one of its forms; none of one that has commands.
  var formOptions: [OptionDeclaration] {
    self == .unitsctl ? [] : CommandForm.options(of: declaration.forms)
  }

  /// All that it takes, those of one form first.
  package var allOptions: [OptionDeclaration] { formOptions + options }

  package var declaration: ProgramDeclaration {
    switch self {
    case .unitsctl: Self.controlDeclaration
    case .unitsbar: Self.widgetDeclaration
    case .unitsd: Self.daemonDeclaration
    case .unitsImport: Self.importDeclaration
    case .unitsBench: Self.benchDeclaration
    }
  }

  /// The section of the manual: 1 for a command, 8 for a daemon.
  package var section: Int { self == .unitsd ? 8 : 1 }

  /// `unitsd(8)`
  package var page: String { "\(rawValue)(\(section))" }

  /// What to do who does not know the options.
  func advice(_ command: CommandName?) -> String {
    if let command { return "`\(rawValue) \(command.rawValue) --help` says what it takes" }
    return self == .unitsctl
      ? "`\(rawValue) --help` lists the commands" : "`\(rawValue) --help` says what it takes"
  }
}

/// What is said of a program, for help and manual.
package struct ProgramDeclaration: Sendable {
  /// One line for the manual's list of pages, without the program's name.
  package let summary: String
  /// What may be typed behind the program's name; none of one that has commands.
  package let forms: [CommandForm]
  /// Paragraphs.
  package let description: [String]
  /// What the operands are, where their names do not say it.
  package let operands: [(kind: ValueKind, summary: String)]
  /// What `--json` prints.
  package let json: [JSONShape]
  /// Paragraphs behind the options.
  package let notes: [String]
  /// More files than all of them have.
  package let files: [ManualPage.Term]
  /// The statuses that it ends with.
  package let statuses: [ExitStatus]
  /// A line to try.
  package let example: String

  init(
    summary: String, forms: [CommandForm] = [], description: [String],
    operands: [(kind: ValueKind, summary: String)] = [], json: [JSONShape] = [],
    notes: [String] = [], files: [ManualPage.Term] = [],
    statuses: [ExitStatus] = ExitStatus.allCases, example: String
  ) {
    self.summary = summary
    self.forms = forms
    self.description = description
    self.operands = operands
    self.json = json
    self.notes = notes
    self.files = files
    self.statuses = statuses
    self.example = example
  }
}
