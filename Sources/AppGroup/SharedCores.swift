// One core for a group and a process.
//
// A suite that was named once is kept as long as the process runs, as Foundation keeps those of
// UserDefaults: a program that makes a handle at each access starts one thread, not one each time.
// There are as many as a program has names. Groups in directories go with their last handle: tests
// make hundreds.

internal import UnitsClient
internal import UnitsLinux
internal import UnitsStore

enum SharedCores {
  /// Which group it is, and where.
  private struct Place: Hashable, Sendable {
    let group: String
    let socket: String
    let mayGoDirectly: Bool
    let mayUseDaemon: Bool
    let configuration: String?
    let data: String?
    let administrators: [String]

    init(_ options: ClientOptions) {
      group = options.group.text
      socket = options.socket.path
      mayGoDirectly = options.route != .daemonOnly
      mayUseDaemon = options.route != .directOnly
      let paths = options.paths
      configuration = paths?.configurationDirectory
      data = paths?.dataDirectory
      administrators = paths?.administratorDirectories ?? []
    }
  }

  private struct Weak: Sendable {
    weak var core: GroupCore?
  }

  private struct Table: Sendable {
    var kept: [Place: GroupCore] = [:]
    var inDirectories: [Place: Weak] = [:]
  }

  private static let table = Guarded(Table())

  static func core(of options: ClientOptions, clock: DayClock) -> GroupCore {
    let place = Place(options)
    return table.withLock { table in
      if let core = table.kept[place] ?? table.inDirectories[place]?.core { return core }
      let core = GroupCore(options: options, clock: clock)
      if place.mayUseDaemon {
        table.kept[place] = core
      } else {
        table.inDirectories = table.inDirectories.filter { $0.value.core != nil }
        table.inDirectories[place] = Weak(core: core)
      }
      return core
    }
  }
}
