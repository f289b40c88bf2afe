// The store's values in the protocol's words and back.

internal import Units
internal import UnitsLinux
internal import UnitsProtocol
internal import UnitsStore
internal import Varlink

extension PreferenceError {
  /// The error as it is told on the wire.
  var wireError: PreferencesError {
    switch self {
    case .invalidValue(let key, let reason, let allowed):
      .invalidValue(key: key, reason: reason, allowed: allowed)
    case .invalidKey(let key, let reason): .invalidKey(key: key, reason: reason)
    case .tooLarge(let limit, let size): .tooLarge(limit: limit, size: size)
    case .notDurable(let path, let reason): .notDurable(path: path, reason: reason)
    case .busy(let path): .busy(path: path)
    case .damaged(let damage):
      .damaged(
        path: damage.path, line: damage.line, column: damage.column, reason: damage.reason)
    case .unreadable(let path, let reason): .unreadable(path: path, reason: reason)
    case .refused(let reason): .refused(reason: reason)
    }
  }
}

extension RecordStoreError {
  /// The error as it is told on the wire. `path` is the database's.
  func wireError(path: String) -> RecordsError {
    switch self {
    case .tooMany(let limit, _): .invalidRecord(index: limit, reason: description)
    case .busy(let path): .busy(path: path)
    case .damaged(let path, let reason): .damaged(path: path, reason: reason)
    case .newerSchema(let path, _, _): .unreadable(path: path, reason: description)
    case .refused(let refusal): .refused(reason: refusal.description)
    case .system(let error): .notDurable(path: error.path ?? path, reason: error.reason)
    case .database(let error): .notDurable(path: error.path, reason: error.reason)
    }
  }
}

extension WireRecord {
  init(_ record: Record) {
    self.init(
      id: record.id.description, type: record.type.rawValue, value: record.value,
      time: RFC3339.format(record.time), note: record.note, source: record.source)
  }
}

extension NewRecord {
  /// Reads records from the wire; one without a time was taken now.
  static func decode(
    _ records: [WireNewRecord], now: Timestamp
  ) throws(RecordsError) -> [NewRecord] {
    guard records.count <= RecordStore.additionLimit else {
      throw .invalidRecord(
        index: RecordStore.additionLimit,
        reason: "more than \(RecordStore.additionLimit) records in one call")
    }
    var decoded: [NewRecord] = []
    for (index, record) in records.enumerated() {
      decoded.append(try decode(record, index: index, now: now))
    }
    return decoded
  }

  private static func decode(
    _ record: WireNewRecord, index: Int, now: Timestamp
  ) throws(RecordsError) -> NewRecord {
    func refuse(_ reason: String) -> RecordsError { .invalidRecord(index: index, reason: reason) }
    let type = try MeasurementType.decode(record.type)
    var id: RecordID?
    if let text = record.id {
      guard let parsed = RecordID(text) else { throw refuse("id is no UUID: \(text)") }
      id = parsed
    }
    var time = now
    if let text = record.time {
      do throws(RFC3339Error) { time = try RFC3339.parse(text) } catch {
        throw refuse("time: \(error)")
      }
    }
    do throws(InvalidRecord) {
      return try NewRecord(
        id: id, type: type, value: record.value, time: time, note: record.note,
        source: record.source)
    } catch {
      throw refuse(error.description)
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

extension SummaryQuery {
  /// Reads a query from the wire; an open end is the end of time.
  init(_ request: RecordsSummary, of type: MeasurementType) throws(ServiceError) {
    func instant(
      _ text: String?, _ field: RecordsSummary.Field, _ open: Instant
    ) throws(ServiceError) -> Instant {
      guard let text else { return open }
      do throws(RFC3339Error) { return try RFC3339.parse(text).instant } catch {
        throw .invalidParameter(field.rawValue)
      }
    }
    self.type = type
    since = try instant(request.since, .since, .earliest)
    until = try instant(request.until, .until, .latest)
  }
}

extension RecordSummary {
  /// The summary as it is told on the wire.
  var response: RecordsSummary.Response {
    RecordsSummary.Response(
      count: count, sum: sum, minimum: minimum, maximum: maximum, last: last.map(WireRecord.init))
  }
}

extension RecordsChange {
  /// The range as it is told on the wire.
  var response: RecordsMonitor.Response {
    RecordsMonitor.Response(
      content: .change, type: type?.rawValue, since: since.map(RFC3339.format),
      until: until.map(RFC3339.format))
  }
}
