// From the name of a command to what it does. What is said of it is in `UnitsCommandLine`.

internal import UnitsCommandLine

extension CommandName {
  /// Runs the command. It is a switch and no table, so that the command that is run costs nothing for
  /// those that are not.
  func run(_ invocation: Invocation) throws(ControlFailure) -> ExitStatus {
    switch self {
    case .get: try GetCommand.run(invocation)
    case .set: try SetCommand.run(invocation)
    case .toggle: try ToggleCommand.run(invocation)
    case .unset: try UnsetCommand.run(invocation)
    case .cas: try CompareAndSetCommand.run(invocation)
    case .list: try ListCommand.run(invocation)
    case .watch: try WatchCommand.run(invocation)
    case .dump: try DumpCommand.run(invocation)
    case .load: try LoadCommand.run(invocation)
    case .log: try LogCommand.run(invocation)
    case .records: try RecordsCommand.run(invocation)
    case .summary: try SummaryCommand.run(invocation)
    case .chart: try ChartCommand.run(invocation)
    case .import: try ActivityImportCommand.run(invocation)
    case .convert: try ConvertCommand.run(invocation)
    case .status: try StatusCommand.run(invocation)
    case .pick: try PickCommand.run(invocation)
    case .doctor: try DoctorCommand.run(invocation)
    case .demo: try DemoCommand.run(invocation)
    case .completions: try CompletionsCommand.run(invocation)
    case .manual: try ManualCommand.run(invocation)
    case .help: try HelpCommand.run(invocation)
    case .complete: try CompleteCommand.run(invocation)
    }
  }
}
