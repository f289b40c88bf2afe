// A daemon of its own for each benchmark, in directories that nobody else uses.

internal import Glibc
internal import UnitsLinux

/// A daemon that serves an empty store.
struct DaemonUnderTest {
  let process: ChildProcess
  let socketPath: String
  /// For programs that are to find this daemon.
  let environment: [String]
  /// Where the preference files are.
  let configuration: String
  /// The standard group's records.
  let database: String

  /// Starts a daemon and waits until it answers.
  static func start(
    on bench: Workbench,
    _ command: (_ program: String, _ environment: [String]) -> ChildProcess.Command = {
      ChildProcess.Command(path: $0, environment: $1)
    }
  ) throws -> DaemonUnderTest {
    guard Installed.isThere(bench.programs.daemon) else { throw BenchFailure("unitsd: not built") }
    let home = bench.path("home")
    for name in ["", "/run", "/config", "/data"] { try Directory.create(home + name) }
    let environment = [
      "HOME=\(home)", "XDG_RUNTIME_DIR=\(home)/run", "XDG_CONFIG_HOME=\(home)/config",
      "XDG_DATA_HOME=\(home)/data", "LANG=en_US.UTF-8", "PATH=/usr/bin:/bin",
    ]
    let process = try bench.start(command(bench.programs.daemon, environment))
    let daemon = DaemonUnderTest(
      process: process, socketPath: "\(home)/run/units/unitsd.sock", environment: environment,
      configuration: "\(home)/config/units",
      database: "\(home)/data/units/group.dev.units.sqlite")
    _ = try Caller(to: daemon.socketPath)
    return daemon
  }

  /// The resident memory in bytes. proc_pid_status(5)
  func residentMemory() throws -> Quantity {
    let path = "/proc/\(process.identifier)/status"
    let status = try openFile(path, flags: O_RDONLY).readToEnd(path: path, limit: 65_536)
    for line in String(decoding: status, as: UTF8.self).split(separator: "\n") {
      guard line.hasPrefix("VmRSS:") else { continue }
      let digits = line.filter(\.isNumber)
      return Quantity(value: Double(digits).map { $0 * 1024 } ?? 0, unit: .bytes)
    }
    throw BenchFailure("no VmRSS: \(path)")
  }

  /// How often its threads have been woken so far.
  func wakeUps() throws -> Int {
    var sum = 0
    let tasks = "/proc/\(process.identifier)/task"
    for task in try Directory.names(in: tasks) {
      let path = "\(tasks)/\(task)/status"
      let status = try openFile(path, flags: O_RDONLY).readToEnd(path: path, limit: 65_536)
      for line in String(decoding: status, as: UTF8.self).split(separator: "\n") {
        guard line.hasPrefix("voluntary_ctxt_switches:") else { continue }
        sum += Int(line.filter(\.isNumber)) ?? 0
      }
    }
    return sum
  }
}
