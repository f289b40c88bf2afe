// The records database of one group.
//
// - The database is a file that several programs use at once, with a daemon or without: SQLite's
//   locks order them, and every call waits for others no longer than its deadline.
// - Committed means durable. `synchronous=EXTRA` fsyncs each commit, the removal of a rollback
//   journal included; the file's name and the directories made for it are fsynced before the first
//   commit that depends on them.
// - A call is one transaction: all of it or nothing.
// - Reading never creates anything, and neither reading nor writing ever moves a damaged file: others
//   may hold it open.
// - SQLite publishes a commit through shared memory, where inotify does not see it. A program that
//   writes directly says so by `touchChanged()`; the daemon watches that file and asks
//   `dataVersion()` whether anything changed.
// - One store belongs to one thread. Values that go in and come out may go anywhere.

internal import CUnitsSQLite
internal import Glibc
package import Units
package import UnitsLinux

/// Adds measurements to the database of a group, removes, lists and sums them up.
package final class RecordStore {
  /// The database, `GROUP.sqlite`.
  package let path: String
  /// The file that direct writers touch, `GROUP.changed`, beside the database.
  package let changedPath: String
  private let directory: String
  private let schema: RecordSchema
  private var connection: RecordConnection?
  private var connectionCount = 0
  private var ids = UUIDv7()

  /// A store at this path, which nothing is done to before the first call.
  package convenience init(path: String) {
    self.init(path: path, schema: .current)
  }

  init(path: String, schema: RecordSchema) {
    self.path = path
    self.schema = schema
    directory = splitPath(path).directory
    let stem = path.hasSuffix(".sqlite") ? String(path.dropLast(".sqlite".count)) : path
    changedPath = stem + ".changed"
  }

  /// The most records added or removed in one call: a transaction holds the writers' lock, and a thousand cost a few
  /// milliseconds of it.
  package static let additionLimit = 1000

  /// Adds records in one commit, all or none, and returns what is stored, in the same order.
  ///
  /// A record whose id is there already is left as it is, so adding twice adds once. Records without
  /// an id get one, made at `now`. Creates the database and its directories where they are absent.
  package func add(
    _ records: [NewRecord], now: Instant, deadline: MonotonicTime
  ) throws(RecordStoreError) -> [Addition] {
    guard records.count <= Self.additionLimit else {
      throw .tooMany(limit: Self.additionLimit, count: records.count)
    }
    if records.isEmpty { return [] }
    let connection = try connectionToWrite(deadline: deadline)
    let additions = try connection.transaction(.write) { () throws(RecordStoreError) in
      var additions: [Addition] = []
      additions.reserveCapacity(records.count)
      for record in records {
        additions.append(try add(record, now: now, through: connection))
      }
      try connection.synchronizeDirectory()
      return additions
    }
    // SQLite makes nothing durable for a commit of nothing, and who stored the record before may have
    // been killed in between.
    if additions.allSatisfy({ $0.outcome == .alreadyPresent }) { try connection.synchronizeLog() }
    return additions
  }

  /// Adds records that have their ids, in one commit, all or none, and tells what came of it. Those
  /// whose ids are there already are left as they are, so it may be done again. Refuses them all for
  /// one whose value no measurement has.
  package func merge(
    _ records: [Record], deadline: MonotonicTime
  ) throws(RecordStoreError) -> MergeReceipt {
    guard records.count <= Self.additionLimit else {
      throw .tooMany(limit: Self.additionLimit, count: records.count)
    }
    if records.isEmpty { return .none }
    // A new record is checked where it is made, these come from anywhere.
    for (index, record) in records.enumerated() {
      do throws(ImpossibleMeasurement) { try record.type.validate(record.value) } catch {
        throw .impossible(index: index, error)
      }
    }
    let connection = try connectionToWrite(deadline: deadline)
    let added = try connection.transaction(.write) { () throws(RecordStoreError) in
      var added: [Record] = []
      added.reserveCapacity(records.count)
      let insertion = try connection.statement(RecordStatements.insert)
      for record in records {
        try translatingSQLite { () throws(SQLiteError) in
          try insertion.run(RecordStatements.row(of: record))
        }
        if connection.database.changedRowCount == 1 { added.append(record) }
      }
      try connection.synchronizeDirectory()
      return added
    }
    if added.isEmpty { try connection.synchronizeLog() }
    return MergeReceipt(addedCount: added.count, change: RecordsChange(of: added))
  }

  /// Sums up the records of a type from `since` to before `until`. Without a database it is empty.
  package func summary(
    type: MeasurementType, since: Instant, until: Instant, deadline: MonotonicTime
  ) throws(RecordStoreError) -> RecordSummary {
    guard let connection = try connectionToRead(deadline: deadline) else { return .empty }
    let span: [SQLiteValue] = [
      .text(type.rawValue), .integer(since.microseconds), .integer(until.microseconds),
    ]
    let (totals, last) = try connection.transaction(.read) { () throws(RecordStoreError) in
      (
        try connection.firstRow(RecordStatements.totals, span),
        try connection.firstRow(RecordStatements.last, span)
      )
    }
    guard let totals, let last else { return .empty }
    return RecordSummary(
      count: Int(totals[0].integerValue ?? 0),
      sum: RecordStatements.finite(totals[1].doubleValue ?? 0),
      minimum: totals[2].doubleValue.map(RecordStatements.finite),
      maximum: totals[3].doubleValue.map(RecordStatements.finite), last: try record(from: last))
  }

  /// Tells those who watch that this program has committed: touches ``changedPath``, for which
  /// inotify reports `IN_CLOSE_WRITE`. open(2), futimens(2), close(2)
  package func touchChanged() throws(SystemError) {
    let flags = O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
    let file = try openFile(changedPath, flags: flags, mode: 0o600)
    let number = file.number
    try systemCall("futimens", changedPath) { futimens(number, nil) }
  }

  /// What changes when another program commits, or puts another file in the database's place.
  package struct DataVersion: Sendable, Hashable {
    /// Numbers of different connections say nothing about one another.
    let connection: Int
    let number: Int64

    package init(connection: Int, number: Int64) {
      self.connection = connection
      self.number = number
    }
  }

  /// The present version, nil without a database. The store's own commits do not change it.
  package func dataVersion(deadline: MonotonicTime) throws(RecordStoreError) -> DataVersion? {
    guard let connection = try connectionToRead(deadline: deadline) else { return nil }
    let row = try connection.firstRow("PRAGMA data_version")
    return DataVersion(connection: connectionCount, number: row?.first?.integerValue ?? 0)
  }
}

