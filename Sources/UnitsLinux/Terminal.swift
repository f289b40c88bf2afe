// Terminals: which descriptors are some, and how large they are.

internal import CUnitsLinux
internal import Glibc

/// How much fits onto a terminal.
package struct TerminalSize: Equatable, Sendable {
  package let columns: Int
  package let rows: Int

  package init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }

  /// Nil if it is no terminal, or one that does not say. ioctl(2), TIOCGWINSZ
  package init?(of descriptor: CInt) {
    var columns: CInt = 0
    var rows: CInt = 0
    guard unsafe units_terminal_size(descriptor, &columns, &rows) == 0, columns > 0, rows > 0 else {
      return nil
    }
    self.init(columns: Int(columns), rows: Int(rows))
  }
}

/// Whether a descriptor is a terminal. isatty(3)
package func isTerminal(_ descriptor: CInt) -> Bool { isatty(descriptor) == 1 }
