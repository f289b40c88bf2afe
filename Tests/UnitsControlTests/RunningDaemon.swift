import Foundation
import Testing
import UnitsLinux

/// The built `unitsd` on a session's home, ended with the test.
final class RunningDaemon {
  private let process = Foundation.Process()

  /// Starts the daemon and returns when it accepts connections.
  init(_ session: Session, socket: String? = nil) throws {
    process.executableURL = URL(fileURLWithPath: Self.built("unitsd"))
    process.environment = [
      "HOME": "\(session.root)/home", "XDG_RUNTIME_DIR": "\(session.root)/run",
      "XDG_CONFIG_DIRS": "\(session.root)/xdg",
    ]
    if let socket { process.arguments = ["--socket", socket] }
    process.standardError = FileHandle.nullDevice
    try process.run()
    let deadline = MonotonicTime.now() + .seconds(20)
    while true {
      do {
        _ = try UnixSocket.connect(
          to: socket ?? "\(session.root)/run/units/unitsd.sock", deadline: deadline)
        return
      } catch {
        try #require(!deadline.isPast, "the daemon does not listen: \(error)")
        MonotonicTime.sleep(until: .now() + .milliseconds(2))
      }
    }
  }

  var identifier: Int32 { process.processIdentifier }

  deinit {
    signal(SIGKILL)
  }

  func signal(_ number: CInt) {
    guard process.isRunning else { return }
    kill(process.processIdentifier, number)
    if number == SIGKILL || number == SIGTERM { process.waitUntilExit() }
  }

  /// A program beside the running test's own.
  static func built(_ name: String) -> String {
    let arguments = ProcessInfo.processInfo.arguments
    var directory = URL(fileURLWithPath: arguments[0]).resolvingSymlinksInPath()
    for argument in arguments where argument.contains(".xctest") {
      directory = URL(fileURLWithPath: argument)
    }
    while directory.path != "/" {
      directory.deleteLastPathComponent()
      let candidate = directory.appendingPathComponent(name).path
      var isDirectory: ObjCBool = false
      let exists = FileManager.default.fileExists(atPath: candidate, isDirectory: &isDirectory)
      if exists, !isDirectory.boolValue { return candidate }
    }
    return name
  }
}
