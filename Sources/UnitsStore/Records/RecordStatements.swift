// The statements of the records database, and their rows.

internal import Units

/// The texts of the statements that are compiled once, and what their rows mean.
enum RecordStatements {
  static let insert = """
    INSERT INTO records (\(columns)) VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING
    """

  static let find = "SELECT \(columns) FROM records WHERE id = ?"

  /// Of a type, a first moment and the moment after the last. One range of `records_by_time`.
  static let totals = """
    SELECT count(*), sum(value), min(value), max(value) FROM records \(span)
    """

  /// The latest record of the same span: the end of the range.
  static let last = """
    SELECT \(columns) FROM records \(span) ORDER BY time DESC, id DESC LIMIT 1
    """

  static let remove = "DELETE FROM records WHERE id = ?"

  /// The next records of a list, from a place on. Its parameters are the list's other end, the
  /// place's time and id, how many, and the type.
  static func list(_ order: RecordQuery.Order) -> String {
    "\(next(order, type: "?5")) \(ordered(order))"
  }

  /// The same of every type: each has a range of the index, and the ranges are merged as they are
  /// read.
  static func listOfAllTypes(_ order: RecordQuery.Order) -> String {
    let types = MeasurementType.allCases.map { next(order, type: "'\($0.rawValue)'") }
    return "\(types.joined(separator: " UNION ALL ")) \(ordered(order))"
  }

  private static func next(_ order: RecordQuery.Order, type: String) -> String {
    let range =
      switch order {
      case .newestFirst: "time >= ?1 AND (time, id) < (?2, ?3)"
      case .oldestFirst: "time < ?1 AND (time, id) > (?2, ?3)"
      }
    return "SELECT \(columns) FROM records WHERE type = \(type) AND \(range)"
  }

  private static func ordered(_ order: RecordQuery.Order) -> String {
    let direction = order == .newestFirst ? "DESC" : "ASC"
    return "ORDER BY time \(direction), id \(direction) LIMIT ?4"
  }

  private static let columns = "id, type, value, time, utc_offset, note, source"
  private static let span = "WHERE type = ? AND time >= ? AND time < ?"

  /// A record's columns.
  static func row(of record: Record) -> [SQLiteValue] {
    [
      .blob(record.id.bytes), .text(record.type.rawValue), .double(record.value),
      .integer(record.time.instant.microseconds), .integer(Int64(record.time.offset.minutes)),
      SQLiteValue(record.note), SQLiteValue(record.source),
    ]
  }

  /// The record of its columns; nil if they are such as no record has.
  ///
  /// One record must not cost the others of its list: an infinity, which an earlier version or a
  /// foreign writer may have stored, is read as the largest number, and an offset that is none as that
  /// of UTC. What lists read is a record then: their statements ask for types and times that there are.
  static func record(from row: [SQLiteValue]) -> Record? {
    guard row.count == 7, let bytes = row[0].blobValue, let id = RecordID(bytes: bytes),
      let type = row[1].textValue.flatMap(MeasurementType.init(rawValue:)),
      let value = row[2].doubleValue,
      let instant = row[3].integerValue.flatMap({ Instant(microseconds: $0) }),
      let minutes = row[4].integerValue
    else { return nil }
    let offset = UTCOffset(minutes: Int(clamping: minutes)) ?? .zero
    return Record(
      id: id, type: type, value: finite(value), time: Timestamp(instant, offset: offset),
      note: row[5].textValue, source: row[6].textValue)
  }

  /// What JSON can say of a stored value or a sum.
  static func finite(_ value: Double) -> Double {
    min(max(value, -.greatestFiniteMagnitude), .greatestFiniteMagnitude)
  }
}
