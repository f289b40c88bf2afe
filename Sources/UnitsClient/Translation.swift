// The store's values in the words that a client shares with the wire, and back.

internal import Units
internal import UnitsLinux
internal import UnitsProtocol
internal import UnitsStore

extension ClientError {
  /// An error of the preference file, when it is used directly.
  init(_ error: PreferenceError) {
    switch error {
    case .invalidValue(let key, let reason, let allowed):
      self = .preferences(.invalidValue(key: key, reason: reason, allowed: allowed))
    case .invalidKey(let key, let reason):
      self = .preferences(.invalidKey(key: key, reason: reason))
    case .tooLarge(let limit, let size): self = .preferences(.tooLarge(limit: limit, size: size))
    case .notDurable(let path, let reason):
      self = .preferences(.notDurable(path: path, reason: reason))
    case .busy(let path): self = .preferences(.busy(path: path))
    case .damaged(let damage): self = ClientError(damage)
    case .unreadable(let path, let reason):
      self = .preferences(.unreadable(path: path, reason: reason))
    case .refused(let reason): self = .preferences(.refused(reason: reason))
    case .locked(let key, let path): self = .preferences(.locked(key: key, path: path))
    }
  }

  init(_ damage: Damage) {
    self = .preferences(
      .damaged(
        path: damage.path, line: damage.line, column: damage.column, reason: damage.reason))
  }

  /// An error of the database at `path`, when it is used directly.
  init(_ error: RecordStoreError, path: String) {
    switch error {
    case .tooMany(let limit, _):
      self = .records(.invalidRecord(index: limit, reason: error.description))
    case .busy(let path): self = .records(.busy(path: path))
    case .damaged(let path, let reason): self = .records(.damaged(path: path, reason: reason))
    case .newerSchema: self = .records(.unreadable(path: path, reason: error.description))
    case .refused(let refusal): self = .records(.refused(reason: refusal.description))
    case .system(let error):
      self = .records(.notDurable(path: error.path ?? path, reason: error.reason))
    case .database(let error):
      self = .records(.notDurable(path: error.path, reason: error.reason))
    }
  }
}

extension WireNewRecord {
  init(_ record: NewRecord) {
    self.init(
      id: record.id?.description, type: record.type.rawValue, value: record.value,
      time: RFC3339.format(record.time), note: record.note, source: record.source)
  }
}

extension WireRecord {
  init(_ record: Record) {
    self.init(
      id: record.id.description, type: record.type.rawValue, value: record.value,
      time: RFC3339.format(record.time), note: record.note, source: record.source)
  }
}

extension Record {
  /// Reads a record from a reply; nil if it is none.
  init?(_ record: WireRecord) {
    guard let id = RecordID(record.id), let type = MeasurementType(rawValue: record.type) else {
      return nil
    }
    do throws(RFC3339Error) {
      self.init(
        id: id, type: type, value: record.value, time: try RFC3339.parse(record.time),
        note: record.note, source: record.source)
    } catch {
      return nil
    }
  }
}

extension RecordSummary {
  /// Reads a summary from a reply; nil if its last record is none.
  init?(_ response: RecordsSummary.Response) {
    var last: Record?
    if let record = response.last {
      guard let read = Record(record) else { return nil }
      last = read
    }
    self.init(
      count: response.count, sum: response.sum, minimum: response.minimum,
      maximum: response.maximum, last: last)
  }
}

extension RecordsChange {
  /// Reads a change from a monitor's reply. What cannot be understood may be anything.
  init(_ response: RecordsMonitor.Response) {
    guard response.content == .change else {
      self = .everything
      return
    }
    do throws(RFC3339Error) {
      self.init(
        type: response.type.flatMap(MeasurementType.init(rawValue:)),
        since: try response.since.map { (text) throws(RFC3339Error) in
          try RFC3339.parse(text).instant
        },
        until: try response.until.map { (text) throws(RFC3339Error) in
          try RFC3339.parse(text).instant
        })
    } catch {
      self = .everything
    }
  }
}
