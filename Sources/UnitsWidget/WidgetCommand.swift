// The arguments of `unitsbar`, as a value.

internal import UnitsClient
internal import UnitsCommandLine
internal import UnitsLinux
internal import UnitsPreferences
internal import UnitsPrograms
internal import UnitsStore

/// What one start of `unitsbar` is asked to do.
enum WidgetCommand {
  case show(WidgetOptions)
  /// What a click runs: the other unit system.
  case toggle(WidgetOptions)
  /// What a turn of the wheel runs: the next period.
  case scroll(WidgetOptions, WheelDirection)
  case say(String)
  /// The arguments cannot be understood.
  case refuse(UsageError)

  /// How long a line waits for a daemon that does not answer, before it goes without: bars show nothing
  /// meanwhile.
  private static let patience: Duration = .milliseconds(250)

  /// Reads the arguments behind the program's name.
  static func parse(_ arguments: [String], environment: Environment) -> WidgetCommand {
    let start = Start(arguments, of: .unitsbar) {
      TerminalSize(of: StandardStream.output.rawValue)?.columns
    }
    switch start {
    case .refuse(let error): return .refuse(error)
    case .say(let text): return .say(text)
    case .run(let line):
      do throws(UsageError) { return try command(line, environment) } catch {
        return .refuse(error)
      }
    }
  }

  private static func command(
    _ line: ParsedLine, _ environment: Environment
  ) throws(UsageError) -> WidgetCommand {
    var options = WidgetOptions(client: try ClientOptions(line, environment: environment))
    options.client.patience = Self.patience
    if line.has(.follow) { options.mode = .follow }
    if let format = line.operands.first.flatMap(WidgetFormat.init(rawValue:)) {
      options.format = format
    }
    for setting in BarSetting.allCases {
      guard let text = line[.bar(setting)] else { continue }
      do throws(ValueRefusal) { try options.settings.set(setting, to: text) } catch {
        throw UsageError("\(error.reason): \(text)", hint: error.hint, status: .badData)
      }
    }
    options.merge = line[.merge]
    if options.merge != nil, options.format != .i3bar || options.mode != .follow {
      throw UsageError(
        "--merge is of another format", hint: "unitsbar --follow i3bar --merge i3status")
    }
    if line.has(.toggle) { return .toggle(options) }
    if let direction = line.word(.scroll, as: WheelDirection.self) {
      return .scroll(options, direction)
    }
    return .show(options)
  }
}
