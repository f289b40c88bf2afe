public import FoundationEssentials
public import Units
internal import UnitsClient
internal import UnitsLinux
internal import UnitsStore

/// A measurement as it is stored: in the base unit of its type, whatever is shown.
///
/// ```swift
/// let run = MeasurementRecord(type: .distance, value: 5000)
/// ```
///
/// It is itself from when it is made: a record that is added twice, because the first reply was lost
/// for instance, is one record.
public struct MeasurementRecord: Sendable, Hashable, Identifiable {
  /// The record's UUID, in lower case.
  public let id: String
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
    type: MeasurementType, value: Double, date: Date = .now, note: String? = nil,
    source: String? = nil
  ) {
    self.init(
      id: Self.nextID(), type: type, value: value, date: date, offset: nil, note: note,
      source: source)
  }

  private static let ids = Guarded(UUIDv7())

  private static func nextID() -> String { ids.withLock { $0.next(at: .now()) }.description }

  private init(
    id: String, type: MeasurementType, value: Double, date: Date, offset: UTCOffset?,
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
      throw .invalidRecord(reason: "no such time: \(date.timeIntervalSince1970) s since 1970")
    }
    do throws(InvalidRecord) {
      return try NewRecord(
        id: RecordID(id), type: type, value: value,
        time: offset.map { Timestamp(instant, offset: $0) } ?? .local(instant), note: note,
        source: source)
    } catch {
      throw .invalidRecord(reason: error.description)
    }
  }
}

extension MeasurementRecord: Codable {
  private enum CodingKeys: String, CodingKey {
    case id, type, value, date, offset, note, source
  }

  /// Reads a record; one without an id gets one.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    let word = try members.decode(String.self, forKey: .type)
    guard let type = MeasurementType(rawValue: word) else {
      throw DecodingError.dataCorruptedError(
        forKey: .type, in: members, debugDescription: "no type of measurement: \(word)")
    }
    self.init(
      id: try members.decodeIfPresent(String.self, forKey: .id) ?? Self.nextID(), type: type,
      value: try members.decode(Double.self, forKey: .value),
      date: try members.decode(Date.self, forKey: .date),
      offset: try members.decodeIfPresent(Int.self, forKey: .offset)
        .flatMap { UTCOffset(minutes: $0) },
      note: try members.decodeIfPresent(String.self, forKey: .note),
      source: try members.decodeIfPresent(String.self, forKey: .source))
  }

  /// Writes a record: the type as its raw value, the offset in minutes.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(id, forKey: .id)
    try members.encode(type.rawValue, forKey: .type)
    try members.encode(value, forKey: .value)
    try members.encode(date, forKey: .date)
    try members.encodeIfPresent(offset.map { Int($0.minutes) }, forKey: .offset)
    try members.encodeIfPresent(note, forKey: .note)
    try members.encodeIfPresent(source, forKey: .source)
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
  /// The moment to the microsecond; nil outside of the years 0000 to 9999.
  var instant: Instant? {
    Int64(exactly: (timeIntervalSince1970 * 1_000_000).rounded()).flatMap {
      Instant(microseconds: $0)
    }
  }

  init(_ instant: Instant) {
    self.init(timeIntervalSince1970: Double(instant.microseconds) / 1_000_000)
  }

  /// The moment, or the first or the last one that can be told.
  var nearestInstant: Instant {
    instant ?? (timeIntervalSince1970 < 0 ? .earliest : .latest)
  }
}
