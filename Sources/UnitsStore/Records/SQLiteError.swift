// What SQLite refused, and during which statement.

internal import CUnitsSQLite
internal import Glibc
internal import UnitsLinux

/// A call of SQLite that failed.
///
/// The description is the fact, the statement if one was running, then the file:
/// `database or disk is full (SQLite 13) in COMMIT: /home/ann/.local/share/units/g.sqlite`.
package struct SQLiteError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The primary result code, such as `SQLITE_FULL`, which is what programs decide by.
  package let code: CInt
  /// The extended result code, such as `SQLITE_IOERR_FSYNC`.
  package let extendedCode: CInt
  /// The `errno` of the system call that failed beneath, 0 if none did.
  package let systemCode: CInt
  /// SQLite's own words.
  package let message: String
  /// The text of the statement.
  package let statement: String?
  /// The database.
  package let path: String

  /// What stood in the way: the kernel's word where a call of it failed, else SQLite's, which knows
  /// a full disk as an input or output error.
  ///
  /// Where a file cannot be made, SQLite tries to open it for reading alone, and the word left is that
  /// there is none.
  package var reason: String {
    if systemCode == 0 || code == SQLITE_CANTOPEN && systemCode == ENOENT { return message }
    return SystemError(operation: "", code: systemCode).reason
  }

  package var description: String {
    let place = statement.map { " in \($0)" } ?? ""
    return "\(message) (SQLite \(extendedCode))\(place): \(path)"
  }
}

extension SQLiteError {
  /// Kinds of failure for which callers do different things.
  package enum Kind: Sendable {
    /// Another connection held its lock until the deadline.
    case busy
    /// The file is no database, or one with broken pages.
    case damaged
    /// Everything else.
    case other
  }

  package var kind: Kind {
    switch code {
    // "Locking protocol": too many racers on the shared memory of the write-ahead log.
    case SQLITE_BUSY, SQLITE_LOCKED, SQLITE_PROTOCOL: .busy
    case SQLITE_CORRUPT, SQLITE_NOTADB: .damaged
    default: .other
    }
  }

  /// Whether the disk has no room for what lies beside the database.
  var isAboutRoom: Bool {
    code == SQLITE_FULL || code == SQLITE_CANTOPEN
      || code == SQLITE_IOERR && [ENOSPC, EDQUOT].contains(systemCode)
  }

  /// Whether a statement named what the database does not have.
  var isAboutSchema: Bool { code == SQLITE_ERROR }
}
