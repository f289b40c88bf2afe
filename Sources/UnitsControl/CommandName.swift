// The one declaration of the commands: parsing, help, and whatever else is made of it.
//
// It is a switch and no table, so that the command that is run costs nothing for those that are
// not.

internal import UnitsClient
internal import UnitsCommandLine

/// A command, by the word that is typed.
enum CommandName: String, CaseIterable {
  case get, set, toggle, unset, cas, list, watch, dump, load
  case log, records, summary, chart, `import`, convert
  case pick, status, doctor, demo, completions, manual, help, complete

  var declaration: CommandDeclaration {
    switch self {
    case .get: GetCommand.declaration
    case .set: SetCommand.declaration
    case .toggle: ToggleCommand.declaration
    case .unset: UnsetCommand.declaration
    case .cas: CompareAndSetCommand.declaration
    case .list: ListCommand.declaration
    case .watch: WatchCommand.declaration
    case .dump: DumpCommand.declaration
    case .load: LoadCommand.declaration
    case .log: LogCommand.declaration
    case .records: RecordsCommand.declaration
    case .summary: SummaryCommand.declaration
    case .chart: ChartCommand.declaration
    case .import: ActivityImportCommand.declaration
    case .convert: ConvertCommand.declaration
    case .status: StatusCommand.declaration
    case .pick: PickCommand.declaration
    case .doctor: DoctorCommand.declaration
    case .demo: DemoCommand.declaration
    case .completions: CompletionsCommand.declaration
    case .manual: ManualCommand.declaration
    case .help: HelpCommand.declaration
    case .complete: CompleteCommand.declaration
    }
  }
}

extension CommandName {
  /// The commands that people are told of.
  static var listed: [CommandName] { allCases.filter { $0.declaration.listing == .listed } }
}

/// What is said of a command, and what it does.
struct CommandDeclaration {
  let name: CommandName
  /// What is typed behind the command's name, one text a form.
  let forms: [String]
  /// One line, for the list of commands.
  let summary: String
  /// More, where one line does not say it.
  let details: String?
  /// The options of this command only.
  let options: [OptionName]
  /// What an option means here, where that is not what it says of itself.
  let meanings: [OptionName: String]
  /// How many operands there may be.
  let operands: ClosedRange<Int>
  /// A line to try.
  let example: String
  /// What `--json` prints; none of a command that prints the same with it.
  var json: [JSONShape] { makeJSON() }
  /// Made when it is asked for: a command that is run costs nothing for it.
  private let makeJSON: () -> [JSONShape]
  let listing: Listing
  let run: (Invocation) throws(ControlFailure) -> ExitStatus

  /// Whether people are told of it.
  enum Listing {
    case listed
    /// Only programs run it.
    case hidden
  }

  init(
    _ name: CommandName, forms: [String], summary: String, details: String? = nil,
    options: [OptionName] = [], meanings: [OptionName: String] = [:],
    operands: ClosedRange<Int>, example: String,
    json: @escaping @autoclosure () -> [JSONShape] = [], listing: Listing = .listed,
    run: @escaping (Invocation) throws(ControlFailure) -> ExitStatus
  ) {
    self.name = name
    self.forms = forms
    self.summary = summary
    self.details = details
    self.options = options
    self.meanings = meanings
    self.operands = operands
    self.example = example
    makeJSON = json
    self.listing = listing
    self.run = run
  }

  /// More operands than anybody types.
  static let many = Int.max
}
