import Foundation
import UnitsJSON
import UnitsLinux

/// `unitsd` in a process of its own, on a folder of its own.
final class DaemonProcess {
  let folder: TestFolder
  let program: Program
  /// The daemon's own process, which a launcher may have started.
  private(set) var identifier: Int32 = 0

  static func environment(_ folder: TestFolder) -> [String: String] {
    let own = [
      "HOME": folder.path, "XDG_CONFIG_HOME": "\(folder.path)/config",
      "XDG_DATA_HOME": "\(folder.path)/data", "UNITS_SOCKET": folder.socketPath,
      "SWIFT_BACKTRACE": "enable=no",
    ]
    // What sanitizers are told holds for the daemon, too.
    let inherited = ProcessInfo.processInfo.environment.filter { $0.key.hasSuffix("SAN_OPTIONS") }
    return own.merging(inherited) { own, _ in own }
  }

  /// Starts the daemon, behind a launcher that gets the daemon's path as its last argument, and
  /// waits until it answers.
  init(
    _ folder: TestFolder, launcher: [String] = [], environment extra: [String: String] = [:]
  ) throws {
    self.folder = folder
    let command = launcher + [Program.unitsd]
    program = try Program(
      command[0], Array(command.dropFirst()),
      environment: Self.environment(folder).merging(extra) { $1 })
    let status = try ParsedReply(client().call(Calls.status))
    identifier = Int32(status.parameters["pid"]?.integerValue ?? 0)
  }

  // A test that ended otherwise leaves no daemon behind.
  deinit {
    guard program.isRunning else { return }
    if identifier > 0 { kill(identifier, SIGKILL) }
    program.signal(SIGKILL)
  }

  /// A client; waits until the daemon listens.
  func client() throws -> Client {
    let deadline = MonotonicTime.now() + Client.patience
    while true {
      do { return try Client(folder.socketPath) } catch {
        guard program.isRunning else {
          throw TestFailure("the daemon ended: \(program.allErrors())")
        }
        if deadline.isPast { throw error }
        MonotonicTime.sleep(until: .now() + .milliseconds(2))
      }
    }
  }

  /// Ends the daemon by a signal and tells its exit status.
  @discardableResult
  func end(_ signal: Int32 = SIGTERM) -> Int32 {
    kill(identifier, signal)
    return program.wait()
  }
}