extension RecordStore {
  /// The kept connection, unless the path leads elsewhere by now; a new one if need be. Nil if there
  /// is no database, or one that nobody has written to. On a disk that is full or read-only it is a
  /// connection for this call alone: while it is open others wait.
  func connectionToRead(deadline: MonotonicTime) throws(RecordStoreError)
    -> RecordConnection?
  {
    if let connection = keptConnection(deadline: deadline) { return connection }
    let identity = try translatingSystem { () throws(SystemError) in
      try FileIdentity.following(path)
    }
    guard identity != nil else { return nil }
    try checkDirectory()
    do throws(RecordStoreError) {
      let opened = try RecordConnection(path: path, schema: schema, deadline: deadline)
      guard try opened.schemaVersion() > 0 else { return nil }
      return keep(opened)
    } catch {
      guard case .database(let cause) = error, cause.isAboutRoom,
        let opened = openWithoutRoom(deadline: deadline)
      else { throw error }
      return try opened.schemaVersion() > 0 ? opened : nil
    }
  }

  /// A connection that needs no new file and no room; nil where there is none.
  private func openWithoutRoom(deadline: MonotonicTime) -> RecordConnection? {
    let isFrozen = FileSystemKind.isReadOnly(holding: path)
    let opened = try? RecordConnection(
      path: path, schema: schema, deadline: deadline, isFrozen ? .frozen : .alone)
    // A frozen one is read without its log, which has the newest commits where there is one.
    if isFrozen, let opened, opened.hasLog { return nil }
    return opened
  }

  func connectionToWrite(deadline: MonotonicTime) throws(RecordStoreError)
    -> RecordConnection
  {
    // SQLite opens a file for reading alone where opening it for writing fails, for whatever reason.
    if connection?.database.isReadOnly == true { connection = nil }
    let connection =
      if let kept = keptConnection(deadline: deadline) {
        kept
      } else {
        try createAndOpen(deadline: deadline)
      }
    // Kept when it is prepared: what reads expects tables.
    try connection.prepareToWrite()
    return keep(connection)
  }

  private func createAndOpen(deadline: MonotonicTime) throws(RecordStoreError)
    -> RecordConnection
  {
    try judging { () throws(Directory.Refusal) in try Directory.create(directory) }
    try checkDirectory()
    try translatingSystem { () throws(SystemError) in
      // So that a database that is there always stands in directories that are durable.
      if try FileIdentity.following(path) == nil {
        try Directory.synchronizeNames(of: directory)
      }
      do throws(SystemError) {
        // Created here for its mode, which SQLite gives to the files beside it, too; and without
        // opening it, since closing it would drop the locks that SQLite holds in this process.
        try systemCall("mknod", path) { unsafe mknod(path, S_IFREG | 0o600, 0) }
      } catch {
        guard error.code == EEXIST else { throw error }
      }
    }
    return try RecordConnection(path: path, schema: schema, deadline: deadline)
  }

  private func keptConnection(deadline: MonotonicTime) -> RecordConnection? {
    // A file that was removed or replaced would take our commits with it.
    if connection?.database.hasMoved == true { connection = nil }
    connection?.database.deadline = deadline
    return connection
  }

  private func keep(_ opened: RecordConnection) -> RecordConnection {
    if connection === opened { return opened }
    connection = opened
    connectionCount += 1
    return opened
  }

  private func checkDirectory() throws(RecordStoreError) {
    try judging { () throws(Directory.Refusal) in try Directory.check(directory) }
  }

  private func judging(
    _ body: () throws(Directory.Refusal) -> Void
  ) throws(RecordStoreError) {
    do throws(Directory.Refusal) { try body() } catch {
      if case .system(let cause) = error { throw .system(cause) }
      throw .refused(error)
    }
  }

  private func add(
    _ new: NewRecord, now: Instant, through connection: RecordConnection
  ) throws(RecordStoreError) -> Addition {
    let id = new.id ?? ids.next(at: now)
    let record = Record(
      id: id, type: new.type, value: new.value, time: new.time, note: new.note,
      source: new.source)
    try connection.run(RecordStatements.insert, RecordStatements.row(of: record))
    if connection.database.changedRowCount == 1 {
      return Addition(record: record, outcome: .added)
    }
    guard let row = try connection.firstRow(RecordStatements.find, [.blob(id.bytes)]) else {
      throw .damaged(path: path, reason: "record \(id) both present and absent")
    }
    return Addition(record: try self.record(from: row), outcome: .alreadyPresent)
  }

  func record(from row: [SQLiteValue]) throws(RecordStoreError) -> Record {
    guard let record = RecordStatements.record(from: row) else {
      let id = row.first?.blobValue.flatMap { RecordID(bytes: $0) }
      throw .damaged(
        path: path, reason: "record that none can be: \(id.map(\.description) ?? "without an id")")
    }
    return record
  }
}
