// An open records database: opened, brought up to date, and its statements compiled.

internal import Glibc
internal import UnitsLinux

/// A connection to a records database that exists and is of a version that this program knows.
///
/// A step of its life that fails leaves it usable: every call opens and ends its own transaction.
final class RecordConnection {
  let database: SQLiteDatabase
  private let directory: String
  private let schema: RecordSchema
  private var statements: [String: SQLiteStatement] = [:]
  private var preparation = Preparation.toRead

  private enum Preparation {
    /// Nothing was changed in the file.
    case toRead
    /// Journal and schema are as this program wants them.
    case toWrite
    /// And the names of the database and of its journal have reached the disk.
    case toWriteDurably
  }

  /// Whether others may use the database while this connection is open.
  enum Sharing {
    case shared
    /// Nobody else may: then the log needs no memory that is shared through a file, for which a full
    /// disk has no room.
    case alone
    /// Nobody can change it, which lies on a disk that is mounted for reading alone.
    case frozen
  }

  /// Opens the database; refuses one of a newer version before anything is changed in it.
  init(
    path: String, schema: RecordSchema, deadline: MonotonicTime, _ sharing: Sharing = .shared
  ) throws(RecordStoreError) {
    self.schema = schema
    database = try translatingSQLite { () throws(SQLiteError) in
      try SQLiteDatabase(path: path, isFrozen: sharing == .frozen)
    }
    // That of the journal, should the path be a link.
    directory = splitPath(database.logPath).directory
    database.deadline = deadline
    if case .alone = sharing {
      _ = try translatingSQLite { () throws(SQLiteError) in
        try database.value(of: "PRAGMA locking_mode=EXCLUSIVE")
      }
    }
    try refuseNewerSchema(try schemaVersion())
    try translatingSQLite { () throws(SQLiteError) in
      // EXTRA: a commit is on the disk before it is reported, and where it is the removal of a
      // rollback journal, that is, too: FULL does not sync the folder. With a log both do the same.
      // The other two are for files that somebody else made: no code in their schema runs, and
      // broken pages are noticed.
      try database.execute(
        "PRAGMA synchronous=EXTRA; PRAGMA trusted_schema=OFF; PRAGMA cell_size_check=ON")
    }
  }

  /// Whether something lies in the write-ahead log; true where that cannot be told.
  var hasLog: Bool {
    do throws(SystemError) {
      return try FileIdentity.following(database.logPath).map { $0.size > 0 } ?? false
    } catch {
      return true
    }
  }

  /// The steps of the schema that have been done; 0 for an empty file.
  func schemaVersion() throws(RecordStoreError) -> Int {
    let value = try translatingSQLite { () throws(SQLiteError) in
      try database.value(of: "PRAGMA user_version")
    }
    return Int(value.integerValue ?? 0)
  }

  /// Sets the journal and does what steps of the schema are missing; once for each connection.
  func prepareToWrite() throws(RecordStoreError) {
    guard preparation == .toRead else { return }
    let kind = try translatingSystem { () throws(SystemError) in
      try FileSystemKind(holding: directory)
    }
    try setJournal(JournalMode(for: kind))
    try migrate()
    preparation = .toWrite
  }

  /// Sets the journal, which SQLite remembers in the file.
  func setJournal(_ mode: JournalMode) throws(RecordStoreError) {
    try translatingSQLite { () throws(SQLiteError) in
      // Racers that switch a new file at once are refused as busy without waiting.
      _ = try database.untilDeadline { () throws(SQLiteError) in
        try database.value(of: "PRAGMA journal_mode=\(mode.rawValue)")
      }
    }
  }

  private func migrate() throws(RecordStoreError) {
    guard try schemaVersion() < schema.version else { return }
    try transaction(.write) { () throws(RecordStoreError) in
      // Read again, now that nobody else can be at it.
      let version = try schemaVersion()
      try refuseNewerSchema(version)
      for migration in schema.migrations.dropFirst(version) {
        try translatingSQLite { () throws(SQLiteError) in try database.execute(migration) }
      }
      try translatingSQLite { () throws(SQLiteError) in
        try database.execute("PRAGMA user_version=\(schema.version)")
      }
    }
  }

