// Where the programs of a history live, and what they share.

internal import Glibc
internal import Units
internal import UnitsClient
internal import UnitsDaemon
internal import UnitsLinux
internal import UnitsStore

/// The machine of one history with its files and its judge.
final class World: @unchecked Sendable {
  static let home = "/home/u"
  static let configurationDirectories = ["/home/u/.config", "/home/u/.config/units"]
  static let configuration = "/home/u/.config/units"
  static let data = "/home/u/.local/share/units"
  static let administrators = "/etc/xdg/units"
  static let socket = "/run/u/units/unitsd.sock"
  static let user: UInt32 = 1000
  static let keys = ["a", "b", "c"]

  let machine: Machine
  let oracle: Oracle
  let paths = StorePaths(
    configurationDirectory: World.configuration, dataDirectory: World.data,
    administratorDirectories: [World.administrators])
  let group: GroupName

  var file: String { paths.preferences(of: group) }

  init(_ plan: Plan, trace: Trace) {
    guard let group = GroupName("g") else { preconditionFailure("a group's name") }
    self.group = group
    machine = Machine(seed: plan.seed, policy: plan.policy, trace: trace)
    let path = paths.preferences(of: group)
    Self.furnish(machine)
    oracle = Oracle(
      FileHistory(path, of: machine) { bytes in try? GroupFile.parse(bytes, path: path) },
      of: machine)
    oracle.records = FileHistory(paths.records(of: group), of: machine) { _ in nil }
  }

  /// Makes the directories that a machine has before anybody comes.
  private static func furnish(_ machine: Machine) {
    for path in ["/home", "/run", "/etc", "/etc/xdg", administrators] {
      machine.furnish(path, of: 0)
    }
    for path in [
      home, "/home/u/.local", "/home/u/.local/share", data, "/run/u",
    ] + configurationDirectories { machine.furnish(path, of: user) }
    machine.disk.synchronizeAll()
  }

  /// What a client is told.
  func options(_ kernel: SimulatedKernel, _ route: ClientOptions.RouteChoice) -> ClientOptions {
    var options = ClientOptions(
      group: group, socket: SocketAddress(path: Self.socket, choice: .standard), route: route,
      paths: paths, environment: Environment([:]))
    options.kernel = kernel
    options.recordsAt = { SimulatedRecords(path: $0, on: kernel) }
    return options
  }

  func daemonConfiguration(_ kernel: SimulatedKernel) -> DaemonConfiguration {
    DaemonConfiguration(
      socketPath: Self.socket, paths: paths,
      log: Log(program: "unitsd") { line in kernel.note("log: \(line)") },
      serviceManager: ServiceManager(environment: Environment([:])), inherited: [], kernel: kernel,
      openRecords: { SimulatedRecords(path: $0, on: kernel) })
  }
}
