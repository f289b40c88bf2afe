// The program `unitsd`: arguments and environment in, exit status out.

internal import UnitsCommandLine
package import UnitsLinux
internal import UnitsStore

/// The whole of `unitsd` but its `main.swift`.
package enum DaemonProgram {
  /// Runs the daemon to its end. `arguments` are those behind the program's name.
  package static func run(arguments: [String], environment: Environment) -> Int32 {
    let start = Start(arguments, of: .unitsd) {
      TerminalSize(of: StandardStream.output.rawValue)?.columns
    }
    switch start {
    case .say(let text):
      StandardStream.output.write(text)
      return ExitStatus.done.rawValue
    case .refuse(let error):
      return refuse(error)
    case .run(let line):
      do throws(UsageError) { return serve(try Wishes(line), environment).rawValue } catch {
        return refuse(error)
      }
    }
  }

  private static func refuse(_ error: UsageError) -> Int32 {
    StandardStream.error.write(error.text(of: .unitsd))
    return error.status.rawValue
  }

  /// What the command line says.
  private struct Wishes {
    let socket: String?
    let readOnlySocket: String?
    let readOnlyGroups: Set<GroupName>
    let idleExit: Duration?

    init(_ line: ParsedLine) throws(UsageError) {
      socket = line[.socket]
      readOnlySocket = line[.readOnlySocket]
      var groups: Set<GroupName> = []
      for text in line.all(.readOnlyGroup) {
        guard let group = GroupName(text) else { throw .groupName(text) }
        groups.insert(group)
      }
      readOnlyGroups = groups
      idleExit = line[.idleExit].flatMap { text in
        ValueKind.seconds(text, upTo: ValueKind.longestIdleTime).map { .seconds($0) }
      }
    }
  }

  private static func serve(
    _ wishes: Wishes, _ environment: Environment
  ) -> ExitStatus {
    let log = Log(program: "unitsd", environment: environment)
    guard let paths = StorePaths(environment: environment) else {
      log(.error, "no place for the store: HOME is not set")
      return .inputOutput
    }
    let address =
      wishes.socket.map { SocketAddress(path: $0, choice: .named) }
      ?? SocketAddress(environment: environment)
    let configuration = DaemonConfiguration(
      socketPath: address.path,
      readOnlySocketPath: wishes.readOnlySocket ?? address.readOnlyPath,
      readOnlySocketChoice: wishes.readOnlySocket == nil ? .standard : .named,
      readOnlyGroups: wishes.readOnlyGroups.isEmpty ? [.standard] : wishes.readOnlyGroups,
      paths: paths, log: log, serviceManager: ServiceManager(environment: environment),
      inherited: ServiceManager.inherited(environment: environment),
      registry: Registry.directory(environment: environment), idleExit: wishes.idleExit,
      importFolder: ImportFolderLink(paths: paths, home: environment["HOME"]))
    guard configuration.idleExit == nil || !configuration.inherited.isEmpty else {
      log(.error, "--idle-exit takes a service manager that starts the daemon again")
      return .usage
    }
    do throws(Daemon.Failure) {
      let daemon = try Daemon(configuration: configuration)
      try daemon.run()
      return .done
    } catch {
      log(.error, error.description)
      return exitStatus(of: error)
    }
  }

  private static func exitStatus(of failure: Daemon.Failure) -> ExitStatus {
    switch failure {
    case .listener(.alreadyRunning): .temporary
    case .listener(.unknownSocket): .usage
    case .listener(.refused): .notPermitted
    case .listener(.system), .system, .lostThread: .inputOutput
    }
  }
}
