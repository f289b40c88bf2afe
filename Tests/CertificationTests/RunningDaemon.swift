import Foundation

/// A real `unitsd` with a home of its own.
final class RunningDaemon {
  let socket: String
  /// The socket as Varlink's own clients name it.
  var address: String { "unix:\(socket)" }
  private let scratch: Scratch
  private let program: Program

  /// Starts the daemon and waits until it listens; nil where there is none.
  init?() throws {
    guard let unitsd = Peers.unitsd() else { return nil }
    scratch = try Scratch()
    socket = scratch.path("run/units/unitsd.sock")
    program = try Program(
      unitsd, ["--socket", socket],
      environment: [
        "HOME": scratch.path("home"), "XDG_RUNTIME_DIR": scratch.path("run"),
        "XDG_CONFIG_HOME": scratch.path("config"), "XDG_DATA_HOME": scratch.path("data"),
        "UNITS_SOCKET": "", "NOTIFY_SOCKET": "",
      ])
    try Scratch.awaitListener(at: socket)
  }

  deinit {
    program.terminate()
  }

  /// Ends the daemon as a service manager does, and returns its exit status.
  func stop() throws -> Int32 {
    program.terminate()
    return try program.finish().status
  }
}
