// The program `unitsd`: arguments and environment in, exit status out.

internal import UnitsCommandLine
package import UnitsLinux
internal import UnitsStore

/// The whole of `unitsd` but its `main.swift`.
package enum DaemonProgram {
  /// The exit statuses of sysexits.h that are used here.
  private enum ExitStatus {
    static let done: Int32 = 0
    static let usage: Int32 = 64
    static let inputOutput: Int32 = 74
    static let alreadyRunning: Int32 = 75
    static let notPermitted: Int32 = 77
  }

  /// What the command line says.
  private struct Wishes {
    var socket: String?
    var readOnlySocket: String?
    var readOnlyGroups: Set<GroupName> = []
    var idleExit: Duration?
  }

  private enum Command {
    case serve(Wishes)
    case say(String)
    case refuse(String)
  }

  /// A year is for ever, and what is longer may not be counted in nanoseconds.
  private static let longestIdleExit: Double = 365 * 86_400

  private enum Option: String {
    case socket = "--socket"
    case readOnlySocket = "--read-only-socket"
    case readOnlyGroup = "--read-only-group"
    case idleExit = "--idle-exit"
  }

  /// Runs the daemon to its end. `arguments` are those behind the program's name.
  package static func run(arguments: [String], environment: Environment) -> Int32 {
    switch parse(arguments) {
    case .say(let text):
      StandardStream.output.write(text)
      return ExitStatus.done
    case .refuse(let reason):
      StandardStream.error.write("unitsd: \(reason)\ntry: unitsd --help\n")
      return ExitStatus.usage
    case .serve(let wishes):
      return serve(wishes, environment)
    }
  }

  private static func parse(_ arguments: [String]) -> Command {
    var wishes = Wishes()
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--help" || argument == "-h" {
        let columns = TerminalSize(of: StandardStream.output.rawValue)?.columns
        return .say(
          DaemonCommandLine.declaration.help(width: TextLayout.width(columns: columns)))
      }
      if argument == "--version" || argument == "-V" { return .say("unitsd \(Version.text)\n") }
      let words = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard let option = words.first.flatMap({ Option(rawValue: String($0)) }) else {
        return .refuse("unknown argument: \(argument)")
      }
      guard let value = words.count > 1 ? String(words[1]) : rest.popFirst() else {
        return .refuse("option needs a value: \(option.rawValue)")
      }
      switch option {
      case .socket: wishes.socket = value
      case .readOnlySocket: wishes.readOnlySocket = value
      case .readOnlyGroup:
        guard let group = GroupName(value) else { return .refuse("not a group's name: \(value)") }
        wishes.readOnlyGroups.insert(group)
      case .idleExit:
        guard let seconds = Double(value), seconds > 0, seconds <= Self.longestIdleExit else {
          return .refuse("not a number of seconds: \(value)")
        }
        wishes.idleExit = .seconds(seconds)
      }
    }
    return .serve(wishes)
  }

  private static func serve(_ wishes: Wishes, _ environment: Environment) -> Int32 {
    let log = Log(program: "unitsd", environment: environment)
    guard let paths = StorePaths(environment: environment) else {
      log(.error, "no place for the store: HOME is not set")
      return ExitStatus.inputOutput
    }
    let address =
      wishes.socket.map { SocketAddress(path: $0, choice: .named) }
      ?? SocketAddress(environment: environment)
    let configuration = DaemonConfiguration(
      socketPath: address.path,
      readOnlySocketPath: wishes.readOnlySocket ?? address.readOnlyPath,
      readOnlyGroups: wishes.readOnlyGroups.isEmpty ? [.standard] : wishes.readOnlyGroups,
      paths: paths, log: log, serviceManager: ServiceManager(environment: environment),
      inherited: ServiceManager.inherited(environment: environment),
      registry: Registry.directory(environment: environment), idleExit: wishes.idleExit)
    guard configuration.idleExit == nil || !configuration.inherited.isEmpty else {
      log(.error, "--idle-exit takes a service manager that starts the daemon again")
      return ExitStatus.usage
    }
    SignalWatch.ignoreBrokenPipes()
    do throws(Daemon.Failure) {
      let daemon = try Daemon(configuration: configuration)
      try daemon.run()
      return ExitStatus.done
    } catch {
      log(.error, error.description)
      return exitStatus(of: error)
    }
  }

  private static func exitStatus(of failure: Daemon.Failure) -> Int32 {
    switch failure {
    case .listener(.alreadyRunning): ExitStatus.alreadyRunning
    case .listener(.unknownSocket): ExitStatus.usage
    case .listener(.refused): ExitStatus.notPermitted
    case .listener(.system), .system, .lostThread: ExitStatus.inputOutput
    }
  }
}
