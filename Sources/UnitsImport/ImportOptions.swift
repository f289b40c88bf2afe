// The arguments of `units-import`, as a value.

internal import Units
internal import UnitsClient
internal import UnitsCommandLine
internal import UnitsLinux
internal import UnitsStore

/// How one start of `units-import` is to go.
struct ImportOptions {
  /// What one start is asked to do.
  enum Command {
    case run(ImportOptions)
    case say(String)
    /// The arguments cannot be understood: why, and what could have been meant.
    case refuse(String, hint: String)
  }

  enum Source {
    case files([String])
    /// What is in the folder of the preference, each file once it is complete.
    case folder
  }

  var client: ClientOptions
  var settings = Importer.Settings()
  var source = Source.folder
  /// What a child is told that imports a file of the folder.
  var passedOn: [String] = []
  var wantsJSON = false
  var isQuiet = false

  private static let hint = "units-import --help tells what is possible"
  /// Longer than an hour is for ever, and for ever is a hang.
  private static let longestTimeout = 3600.0

  /// Reads the arguments behind the program's name.
  static func parse(
    _ arguments: [String], environment: Environment, now: Instant
  ) -> Command {
    var options = ImportOptions(client: ClientOptions(environment: environment))
    var files: [String] = []
    var isFolder = false
    var optionsAreOver = false
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      guard argument.hasPrefix("-"), argument != "-", !optionsAreOver else {
        files.append(argument)
        continue
      }
      let (name, attached) = split(argument)
      func value() -> String? { attached ?? rest.popFirst() }
      let missing = Command.refuse("option needs a value: \(name)", hint: hint)
      switch name {
      case "--": optionsAreOver = true
      case "--help", "-h": return .say(ImportCommandLine.declaration.help())
      case "--version", "-V": return .say("\(ImportProgram.name) \(Version.text)\n")
      case "--folder": isFolder = true
      case "--courses": options.settings.courses = .taken
      case "--at":
        guard let text = value() else { return missing }
        guard let time = Timestamp.typed(text, now: now) else {
          return .refuse("not a time: \(text)", hint: Timestamp.typedForms)
        }
        options.settings.time = time
      case "--json": options.wantsJSON = true
      case "--quiet", "-q": options.isQuiet = true
      case "--no-daemon": options.client.route = .directOnly
      case "--socket":
        guard let path = value() else { return missing }
        options.client.socket = SocketAddress(path: path, choice: .named)
        options.client.route = .daemonOnly
      case "--group", "-g":
        guard let text = value() else { return missing }
        guard let group = GroupName(text) else {
          return .refuse("not a group's name: \(text)", hint: hint)
        }
        options.client.group = group
      case "--timeout":
        guard let text = value() else { return missing }
        guard let seconds = Double(text), seconds > 0, seconds <= longestTimeout else {
          return .refuse("not a timeout: \(text)", hint: "seconds above 0, up to 3600")
        }
        options.client.timeout = .seconds(seconds)
      default: return .refuse("unknown option: \(name)", hint: hint)
      }
    }
    guard isFolder else {
      if files.isEmpty { return .refuse("file missing", hint: hint) }
      options.source = .files(files)
      return .run(options)
    }
    options.passedOn = arguments.filter { $0 != "--folder" }
    if let file = files.first { return .refuse("--folder excludes a file: \(file)", hint: hint) }
    return .run(options)
  }

  /// `--name=value` in two.
  private static func split(_ argument: String) -> (name: String, value: String?) {
    guard argument.hasPrefix("--"), let equals = argument.firstIndex(of: "=") else {
      return (argument, nil)
    }
    return (String(argument[..<equals]), String(argument[argument.index(after: equals)...]))
  }
}
