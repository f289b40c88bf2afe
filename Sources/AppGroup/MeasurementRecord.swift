public import FoundationEssentials
public import Units
internal import UnitsClient
internal import UnitsStore

/// A measurement as it is stored: in the base unit of its type, whatever is shown.
///
/// ```swift
/// let run = MeasurementRecord(type: .distance, value: 5000, date: Date())
/// ```
public struct MeasurementRecord: Sendable, Hashable {
  /// The record's UUID, in lower case; nil before it is stored.
  public let id: String?
  /// What was measured.
  public let type: MeasurementType
  /// The value in `type.baseUnit`: metres, kilograms, degrees Celsius, beats per minute.
  public let value: Double
  /// When it was taken, to the microsecond.
  public let date: Date
  /// The offset from UTC of the local time where it was taken, whatever it is here and now; nil
  /// before it is stored.
  public let offset: UTCOffset?
  /// A few lines of text, 4096 bytes of UTF-8 at most.
  public let note: String?
  /// What made it, a program's or a device's name; 255 bytes of UTF-8 at most.
  public let source: String?

  /// A measurement that is not stored yet. Whether its value is possible is checked when it is added.
  public init(
    type: MeasurementType, value: Double, date: Date, note: String? = nil, source: String? = nil
  ) {
    self.init(
      id: nil, type: type, value: value, date: date, offset: nil, note: note, source: source)
  }

  private init(
    id: String?, type: MeasurementType, value: Double, date: Date, offset: UTCOffset?,
    note: String?, source: String?
  ) {
    self.id = id
    self.type = type
    self.value = value
    self.date = date
    self.offset = offset
    self.note = note
    self.source = source
  }

  init(_ record: Record) {
    self.init(
      id: record.id.description, type: record.type, value: record.value,
      date: Date(record.time.instant), offset: record.time.offset, note: record.note,
      source: record.source)
  }

  /// What the store takes; a record that is stored keeps its id, so that adding it twice is adding it
  /// once.
  func newRecord() throws(AppGroupError) -> NewRecord {
    guard let instant = date.instant else {
      throw .invalidRecord(reason: "no such time: \(date.rfc3339)")
    }
    do throws(InvalidRecord) {
      return try NewRecord(
        id: id.flatMap { RecordID($0) }, type: type, value: value,
        time: offset.map { Timestamp(instant, offset: $0) } ?? .local(instant), note: note,
        source: source)
    } catch {
      throw .invalidRecord(reason: error.description)
    }
  }
}

/// Records of one type in a period, summed up.
public struct MeasurementSummary: Sendable, Hashable {
  /// How many there are.
  public let count: Int
  /// Their sum, in the base unit; zero of none.
  public let sum: Double
  /// The smallest; nil of none.
  public let minimum: Double?
  /// The largest; nil of none.
  public let maximum: Double?
  /// The latest; nil of none.
  public let last: MeasurementRecord?

  init(_ summary: RecordSummary) {
    count = summary.count
    sum = summary.sum
    minimum = summary.minimum
    maximum = summary.maximum
    last = summary.last.map(MeasurementRecord.init)
  }
}

/// Which records are meant.
public enum MeasurementPeriod: Sendable, Hashable {
  /// The local day that it is at the moment.
  case today
  /// The local day of a date.
  case day(of: Date)
  /// From the first date up to and without the second.
  case between(Date, Date)
  /// All of them.
  case always

  func span(_ type: MeasurementType, now: Instant) -> RecordSpan {
    switch self {
    case .today: RecordSpan(type: type, dayContaining: now)
    case .day(let date): RecordSpan(type: type, dayContaining: date.nearestInstant)
    case .between(let since, let until):
      RecordSpan(type: type, since: since.nearestInstant, until: until.nearestInstant)
    case .always: RecordSpan(type: type, since: .earliest, until: .latest)
    }
  }
}

extension Date {
  init(_ instant: Instant) {
    self.init(timeIntervalSince1970: Double(instant.microseconds) / 1_000_000)
  }

  /// The moment, or the first or the last one that can be told.
  var nearestInstant: Instant {
    instant ?? (timeIntervalSince1970 < 0 ? .earliest : .latest)
  }
}
