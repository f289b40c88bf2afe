// How SQLite makes commits whole.

package import UnitsLinux

/// The journal of a records database; the raw value is SQLite's word.
package enum JournalMode: String, Sendable {
  /// Readers and a writer do not wait for one another. Needs memory shared by all who use the file.
  case writeAheadLog = "WAL"
  /// Needs nothing but locks, so it works over a network.
  case rollback = "DELETE"

  /// The journal for a file system: https://sqlite.org/wal.html, section 1.
  package init(for kind: FileSystemKind) {
    switch kind {
    case .local: self = .writeAheadLog
    case .network: self = .rollback
    }
  }
}
