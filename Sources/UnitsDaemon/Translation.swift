// What a call asks for in the store's words, and what only the daemon tells.

internal import Units
internal import UnitsJSON
internal import UnitsLinux
internal import UnitsProtocol
internal import UnitsStore
internal import Varlink

extension PreferencesExplain.Response {
  /// The explanation as it is told on the wire.
  init(_ explanation: Explanation, of key: String) {
    func members(_ value: JSONValue?) -> JSONObject { value.map { [key: $0] } ?? [:] }
    self.init(
      values: members(explanation.value), path: explanation.path,
      lockedBy: explanation.lockPath, ignored: members(explanation.ignored))
  }
}

extension NewRecord {
  /// Reads records from the wire; one without a time was taken now.
  static func decode(
    _ records: [WireNewRecord], now: Timestamp
  ) throws(RecordsError) -> [NewRecord] {
    try Record.checkCount(records.count)
    var decoded: [NewRecord] = []
    for (index, record) in records.enumerated() {
      decoded.append(try decode(record, index: index, now: now))
    }
    return decoded
  }

  private static func decode(
    _ record: WireNewRecord, index: Int, now: Timestamp
  ) throws(RecordsError) -> NewRecord {
    let type = try MeasurementType.decode(record.type)
    let id = try record.id.map { (text) throws(RecordsError) in
      try RecordID.decode(text, index: index)
    }
    let time = try record.time.map { (text) throws(RecordsError) in
      try Timestamp.decode(text, index: index)
    }
    do throws(InvalidRecord) {
      return try NewRecord(
        id: id, type: type, value: record.value, time: time ?? now, note: record.note,
        source: record.source)
    } catch {
      throw .invalidRecord(index: index, reason: error.description)
    }
  }
}

extension Record {
  /// Reads records from the wire that were stored elsewhere.
  static func decode(_ records: [WireRecord]) throws(RecordsError) -> [Record] {
    try checkCount(records.count)
    var decoded: [Record] = []
    decoded.reserveCapacity(records.count)
    for (index, record) in records.enumerated() {
      let type = try MeasurementType.decode(record.type)
      let id = try RecordID.decode(record.id, index: index)
      let time = try Timestamp.decode(record.time, index: index)
      do throws(InvalidRecord) {
        decoded.append(
          try Record(
            checking: id, type: type, value: record.value, time: time, note: record.note,
            source: record.source))
      } catch {
        throw .invalidRecord(index: index, reason: error.description)
      }
    }
    return decoded
  }

  fileprivate static func checkCount(_ count: Int) throws(RecordsError) {
    guard count <= RecordStore.additionLimit else {
      throw .invalidRecord(
        index: RecordStore.additionLimit,
        reason: "more than \(RecordStore.additionLimit) records in one call")
    }
  }
}

extension RecordID {
  fileprivate static func decode(_ text: String, index: Int) throws(RecordsError) -> RecordID {
    guard let id = RecordID(text) else {
      throw .invalidRecord(index: index, reason: "id is no UUID: \(text)")
    }
    return id
  }

  /// Reads the ids of records that are to be removed.
  static func decode(_ texts: [String]) throws(ServiceError) -> [RecordID] {
    let ids = texts.compactMap(RecordID.init)
    guard ids.count == texts.count, ids.count <= RecordStore.additionLimit else {
      throw .invalidParameter(RecordsRemove.Field.ids.rawValue)
    }
    return ids
  }
}

extension Timestamp {
  fileprivate static func decode(_ text: String, index: Int) throws(RecordsError) -> Timestamp {
    do throws(RFC3339Error) { return try RFC3339.parse(text) } catch {
      throw .invalidRecord(index: index, reason: "time: \(error)")
    }
  }
}

extension MeasurementType {
  /// Reads a type from the wire.
  static func decode(_ text: String) throws(RecordsError) -> MeasurementType {
    guard let type = MeasurementType(rawValue: text) else {
      throw .unknownType(type: text, allowed: allCases.map(\.rawValue))
    }
    return type
  }
}

/// A span of time, its end excluded.
struct TimeSpan {
  let since: Instant
  let until: Instant

  /// Reads a span from the wire; an open end is the end of time.
  init(since: String?, until: String?) throws(ServiceError) {
    func instant(
      _ text: String?, _ field: RecordsSummary.Field, _ open: Instant
    ) throws(ServiceError) -> Instant {
      guard let text else { return open }
      do throws(RFC3339Error) { return try RFC3339.parse(text).instant } catch {
        throw .invalidParameter(field.rawValue)
      }
    }
    self.since = try instant(since, .since, .earliest)
    self.until = try instant(until, .until, .latest)
  }
}
