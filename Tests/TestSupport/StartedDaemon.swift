internal import Foundation
internal import UnitsLinux

/// The built `unitsd` on a test's home, ended with the value.
package final class StartedDaemon {
  private let program: RunningProgram

  /// Starts the daemon and returns when it accepts connections.
  ///
  /// - Parameters:
  ///   - home: Where it serves.
  ///   - variables: What its environment has besides the home's own.
  ///   - socket: Where it is to listen; nil for where it does of itself.
  /// - Throws: What kept it from starting, or from listening within a minute.
  package init(
    in home: TemporaryHome, _ variables: [String: String] = [:], socket: String? = nil
  ) throws {
    program = try RunningProgram(
      [BuiltProgram.unitsd.path] + (socket.map { ["--socket", $0] } ?? []),
      environment: home.variables.merging(variables) { $1 })
    let deadline = MonotonicTime.now() + .seconds(60)
    while true {
      do {
        _ = try UnixSocket.connect(to: socket ?? home.socket, deadline: deadline)
        return
      } catch {
        // Nothing tells when another program has called listen(2).
        if deadline.isPast || program.status() != nil {
          throw DaemonIsSilent(error: "\(error); \(program.errorText())")
        }
        MonotonicTime.sleep(until: .now() + .milliseconds(2))
      }
    }
  }

  package var identifier: Int32 { program.process }

  /// Sends a signal; after one that ends the daemon, waits until it has ended.
  package func signal(_ number: CInt) {
    guard program.status() == nil else { return }
    program.signal(number)
    if number == SIGKILL || number == SIGTERM { _ = program.ends(within: .seconds(60)) }
  }
}
