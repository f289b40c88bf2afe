// The program `unitsd`: arguments and environment in, exit status out.

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

  private static let help = """
    usage: unitsd [--socket PATH]

    Serves the preferences and measurement records of this user over a Unix domain socket
    (Varlink) and tells every subscriber of every change. The service manager starts it; by hand
    it runs until it gets SIGTERM or SIGINT, and reads its files anew at SIGHUP.

      --socket PATH  listen here instead of $UNITS_SOCKET or $XDG_RUNTIME_DIR/units/unitsd.sock
      --help         this text
      --version      the version

    """

  private enum Command {
    case serve(socket: String?)
    case say(String)
    case refuse(String)
  }

  /// Runs the daemon to its end. `arguments` are those behind the program's name.
  package static func run(arguments: [String], environment: Environment) -> Int32 {
    switch parse(arguments) {
    case .say(let text):
      StandardStream.output.write(text)
      return ExitStatus.done
    case .refuse(let reason):
      StandardStream.error.write("unitsd: \(reason)\nusage: unitsd [--socket PATH]\n")
      return ExitStatus.usage
    case .serve(let socket):
      return serve(socket: socket, environment)
    }
  }

  private static func parse(_ arguments: [String]) -> Command {
    var socket: String?
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      if argument == "--help" || argument == "-h" { return .say(help) }
      if argument == "--version" { return .say("unitsd \(Version.text)\n") }
      if argument == "--socket" {
        guard let path = rest.popFirst() else { return .refuse("option needs a value: --socket") }
        socket = path
      } else if argument.hasPrefix("--socket=") {
        socket = String(argument.dropFirst("--socket=".count))
      } else {
        return .refuse("unknown argument: \(argument)")
      }
    }
    return .serve(socket: socket)
  }

  private static func serve(socket: String?, _ environment: Environment) -> Int32 {
    let log = Log(program: "unitsd", environment: environment)
    guard let paths = StorePaths(environment: environment) else {
      log(.error, "no place for the store: HOME is not set")
      return ExitStatus.inputOutput
    }
    let configuration = DaemonConfiguration(
      socketPath: socket ?? SocketAddress(environment: environment).path, paths: paths, log: log,
      serviceManager: ServiceManager(environment: environment),
      inherited: ServiceManager.inherited(environment: environment),
      registry: Registry.directory(environment: environment))
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
    case .listener(.refused): ExitStatus.notPermitted
    case .listener(.system), .system, .lostThread: ExitStatus.inputOutput
    }
  }
}
