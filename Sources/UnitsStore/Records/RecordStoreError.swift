// Why records could not be read or written.

package import Units
package import UnitsLinux
package import UnitsProtocol

/// The errors of the records database; each says what its user can act on.
package enum RecordStoreError: Error, Equatable, Sendable, CustomStringConvertible {
  /// More records in one call than ``RecordStore/additionLimit``.
  case tooMany(limit: Int, count: Int)
  /// The record at this index has a value that no measurement has; none of the call was stored.
  case impossible(index: Int, ImpossibleMeasurement)
  /// Another connection held its lock until the deadline.
  case busy(path: String)
  /// The database cannot be understood. It stays where it is.
  case damaged(path: String, reason: String)
  /// A later version of this program made the database; nothing was changed in it.
  case newerSchema(path: String, version: Int, supported: Int)
  /// The directory is not one that this user may trust.
  case refused(Directory.Refusal)
  /// A call of the kernel failed; nothing was stored.
  case system(SystemError)
  /// SQLite failed otherwise; nothing was stored unless it was the commit itself.
  case database(SQLiteError)

  package var description: String {
    switch self {
    case .tooMany(let limit, let count):
      "\(count) records in one call exceed the limit of \(limit)"
    case .impossible(_, let error): error.description
    case .busy(let path): "locked by another process: \(path)"
    case .damaged(let path, let reason): "damaged (\(reason)): \(path)"
    case .newerSchema(let path, let version, let supported):
      "database of a newer version (schema \(version), this program knows \(supported)): \(path)"
    case .refused(let refusal): refusal.description
    case .system(let error): error.description
    case .database(let error): error.description
    }
  }

  init(_ error: SQLiteError) {
    switch error.kind {
    case .busy: self = .busy(path: error.path)
    case .damaged: self = .damaged(path: error.path, reason: error.message)
    case .other: self = .database(error)
    }
  }
}

/// Runs what speaks to SQLite, and tells its failure in the store's words.
func translatingSQLite<Value>(
  _ body: () throws(SQLiteError) -> Value
) throws(RecordStoreError) -> Value {
  do {
    return try body()
  } catch {
    throw RecordStoreError(error)
  }
}

/// Runs what speaks to the kernel, and tells its failure in the store's words.
func translatingSystem<Value>(
  _ body: () throws(SystemError) -> Value
) throws(RecordStoreError) -> Value {
  do {
    return try body()
  } catch {
    throw .system(error)
  }
}

extension RecordsError {
  /// The error of the database at `path` as it is told to users, over the wire or not.
  package init(_ error: RecordStoreError, path: String) {
    switch error {
    case .tooMany(let limit, _): self = .invalidRecord(index: limit, reason: error.description)
    case .impossible(let index, _):
      self = .invalidRecord(index: index, reason: error.description)
    case .busy(let path): self = .busy(path: path)
    case .damaged(let path, let reason): self = .damaged(path: path, reason: reason)
    case .newerSchema(let path, _, _): self = .unreadable(path: path, reason: error.description)
    case .refused(let refusal): self = .refused(reason: refusal.description)
    case .system(let error): self = .notDurable(path: error.path ?? path, reason: error.reason)
    case .database(let error): self = .notDurable(path: error.path, reason: error.reason)
    }
  }
}
