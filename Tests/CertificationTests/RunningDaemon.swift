import Foundation
import Varlink

/// A real `unitsd` with a home of its own.
final class RunningDaemon {
  let socket: String
  /// The socket as Varlink's own clients name it.
  var address: String { "unix:\(socket)" }
  /// Where the daemon is found by the names of its interfaces.
  let registry: String
  private let scratch: Scratch
  private let program: Program

  /// Starts the daemon and waits until it serves; nil where there is none.
  ///
  /// - Parameter prepare: Puts something in place before the start, given the socket's path and the
  ///   registry's.
  /// - Throws: What kept it from starting.
  init?(after prepare: (_ socket: String, _ registry: String) throws -> Void = { _, _ in }) throws {
    guard let unitsd = Peers.unitsd() else { return nil }
    scratch = try Scratch()
    socket = scratch.path("run/units/unitsd.sock")
    registry = scratch.path("run/varlink/registry")
    try prepare(socket, registry)
    program = try Program(
      unitsd, ["--socket", socket],
      environment: [
        "HOME": scratch.path("home"), "XDG_RUNTIME_DIR": scratch.path("run"),
        "XDG_CONFIG_HOME": scratch.path("config"), "XDG_DATA_HOME": scratch.path("data"),
        "UNITS_SOCKET": "", "NOTIFY_SOCKET": "",
      ])
    try Scratch.awaitListener(at: socket)
    // It listens before it serves: what it does at its start is done when it has answered.
    let client = try CertificationClient(connectingTo: socket)
    _ = try client.replies(to: Call(method: "org.varlink.service.GetInfo"))
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
