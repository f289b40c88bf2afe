// A compiled statement: values in, values out.

internal import CUnitsSQLite

/// A value in a column or a parameter.
package enum SQLiteValue: Sendable, Hashable {
  case null
  case integer(Int64)
  case double(Double)
  case text(String)
  case blob([UInt8])

  /// The text, or null for none.
  package init(_ text: String?) {
    self = text.map(SQLiteValue.text) ?? .null
  }

  package var integerValue: Int64? { if case .integer(let value) = self { value } else { nil } }
  package var doubleValue: Double? { if case .double(let value) = self { value } else { nil } }
  package var textValue: String? { if case .text(let value) = self { value } else { nil } }
  package var blobValue: [UInt8]? { if case .blob(let value) = self { value } else { nil } }
}

/// A statement that runs any number of times. After each run it is reset, so that it holds no lock
/// and no row open.
@safe package final class SQLiteStatement {
  /// The statement's text.
  package let text: String
  private let handle: OpaquePointer
  private let database: SQLiteDatabase

  /// Takes over a compiled statement of a database, which it keeps open.
  @unsafe init(owning handle: OpaquePointer, text: String, of database: SQLiteDatabase) {
    unsafe self.handle = handle
    self.text = text
    self.database = database
  }

  deinit {
    unsafe sqlite3_finalize(handle)
  }

  /// Runs to the end with these parameters; rows are not looked at.
  package func run(_ parameters: [SQLiteValue] = []) throws(SQLiteError) {
    defer { unsafe sqlite3_reset(handle) }
    try bind(parameters)
    while try step() {}
  }

  /// Runs with these parameters as far as the first row; nil if there is none.
  package func firstRow(_ parameters: [SQLiteValue]) throws(SQLiteError) -> [SQLiteValue]? {
    defer { unsafe sqlite3_reset(handle) }
    try bind(parameters)
    guard try step() else { return nil }
    return (0..<(unsafe sqlite3_column_count(handle))).map { column(at: $0) }
  }

  /// Runs with these parameters and hands over each row, until there is none or the body has had
  /// enough.
  package func forEachRow(
    _ parameters: [SQLiteValue], _ body: ([SQLiteValue]) -> Continuation
  ) throws(SQLiteError) {
    defer { unsafe sqlite3_reset(handle) }
    try bind(parameters)
    let places = 0..<(unsafe sqlite3_column_count(handle))
    while try step() {
      if body(places.map { column(at: $0) }) == .enough { return }
    }
  }

  /// Whether a body wants further rows.
  package enum Continuation: Sendable {
    case more
    case enough
  }

  private func step() throws(SQLiteError) -> Bool {
    switch unsafe sqlite3_step(handle) {
    case SQLITE_ROW: return true
    case SQLITE_DONE: return false
    default: throw database.failure(during: text)
    }
  }

  private func bind(_ parameters: [SQLiteValue]) throws(SQLiteError) {
    precondition(
      unsafe parameters.count == Int(sqlite3_bind_parameter_count(handle)),
      "a statement takes as many values as it has parameters")
    for (place, value) in zip(CInt(1)..., parameters) {
      guard bind(value, at: place) == SQLITE_OK else { throw database.failure(during: text) }
    }
  }

  private func bind(_ value: SQLiteValue, at place: CInt) -> CInt {
    switch value {
    case .null:
      return unsafe sqlite3_bind_null(handle, place)
    case .integer(let integer):
      return unsafe sqlite3_bind_int64(handle, place, integer)
    case .double(let double):
      return unsafe sqlite3_bind_double(handle, place, double)
    case .text(var text):
      return text.withUTF8 { bytes in
        // An empty buffer may have no address, which SQLite would take for null.
        unsafe sqlite3_bind_text(
          handle, place, bytes.baseAddress ?? emptyAddress, CInt(clamping: bytes.count), copied)
      }
    case .blob(let blob):
      return unsafe blob.withUnsafeBytes { bytes in
        unsafe sqlite3_bind_blob(
          handle, place, bytes.baseAddress ?? UnsafeRawPointer(emptyAddress),
          CInt(clamping: bytes.count), copied)
      }
    }
  }

  private func column(at place: CInt) -> SQLiteValue {
    switch unsafe sqlite3_column_type(handle, place) {
    case SQLITE_INTEGER:
      return unsafe .integer(sqlite3_column_int64(handle, place))
    case SQLITE_FLOAT:
      return unsafe .double(sqlite3_column_double(handle, place))
    case SQLITE_TEXT:
      // The pointer first, the length after: the order that SQLite asks for.
      let start = unsafe sqlite3_column_text(handle, place)
      let count = unsafe Int(sqlite3_column_bytes(handle, place))
      return unsafe .text(
        String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self))
    case SQLITE_BLOB:
      let start = unsafe sqlite3_column_blob(handle, place)
      let count = unsafe Int(sqlite3_column_bytes(handle, place))
      return unsafe .blob(Array(UnsafeRawBufferPointer(start: start, count: count)))
    default:
      return .null
    }
  }

  /// `SQLITE_TRANSIENT`, which Swift cannot import: SQLite copies the bytes before it returns.
  private var copied: sqlite3_destructor_type {
    unsafe unsafeBitCast(-1, to: sqlite3_destructor_type.self)
  }

  /// Any address, for values of no bytes.
  private var emptyAddress: UnsafePointer<UInt8> { unsafe UnsafePointer(handle) }
}
