// Records, their sums and their changes as they are sent, and back.

internal import Units
package import UnitsProtocol

extension WireRecord {
  package init(_ record: Record) {
    self.init(
      id: record.id.description, type: record.type.rawValue, value: record.value,
      time: RFC3339.format(record.time), note: record.note, source: record.source)
  }
}

extension WireNewRecord {
  package init(_ record: NewRecord) {
    self.init(
      id: record.id?.description, type: record.type.rawValue, value: record.value,
      time: RFC3339.format(record.time), note: record.note, source: record.source)
  }
}

extension Record {
  /// Reads a record from a reply; nil if it is none.
  package init?(_ record: WireRecord) {
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

extension RecordsSummary.Response {
  package init(_ summary: RecordSummary) {
    self.init(
      count: summary.count, sum: summary.sum, minimum: summary.minimum, maximum: summary.maximum,
      last: summary.last.map(WireRecord.init))
  }
}

extension RecordSummary {
  /// Reads a summary from a reply; nil if its last record is none.
  package init?(_ response: RecordsSummary.Response) {
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

extension RecordsMonitor.Response {
  package init(_ change: RecordsChange) {
    self.init(
      content: .change, type: change.type?.rawValue, since: change.since.map(RFC3339.format),
      until: change.until.map(RFC3339.format))
  }
}

extension RecordsChange {
  /// Reads a change from a monitor's reply. What cannot be understood may be anything.
  package init(_ response: RecordsMonitor.Response) {
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