  private func refuseNewerSchema(_ version: Int) throws(RecordStoreError) {
    guard version <= schema.version else {
      throw .newerSchema(
        path: database.path, version: version, supported: schema.version)
    }
    guard version >= 0 else {
      throw .damaged(path: database.path, reason: "schema \(version)")
    }
  }

  /// Makes the names of the database and its journal durable; once for each connection. To be
  /// called within a transaction, when the journal exists, and before its commit: whoever made the
  /// files may not have come to it yet.
  func synchronizeDirectory() throws(RecordStoreError) {
    guard preparation != .toWriteDurably else { return }
    try translatingSystem { () throws(SystemError) in
      try AtomicFile.synchronizeDirectory(directory)
    }
    preparation = .toWriteDurably
  }

  /// Makes durable what others have committed: the log, or where there is none its absence, for
  /// SQLite removes a log, or a rollback journal, when all of it is durable in the database.
  func synchronizeLog() throws(RecordStoreError) {
    try translatingSystem { () throws(SystemError) in
      let log: FileDescriptor
      do throws(SystemError) {
        // SQLite holds no locks on this file, which closing it would drop.
        log = try openFile(database.logPath, flags: O_RDONLY)
      } catch {
        guard error.code == ENOENT else { throw error }
        return try AtomicFile.synchronizeDirectory(directory)
      }
      let number = log.number
      try systemCall("fsync", database.logPath) { fsync(number) }
    }
  }
}

extension RecordConnection {
  enum TransactionKind: String {
    /// Sees one state of the database throughout.
    case read = "BEGIN"
    /// Takes the writers' lock at once, so that it cannot find later that it came too late.
    case write = "BEGIN IMMEDIATE"
  }

  /// Runs the body in a transaction, which commits at its end and is undone if anything throws.
  func transaction<Value>(
    _ kind: TransactionKind, _ body: () throws(RecordStoreError) -> Value
  ) throws(RecordStoreError) -> Value {
    try run(kind.rawValue)
    do {
      if case .write = kind {
        // A later program may have brought the database forward since it was opened.
        try refuseNewerSchema(Int(try firstRow("PRAGMA user_version")?.first?.integerValue ?? 0))
      }
      let value = try body()
      try run("COMMIT")
      return value
    } catch {
      // Some failures have ended the transaction already. Should this one fail too, SQLite undoes
      // the transaction when the connection closes, and the first error is the one to tell.
      if database.isInTransaction { try? run("ROLLBACK") }
      throw error
    }
  }

  /// Runs a statement, compiled once, to its end.
  func run(_ text: String, _ parameters: [SQLiteValue] = []) throws(RecordStoreError) {
    let statement = try statement(text)
    try translatingSQLite { () throws(SQLiteError) in try statement.run(parameters) }
  }

  /// The first row of a statement, compiled once.
  func firstRow(
    _ text: String, _ parameters: [SQLiteValue] = []
  ) throws(RecordStoreError) -> [SQLiteValue]? {
    let statement = try statement(text)
    return try translatingSQLite { () throws(SQLiteError) in try statement.firstRow(parameters) }
  }

  /// The rows of a statement, compiled once, until the body has had enough.
  func forEachRow(
    _ text: String, _ parameters: [SQLiteValue],
    _ body: ([SQLiteValue]) throws(RecordStoreError) -> SQLiteStatement.Continuation
  ) throws(RecordStoreError) {
    let statement = try statement(text)
    var failure: RecordStoreError?
    try translatingSQLite { () throws(SQLiteError) in
      try statement.forEachRow(parameters) { row in
        do throws(RecordStoreError) { return try body(row) } catch {
          failure = error
          return .enough
        }
      }
    }
    if let failure { throw failure }
  }

  /// A statement, compiled once.
  func statement(_ text: String) throws(RecordStoreError) -> SQLiteStatement {
    if let statement = statements[text] { return statement }
    do {
      let statement = try database.prepare(text)
      statements[text] = statement
      return statement
    } catch {
      // Our own statements are right: what they do not fit is a schema that is not ours.
      if error.isAboutSchema { throw .damaged(path: error.path, reason: error.message) }
      throw RecordStoreError(error)
    }
  }
}
