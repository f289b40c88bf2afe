// The one place that speaks to SQLite, with SQLiteStatement. A connection belongs to one thread at
// a time; pointers do not leave these two files.

internal import CUnitsSQLite
internal import Glibc
package import UnitsLinux

/// One connection to a database file that exists.
///
/// It waits for other connections' locks until ``deadline``, then calls fail as busy. Statements keep
/// it open; it closes when the last of them is gone.
@safe package final class SQLiteDatabase {
  /// The file.
  package let path: String
  /// Where its write-ahead log is or would be: beside the file that a link leads to.
  /// sqlite3_filename_wal
  package let logPath: String
  private let handle: OpaquePointer
  private let patience = Patience()

  /// SQLite opens whatever stands under its names, and a pipe would keep it waiting for ever.
  private static func checkFiles(_ path: String) throws(SQLiteError) {
    for name in ["", "-wal", "-shm", "-journal"].map({ path + $0 }) {
      // What cannot be looked at cannot be opened either, and that tells why.
      guard let identity = try? FileIdentity.following(name), !identity.isRegularFile else {
        continue
      }
      throw SQLiteError(
        code: SQLITE_NOTADB, extendedCode: SQLITE_NOTADB, systemCode: 0,
        message: "not a regular file", statement: nil, path: name)
    }
  }

  /// Opens a database for reading and writing, or reading alone where the file forbids writing.
  /// Never creates one: who creates a file decides its mode. sqlite3_open_v2
  ///
  /// A frozen one is read with no lock and no file beside it, a log included: nobody may be able to
  /// change it.
  package init(path: String, isFrozen: Bool = false) throws(SQLiteError) {
    try Self.checkFiles(path)
    self.path = path
    var opened: OpaquePointer?
    // No mutexes: a connection never meets two threads at once.
    let (name, flags) =
      isFrozen
      ? (Self.frozenName(path), SQLITE_OPEN_READONLY | SQLITE_OPEN_URI)
      : (path, SQLITE_OPEN_READWRITE)
    let result = unsafe sqlite3_open_v2(name, &opened, flags | SQLITE_OPEN_NOMUTEX, nil)
    guard let handle = unsafe opened else {
      throw SQLiteError(
        code: SQLITE_NOMEM, extendedCode: SQLITE_NOMEM, systemCode: 0, message: "out of memory",
        statement: nil, path: path)
    }
    unsafe self.handle = handle
    logPath =
      if let name = unsafe sqlite3_db_filename(handle, "main"),
        let log = unsafe sqlite3_filename_wal(name)
      {
        unsafe String(cString: log)
      } else {
        "\(path)-wal"
      }
    guard result == SQLITE_OK else { throw failure(during: nil) }
    unsafe sqlite3_extended_result_codes(handle, 1)
    unsafe sqlite3_busy_handler(
      handle,
      { context, attempt in
        guard let context = unsafe context else { return 0 }
        return unsafe Unmanaged<Patience>.fromOpaque(context).takeUnretainedValue()
          .wait(attempt: attempt)
      }, Unmanaged.passUnretained(patience).toOpaque())
  }

  /// https://sqlite.org/uri.html
  private static func frozenName(_ path: String) -> String {
    let name = path.replacing("%", with: "%25").replacing("?", with: "%3f")
      .replacing("#", with: "%23")
    return "file:\(name)?immutable=1"
  }

  deinit {
    unsafe sqlite3_close_v2(handle)
  }

  /// Until when calls wait for locks that others hold.
  package var deadline: MonotonicTime {
    get { patience.deadline }
    set { patience.deadline = newValue }
  }

  /// Whether a transaction is open.
  package var isInTransaction: Bool { unsafe sqlite3_get_autocommit(handle) == 0 }

  /// Whether it could be opened for reading alone.
  package var isReadOnly: Bool { unsafe sqlite3_db_readonly(handle, "main") == 1 }

  /// How many rows the last insertion, change or removal touched.
  package var changedRowCount: Int { unsafe Int(sqlite3_changes(handle)) }

  /// Whether the path leads to another file by now, or to none. `SQLITE_FCNTL_HAS_MOVED`
  package var hasMoved: Bool {
    var moved: CInt = 0
    unsafe sqlite3_file_control(handle, "main", SQLITE_FCNTL_HAS_MOVED, &moved)
    return moved != 0
  }

  /// Compiles a statement that will run many times. sqlite3_prepare_v3
  package func prepare(_ text: String) throws(SQLiteError) -> SQLiteStatement {
    var compiled: OpaquePointer?
    let result = unsafe sqlite3_prepare_v3(
      handle, text, -1, CUnsignedInt(SQLITE_PREPARE_PERSISTENT), &compiled, nil)
    guard result == SQLITE_OK, let compiled = unsafe compiled else { throw failure(during: text) }
    return unsafe SQLiteStatement(owning: compiled, text: text, of: self)
  }

  /// Runs statements that ask for nothing, once. sqlite3_exec
  package func execute(_ text: String) throws(SQLiteError) {
    guard unsafe sqlite3_exec(handle, text, nil, nil, nil) == SQLITE_OK else {
      throw failure(during: text)
    }
  }

  /// The first value that a statement gives, which runs once.
  package func value(of text: String) throws(SQLiteError) -> SQLiteValue {
    try prepare(text).firstRow([])?.first ?? .null
  }

  /// Tries again, until the deadline, what SQLite refuses as busy without asking the busy handler,
  /// as it does where waiting could be for one another.
  package func untilDeadline<Value>(
    _ body: () throws(SQLiteError) -> Value
  ) throws(SQLiteError) -> Value {
    var attempt: CInt = 0
    while true {
      do throws(SQLiteError) {
        return try body()
      } catch {
        guard error.kind == .busy, patience.wait(attempt: attempt) == 1 else { throw error }
        attempt += 1
      }
    }
  }

  /// The connection's last error.
  func failure(during statement: String?) -> SQLiteError {
    let extendedCode = unsafe sqlite3_extended_errcode(handle)
    let code = extendedCode & 0xFF
    // Elsewhere the number is left over from an earlier call.
    let isAboutFiles = [SQLITE_IOERR, SQLITE_CANTOPEN, SQLITE_FULL, SQLITE_READONLY].contains(code)
    return SQLiteError(
      code: code, extendedCode: extendedCode,
      systemCode: isAboutFiles ? unsafe sqlite3_system_errno(handle) : 0,
      message: unsafe String(cString: sqlite3_errmsg(handle)), statement: statement, path: path)
  }

  /// How long to wait for others: what the busy handler asks.
  private final class Patience {
    var deadline = MonotonicTime.now()

    /// Pauses, longer at each attempt, and tells whether to try again: 1 or 0.
    func wait(attempt: CInt) -> CInt {
      let left = deadline.millisecondsFromNow()
      if left == 0 { return 0 }
      // One commit's time at first; at most 16 ms, so that a lock let go is soon seen.
      poll(nil, 0, min(left, min(1 << min(attempt, 4), 16)))
      return 1
    }
  }
}
