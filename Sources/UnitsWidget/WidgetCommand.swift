// The arguments of `unitsbar`, as a value.

internal import UnitsClient
internal import UnitsLinux
internal import UnitsStore

/// What one start of `unitsbar` is asked to do.
enum WidgetCommand {
  case show(WidgetOptions)
  case say(String)
  /// The arguments cannot be understood: why, and what could have been meant.
  case refuse(String)

  static let help = """
    usage: unitsbar [--follow] [plain]

    Prints today's distance in the user's units, `3.1 mi today`, and ends.

      --follow            keep running, and print a new line at each change
      --placeholder TEXT  what to show while nothing is known (default: …)
      --group G           the app group (default: \(GroupName.standard))
      --socket PATH       the daemon's socket, and nothing but the daemon
      --no-daemon         use the store directly
      --help              this text
      --version           the version

    example: unitsbar --follow

    """

  /// Reads the arguments behind the program's name.
  static func parse(_ arguments: [String], environment: Environment) -> WidgetCommand {
    var options = WidgetOptions(client: ClientOptions(environment: environment))
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      let (name, attached) = split(argument)
      switch name {
      case "--help", "-h": return .say(help)
      case "--version": return .say("unitsbar \(WidgetProgram.version)\n")
      case "--follow", "-f": options.mode = .follow
      case "--no-daemon": options.client.route = .directOnly
      case "plain": break
      case "--placeholder", "--socket", "--group":
        guard let value = attached ?? rest.popFirst() else {
          return .refuse("option needs a value: \(name)")
        }
        if let refusal = options.set(name, to: value) { return .refuse(refusal) }
      default:
        let kind = name.hasPrefix("-") ? "option" : "format"
        return .refuse("unknown \(kind): \(name)")
      }
    }
    return .show(options)
  }

  /// `--name=value` in two.
  private static func split(_ argument: String) -> (name: String, value: String?) {
    guard argument.hasPrefix("--"), let equals = argument.firstIndex(of: "=") else {
      return (argument, nil)
    }
    return (String(argument[..<equals]), String(argument[argument.index(after: equals)...]))
  }
}

/// How a widget shows and for how long.
struct WidgetOptions {
  enum Mode {
    case once
    case follow
  }

  var client: ClientOptions
  var mode = Mode.once
  var placeholder = "…"

  /// Takes the value of an option; returns why it cannot be taken.
  fileprivate mutating func set(_ name: String, to value: String) -> String? {
    switch name {
    case "--placeholder": placeholder = value
    case "--socket":
      client.socket = SocketAddress(path: value, choice: .named)
      client.route = .daemonOnly
    default:
      guard let group = GroupName(value) else { return "not a group's name: \(value)" }
      client.group = group
    }
    return nil
  }
}
