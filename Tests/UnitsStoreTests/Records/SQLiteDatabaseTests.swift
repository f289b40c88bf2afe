import Foundation
import Testing
import UnitsLinux

@testable import UnitsStore

@Suite struct SQLiteDatabaseTests {
  private let fixture: RecordFixture
  private let database: SQLiteDatabase

  init() throws {
    fixture = try RecordFixture()
    try fixture.makeDirectory()
    #expect(FileManager.default.createFile(atPath: fixture.path, contents: nil))
    database = try fixture.otherConnection()
  }

  @Test(arguments: [
    SQLiteValue.null, .integer(.min), .integer(.max), .double(0.1), .double(.infinity),
    .text(""), .text("né\0e"), .blob([]), .blob([0, 255, 0]),
  ])
  func `a value comes back as it was bound`(value: SQLiteValue) throws {
    #expect(try database.prepare("SELECT ?").firstRow([value]) == [value])
  }

  @Test func `a statement runs again with other values`() throws {
    try database.execute("CREATE TABLE t (a INTEGER)")
    let insert = try database.prepare("INSERT INTO t VALUES (?)")
    for number in 1...3 { try insert.run([.integer(Int64(number))]) }
    #expect(database.changedRowCount == 1)
    #expect(try database.value(of: "SELECT sum(a) FROM t") == .integer(6))
    #expect(try database.prepare("SELECT a FROM t WHERE a > ?").firstRow([.integer(3)]) == nil)
  }

  @Test func `a file that is absent is not made`() throws {
    let path = fixture.directory + "/absent.sqlite"
    let error = #expect(throws: SQLiteError.self) { try SQLiteDatabase(path: path) }
    #expect(error?.description == "unable to open database file (SQLite 14): \(path)")
    #expect(error?.systemCode == ENOENT)
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func `an error carries the code, the message and the statement`() throws {
    let error = #expect(throws: SQLiteError.self) { try database.execute("SELECT a FROM b") }
    #expect(error?.code == 1)
    #expect(
      error?.description
        == "no such table: b (SQLite 1) in SELECT a FROM b: \(fixture.path)")
  }

  @Test func `a full disk is told by its code`() throws {
    try database.execute("CREATE TABLE t (a BLOB); PRAGMA max_page_count=2")
    let text = "INSERT INTO t VALUES (zeroblob(100000))"
    let error = #expect(throws: SQLiteError.self) { try database.execute(text) }
    #expect(error?.code == 13)
    #expect(
      error?.description == "database or disk is full (SQLite 13) in \(text): \(fixture.path)")
  }

  @Test func `a file that was removed or replaced is noticed`() throws {
    try database.execute("CREATE TABLE t (a)")
    #expect(!database.hasMoved)
    try FileManager.default.moveItem(atPath: fixture.path, toPath: fixture.path + ".old")
    #expect(database.hasMoved)
    #expect(FileManager.default.createFile(atPath: fixture.path, contents: nil))
    #expect(database.hasMoved)
  }
}
