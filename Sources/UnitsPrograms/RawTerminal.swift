// A terminal's keys, one by one.

internal import CUnitsLinux
internal import Glibc
package import UnitsLinux

/// A terminal that hands over every key as it is pressed, until `leave` or the end of this value or
/// of the process: whatever ends it but SIGKILL, the terminal is as it was before.
///
/// There is one at a time: signal handlers that put it back know of no other.
package struct RawTerminal: ~Copyable {
  private let descriptor: CInt
  private let leaving: String

  /// Enters; `leaving` is what is written to the terminal when it is left. tcsetattr(3)
  package init(_ descriptor: CInt, leaving: String) throws(SystemError) {
    self.descriptor = descriptor
    self.leaving = leaving
    try enter()
  }

  deinit { units_terminal_leave() }

  /// Enters again after `leave`.
  package func enter() throws(SystemError) {
    try systemCall("tcsetattr") { unsafe units_terminal_enter(descriptor, leaving) }
  }

  package func leave() { units_terminal_leave() }

  /// Stops this process until somebody sends SIGCONT. kill(2)
  package static func stopProcess() { kill(getpid(), SIGSTOP) }
}
