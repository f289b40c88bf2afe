// What the messages of one FIT file say about distance.

internal import Units
internal import UnitsStore

/// Gathers sessions, and records for what the sessions leave out.
struct FITActivities {
  // Messages and fields by the numbers of FIT's profile.
  private enum Message {
    static let file = 0
    static let session = 18
    static let record = 20
    static let activity = 34
  }

  private enum FileField {
    static let manufacturer = 1
    static let product = 2
    static let serialNumber = 3
    static let created = 4
  }

  private enum SessionField {
    static let start = 2
    static let sport = 5
    static let distance = 9
  }

  private enum RecordField {
    static let latitude = 0
    static let longitude = 1
    static let distance = 5
    static let speedAndDistance = 8
  }

  private enum ActivityField {
    static let localTime = 5
  }

  private struct Session {
    let start: Int?
    let end: Int?
    let sport: Int?
    /// In centimetres.
    let distance: Int?
    /// How many records came before its message.
    let recordCount: Int
  }

  private struct Record {
    let time: Int?
    /// Since the start of the whole file, in metres.
    let distance: Double?
    let place: GeoPoint?
  }

  private var sessions: [Session] = []
  private var records: [Record] = []
  private var offset: UTCOffset?
  private var distances = ShortDistance()
  /// Which file it is, and all that its records say.
  private var hash = ContentHash()

  mutating func take(_ message: FITMessage) {
    switch message.number {
    case Message.file:
      hash.add("fit file")
      for field in [
        FileField.manufacturer, FileField.product, FileField.serialNumber, FileField.created,
      ] {
        hash.add(message.integer(field))
      }
    case Message.session:
      sessions.append(
        Session(
          start: message.integer(SessionField.start),
          end: message.integer(FITMessages.timeField),
          sport: message.integer(SessionField.sport),
          distance: message.integer(SessionField.distance), recordCount: records.count))
    case Message.record: takeRecord(message)
    case Message.activity:
      if let local = message.integer(ActivityField.localTime),
        let time = message.integer(FITMessages.timeField)
      {
        offset = Self.offset(local - time)
      }
    default: break
    }
  }

  /// The activities of the file: a session each, or all records together where there is no session.
  func finish() -> [Activity] {
    if sessions.isEmpty {
      let start = records.lazy.compactMap(\.time).first
      let whole = Session(
        start: start, end: nil, sport: nil, distance: nil, recordCount: records.count)
      return [activity(of: whole, number: 0)].compactMap(\.self)
    }
    return sessions.enumerated().compactMap { activity(of: $0.element, number: $0.offset) }
  }

  private mutating func takeRecord(_ message: FITMessage) {
    let time = message.headerTime ?? message.integer(FITMessages.timeField)
    var distance = message.integer(RecordField.distance).map { Double($0) / Self.centimetres }
    if distance == nil, let raw = message.rawBytes(RecordField.speedAndDistance, count: 3) {
      distance = distances.add(raw)
    }
    var place: GeoPoint?
    if let north = message.integer(RecordField.latitude),
      let east = message.integer(RecordField.longitude)
    {
      place = GeoPoint(latitude: Self.degrees(north), longitude: Self.degrees(east))
      hash.add(north)
      hash.add(east)
    }
    hash.add(time)
    hash.add(distance ?? -1)
    records.append(Record(time: time, distance: distance, place: place))
  }

  private func activity(of session: Session, number: Int) -> Activity? {
    let distance = session.distance.map { Double($0) / Self.centimetres } ?? measured(session)
    guard distance > 0 else { return nil }
    var hash = hash
    hash.add("session")
    for field in [number, session.start, session.sport, session.distance] { hash.add(field) }
    return Activity(
      format: .fit, start: session.start.flatMap(Self.instant), offset: offset, distance: distance,
      name: session.sport.flatMap(Self.sportName), creator: nil, id: hash.id)
  }

  /// What the records of a session come to: their distances, else the way between their places.
  private func measured(_ session: Session) -> Double {
    let isBefore: (Record) -> Bool = { record in
      guard let time = record.time, let start = session.start else { return false }
      return time < start
    }
    let isAfter: (Record) -> Bool = { record in
      guard let time = record.time, let end = session.end else { return false }
      return time > end
    }
    let own = records.filter { !isBefore($0) && !isAfter($0) }
    if let greatest = own.lazy.compactMap(\.distance).max() {
      // The records count through the whole file.
      return greatest - (records.lazy.filter(isBefore).compactMap(\.distance).max() ?? 0)
    }
    let places = own.compactMap(\.place)
    return zip(places, places.dropFirst()).reduce(0) { $0 + $1.0.distance(to: $1.1) }
  }

  // MARK: Units of FIT

  private static let centimetres = 100.0

  /// A circle has 2^32 semicircles.
  private static func degrees(_ semicircles: Int) -> Double {
    Double(semicircles) * (180 / 2_147_483_648)
  }

  /// FIT counts seconds from 1989-12-31T00:00:00Z. Below 2^28 they are a device's uptime, which is no
  /// time for anybody else.
  private static func instant(_ seconds: Int) -> Instant? {
    seconds < 1 << 28 ? nil : Instant(seconds: Int64(seconds) + 631_065_600)
  }

  /// No place is further ahead of Greenwich than 14 hours, or behind than 12.
  private static func offset(_ seconds: Int) -> UTCOffset? {
    // A device notes the two times a moment apart.
    let minutes = (Double(seconds) / 60).rounded()
    guard (-12.0 * 60...14.0 * 60).contains(minutes) else { return nil }
    return UTCOffset(minutes: Int(minutes))
  }

  /// The sports of FIT's profile that have a distance and a plain name.
  private static func sportName(_ number: Int) -> String? {
    switch number {
    case 1: "running"
    case 2: "cycling"
    case 5: "swimming"
    case 11: "walking"
    case 12: "cross country skiing"
    case 13: "alpine skiing"
    case 14: "snowboarding"
    case 15: "rowing"
    case 16: "mountaineering"
    case 17: "hiking"
    case 18: "multisport"
    case 19: "paddling"
    case 30: "inline skating"
    case 33: "ice skating"
    default: nil
    }
  }
}

/// The field of three bytes that older devices put speed and distance into: twelve bits of each, the
/// distance in sixteenths of a metre, counting round and round.
private struct ShortDistance {
  private var total = 0
  private var last = 0

  /// The distance since the first in metres; nil where nothing was measured.
  mutating func add(_ bytes: ArraySlice<UInt8>) -> Double? {
    let number = bytes.reversed().reduce(0) { $0 << 8 | Int($1) }
    if number == 0xFF_FFFF { return nil }
    let distance = number >> 12
    total += (distance - last) & 0xFFF
    last = distance
    return Double(total) / 16
  }
}
