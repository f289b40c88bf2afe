import Foundation
import Testing
import Units
import UnitsLinux

@testable import UnitsStore

/// The database file: its schema, its journal, its damage, its directory.
@Suite struct RecordDatabaseTests {
  private let fixture: RecordFixture
  private let store: RecordStore

  init() throws {
    fixture = try RecordFixture()
    store = RecordStore(path: fixture.path)
  }

  @Test func `a new database has the newest schema, strict, and a write-ahead log`() throws {
    try store.add(distance(1))
    let other = try fixture.otherConnection()
    #expect(try other.value(of: "PRAGMA user_version") == .integer(1))
    #expect(try other.value(of: "PRAGMA journal_mode") == .text("wal"))
    #expect(
      try other.value(of: "SELECT strict FROM pragma_table_list WHERE name = 'records'")
        == .integer(1))
    #expect(throws: SQLiteError.self) {
      try other.execute("INSERT INTO records VALUES (x'00', 'distance', 1.0, 0, 0, NULL, NULL)")
    }
  }

  @Test func `commits are synchronised, and so is the removal of a rollback journal`() throws {
    try store.add(distance(1))
    let connection = try RecordConnection(path: fixture.path, schema: .current, deadline: .soon)
    // EXTRA
    #expect(try connection.database.value(of: "PRAGMA synchronous") == .integer(3))
  }

  @Test func `an empty file is a database that nobody has written to`() throws {
    try fixture.makeDirectory()
    #expect(FileManager.default.createFile(atPath: fixture.path, contents: nil))
    #expect(try store.whole() == .empty)
    #expect(try fixture.content().isEmpty)
    try store.add(distance(1))
    #expect(try store.whole().count == 1)
  }

  @Test func `a newer schema is refused and not touched`() throws {
    try fixture.makeDirectory()
    #expect(FileManager.default.createFile(atPath: fixture.path, contents: nil))
    try fixture.otherConnection().execute("CREATE TABLE future (a); PRAGMA user_version=2")
    let before = try fixture.content()
    let message =
      "database of a newer version (schema 2, this program knows 1): \(fixture.path)"
    let reading = #expect(throws: RecordStoreError.self) { try store.whole() }
    #expect(reading?.description == message)
    let adding = #expect(throws: RecordStoreError.self) { try store.add(distance(1)) }
    #expect(adding?.description == message)
    #expect(try fixture.content() == before)
    #expect(try fixture.names() == ["group.sqlite"])
  }

  /// A schema that knows one more step than this program.
  private func later(_ step: String) -> RecordSchema {
    RecordSchema(migrations: RecordSchema.current.migrations + [step])
  }

  @Test func `an earlier schema is brought forward with what is in it`() throws {
    try store.add(distance(1), distance(2))
    let step = "ALTER TABLE records ADD COLUMN device TEXT; UPDATE records SET device = 'a watch'"
    let newer = RecordStore(path: fixture.path, schema: later(step))
    // Reading takes no step: what is there can be read as it is.
    #expect(try newer.whole().count == 2)
    let other = try fixture.otherConnection()
    #expect(try other.value(of: "PRAGMA user_version") == .integer(1))
    try newer.add(distance(3))
    #expect(try other.value(of: "PRAGMA user_version") == .integer(2))
    #expect(try other.value(of: "SELECT count(device) FROM records") == .integer(2))
    #expect(try newer.whole().sum == 6)
    // The earlier program, which has had it open all the while, leaves it alone from now on.
    let refusal = #expect(throws: RecordStoreError.self) { try store.add(distance(4)) }
    #expect(refusal == .newerSchema(path: fixture.path, version: 2, supported: 1))
    #expect(try newer.whole().count == 3)
  }

  @Test func `a step forward that fails leaves the earlier schema and all that is in it`() throws {
    try store.add(distance(1))
    let step = "ALTER TABLE records ADD COLUMN device TEXT; UPDATE records SET missing = 1"
    let newer = RecordStore(path: fixture.path, schema: later(step))
    #expect(throws: RecordStoreError.self) { try newer.add(distance(2)) }
    let other = try fixture.otherConnection()
    #expect(try other.value(of: "PRAGMA user_version") == .integer(1))
    #expect(
      try other.value(of: "SELECT count(*) FROM pragma_table_info('records') WHERE name = 'device'")
        == .integer(0))
    try store.add(distance(3))
    #expect(try store.whole().sum == 4)
  }

  @Test func `a failed step of the schema leaves the file as it was`() throws {
    try fixture.makeDirectory()
    #expect(FileManager.default.createFile(atPath: fixture.path, contents: nil))
    let other = try fixture.otherConnection()
    // The table can be made, the index cannot.
    try other.execute("CREATE TABLE records_by_time (a)")
    #expect(throws: RecordStoreError.self) { try store.add(distance(1)) }
    #expect(try other.value(of: "PRAGMA user_version") == .integer(0))
    #expect(
      try other.value(of: "SELECT count(*) FROM sqlite_schema") == .integer(1))
  }

  @Test func `a file that is no database is damaged and stays where it is`() throws {
    try fixture.makeDirectory()
    let garbage = Data(repeating: 0x2A, count: 8192)
    #expect(FileManager.default.createFile(atPath: fixture.path, contents: garbage))
    let reading = #expect(throws: RecordStoreError.self) { try store.whole() }
    #expect(reading?.description == "damaged (file is not a database): \(fixture.path)")
    #expect(throws: RecordStoreError.damaged(path: fixture.path, reason: "file is not a database"))
    { try store.add(distance(1)) }
    #expect(try fixture.content() == garbage)
    #expect(try fixture.names() == ["group.sqlite"])
  }

  @Test func `broken pages are damage`() throws {
    try RecordStore(path: fixture.path).add(distance(1))
    var bytes = try fixture.content()
    bytes.replaceSubrange(4096..., with: Data(repeating: 0xFF, count: bytes.count - 4096))
    try bytes.write(to: URL(filePath: fixture.path))
    let error = #expect(throws: RecordStoreError.self) { try store.whole() }
    #expect(
      error == .damaged(path: fixture.path, reason: "database disk image is malformed"))
    #expect(try fixture.content() == bytes)
  }

  @Test func `a database without our tables is damage`() throws {
    try fixture.makeDirectory()
    #expect(FileManager.default.createFile(atPath: fixture.path, contents: nil))
    try fixture.otherConnection().execute("CREATE TABLE other (a); PRAGMA user_version=1")
    let error = #expect(throws: RecordStoreError.self) { try store.whole() }
    #expect(error == .damaged(path: fixture.path, reason: "no such table: records"))
  }

  @Test(arguments: [
    "(x'01a22b7208547aaa8a72f5ecbcc24216', 'distance', 1.0, 1e18, 0, NULL, NULL)",
    "(x'01a22b7208547aaa8a72f5ecbcc24216', 'mass', 1.0, 0, 0, NULL, NULL)",
  ])
  func `a record of no moment or no type is in no list, and asked for it is damage`(row: String)
    throws
  {
    try store.add(NewRecord(type: .weight, value: 90, time: morning))
    try fixture.otherConnection().execute("INSERT INTO records VALUES \(row)")
    #expect(try store.whole() == .empty)
    let query = RecordQuery()
    let page = try store.page(of: query, from: RecordPlace(beforeAllOf: query), deadline: .soon)
    #expect(page.records.map(\.value) == [90])
    let id = try #require(RecordID("01a22b72-0854-7aaa-8a72-f5ecbcc24216"))
    let error = #expect(throws: RecordStoreError.self) {
      try store.remove([id], deadline: .soon)
    }
    #expect(
      error == .damaged(path: fixture.path, reason: "record that none can be: \(id)"))
  }

  @Test func `a directory that everybody may write is refused`() throws {
    try fixture.makeDirectory()
    try store.add(distance(1))
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o777], ofItemAtPath: fixture.directory)
    let other = RecordStore(path: fixture.path)
    let refusal = RecordStoreError.refused(.writableByAll(path: fixture.directory))
    #expect(throws: refusal) { try other.whole() }
    #expect(throws: refusal) { try other.add(distance(1)) }
    #expect(
      refusal.description == "directory is writable by everybody: \(fixture.directory)")
  }

  @Test func `a directory of another user is refused`() throws {
    guard geteuid() == 0 else {
      print("skipped: only root can give a directory away")
      return
    }
    try fixture.makeDirectory()
    #expect(chown(fixture.directory, 65_534, 65_534) == 0)
    #expect(
      throws: RecordStoreError.refused(
        .otherOwner(path: fixture.directory, owner: 65_534, user: 0))
    ) { try store.add(distance(1)) }
    #expect(try fixture.names() == [])
  }

  @Test func `what stands where a directory should be is told`() throws {
    #expect(FileManager.default.createFile(atPath: fixture.root + "/share", contents: nil))
    #expect(try store.whole() == .empty)
    let error = #expect(throws: RecordStoreError.self) { try store.add(distance(1)) }
    #expect(error?.description == "mkdir \(fixture.directory): Not a directory")
  }

  @Test func `over a network the journal is one that needs no shared memory`() throws {
    #expect(JournalMode(for: .network) == .rollback)
    #expect(JournalMode(for: .local) == .writeAheadLog)
    try store.add(distance(1))
    // Nobody else may have it open when the journal changes.
    let path = fixture.path
    let moved = try RecordFixture()
    try moved.makeDirectory()
    try FileManager.default.copyItem(atPath: path, toPath: moved.path)
    let connection = try RecordConnection(path: moved.path, schema: .current, deadline: .soon)
    try connection.setJournal(.rollback)
    #expect(try connection.database.value(of: "PRAGMA journal_mode") == .text("delete"))
  }

  @Test(arguments: [0x6969, 0xFF53_4D42, 0xFE53_4D42, 0x6573_5546, 0x0102_1997] as [UInt32])
  func `a network file system is known by its number`(magic: UInt32) {
    #expect(FileSystemKind(magic: magic) == .network)
  }

  @Test(arguments: [0xEF53, 0x0102_1994, 0x9123_683E, 0x5846_5342, 0x794C_7630] as [UInt32])
  func `ext4, tmpfs, btrfs, xfs and overlayfs are local`(magic: UInt32) {
    #expect(FileSystemKind(magic: magic) == .local)
  }

  @Test func `the file system of a path is asked for`() throws {
    #expect(try FileSystemKind(holding: "/proc") == .local)
    let error = #expect(throws: SystemError.self) {
      try FileSystemKind(holding: fixture.directory)
    }
    #expect(error?.description == "statfs \(fixture.directory): No such file or directory")
  }
}
