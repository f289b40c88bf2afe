// The arguments of `unitsbar`, as a value.

internal import UnitsClient
internal import UnitsCommandLine
internal import UnitsLinux
internal import UnitsStore

/// What one start of `unitsbar` is asked to do.
enum WidgetCommand {
  case show(WidgetOptions)
  /// What a click runs: the other unit system.
  case toggle(WidgetOptions)
  /// What a turn of the wheel runs: the next period.
  case scroll(WidgetOptions, WheelDirection)
  case say(String)
  /// The arguments cannot be understood: why, and what could have been meant.
  case refuse(String, hint: String)

  static var help: String {
    let columns = TerminalSize(of: StandardStream.output.rawValue)?.columns
    return WidgetCommandLine.declaration.help(width: TextLayout.width(columns: columns))
  }

  private static let hint = "unitsbar --help tells what is possible"

  /// Reads the arguments behind the program's name.
  static func parse(_ arguments: [String], environment: Environment) -> WidgetCommand {
    var options = WidgetOptions(client: ClientOptions(environment: environment))
    var action = WidgetCommand.show
    var format: String?
    var rest = arguments[...]
    var optionsAreOver = false
    while let argument = rest.popFirst() {
      guard argument.hasPrefix("-"), argument != "-", !optionsAreOver else {
        if format != nil { return .refuse("one format too many: \(argument)", hint: hint) }
        format = argument
        continue
      }
      let (name, attached) = split(argument)
      func value() -> String? { attached ?? rest.popFirst() }
      let missing = WidgetCommand.refuse("option needs a value: \(name)", hint: hint)
      switch name {
      case "--": optionsAreOver = true
      case "--help", "-h": return .say(help)
      case "--version", "-V": return .say("unitsbar \(Version.text)\n")
      case "--follow", "-f": options.mode = .follow
      case "--no-daemon": options.client.route = .directOnly
      case "--toggle": action = WidgetCommand.toggle
      case "--scroll":
        guard let word = value() else { return missing }
        guard let direction = WheelDirection(rawValue: word) else {
          return .refuse("unknown direction: \(word)", hint: "directions: up, down")
        }
        action = { .scroll($0, direction) }
      case "--merge":
        guard let command = value() else { return missing }
        options.merge = command
      case "--socket":
        guard let path = value() else { return missing }
        options.client.socket = SocketAddress(path: path, choice: .named)
        options.client.route = .daemonOnly
      case "--group":
        guard let text = value() else { return missing }
        guard let group = GroupName(text) else {
          return .refuse("not a group's name: \(text)", hint: hint)
        }
        options.client.group = group
      default:
        guard let setting = WidgetSetting.allCases.first(where: { $0.option == name }) else {
          return .refuse("unknown option: \(name)", hint: hint)
        }
        guard let text = value() else { return missing }
        do throws(WidgetSettingError) { try options.settings.set(setting, to: text) } catch {
          return .refuse("\(name): \(error.reason)", hint: error.hint)
        }
      }
    }
    if let format {
      guard let known = WidgetFormat(rawValue: format) else {
        let words = WidgetFormat.allCases.map(\.rawValue).joined(separator: ", ")
        return .refuse("unknown format: \(format)", hint: "formats: \(words)")
      }
      options.format = known
    }
    if options.merge != nil, options.format != .i3bar || options.mode != .follow {
      return .refuse(
        "--merge is of another format", hint: "unitsbar --follow i3bar --merge i3status")
    }
    return action(options)
  }

  /// `--name=value` in two.
  private static func split(_ argument: String) -> (name: String, value: String?) {
    guard argument.hasPrefix("--"), let equals = argument.firstIndex(of: "=") else {
      return (argument, nil)
    }
    return (String(argument[..<equals]), String(argument[argument.index(after: equals)...]))
  }
}
