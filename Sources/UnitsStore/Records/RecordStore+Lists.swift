// Listing and removing.

internal import Units
package import UnitsLinux

extension RecordStore {
  /// The records of a list from a place on, at most `limit` and no more than a page of them. Nothing
  /// is held open between pages. Without a database there are none.
  package func page(
    of query: RecordQuery, from place: RecordPlace, limit: Int = RecordPage.countLimit,
    deadline: MonotonicTime
  ) throws(RecordStoreError) -> RecordPage {
    let count = min(limit, RecordPage.countLimit)
    guard count > 0, let connection = try connectionToRead(deadline: deadline) else {
      return .empty
    }
    let end = query.order == .newestFirst ? query.since : query.until
    var parameters: [SQLiteValue] = [
      .integer(end.microseconds), .integer(place.time.microseconds), .blob(place.id),
      .integer(Int64(count)),
    ]
    if let type = query.type { parameters.append(.text(type.rawValue)) }
    let statement =
      query.type == nil
      ? RecordStatements.listOfAllTypes(query.order) : RecordStatements.list(query.order)

    var records: [Record] = []
    var textSize = 0
    try connection.forEachRow(statement, parameters) { (row) throws(RecordStoreError) in
      let record = try record(from: row)
      records.append(record)
      textSize += (record.note?.utf8.count ?? 0) + (record.source?.utf8.count ?? 0)
      return textSize < RecordPage.textLimit ? .more : .enough
    }
    let mayGoOn = records.count == count || textSize >= RecordPage.textLimit
    return RecordPage(
      records: records, next: mayGoOn ? records.last.map(RecordPlace.init(behind:)) : nil)
  }

  /// Removes the records of these ids in one commit, all or none, and returns those that were there,
  /// in the order of the ids. Ids of none are passed over, so removing twice removes once. Creates
  /// nothing.
  package func remove(
    _ ids: [RecordID], deadline: MonotonicTime
  ) throws(RecordStoreError) -> [Record] {
    guard ids.count <= Self.additionLimit else {
      throw .tooMany(limit: Self.additionLimit, count: ids.count)
    }
    guard !ids.isEmpty, try connectionToRead(deadline: deadline) != nil else { return [] }
    let connection = try connectionToWrite(deadline: deadline)
    let removed = try connection.transaction(.write) { () throws(RecordStoreError) in
      var removed: [Record] = []
      for id in ids {
        guard let row = try connection.firstRow(RecordStatements.find, [.blob(id.bytes)]) else {
          continue
        }
        removed.append(try record(from: row))
        try connection.run(RecordStatements.remove, [.blob(id.bytes)])
      }
      try connection.synchronizeDirectory()
      return removed
    }
    // As where nothing is added: who removed them before may have been killed in between.
    if removed.isEmpty { try connection.synchronizeLog() }
    return removed
  }
}
