// What the messages of one FIT file say about distance.

internal import Units
internal import UnitsStore

/// Gathers sessions, laps, and records for what they leave out.
struct FITActivities {
  // Messages and fields by the numbers of FIT's profile.
  private enum Message {
    static let file = 0
    static let session = 18
    static let lap = 19
    static let record = 20
    static let activity = 34
  }

  private enum FileField {
    static let type = 0
    static let manufacturer = 1
    static let product = 2
    static let serialNumber = 3
    static let created = 4
  }

  /// The same in sessions and in laps.
  private enum SpanField {
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

  private static let courseType = 6
  /// A day of one-minute intervals of each sport; files that were made to harm have one in each byte.
  private static let sessionLimit = 1_000
  private static let lapLimit = 20_000

  /// A session or a lap.
  private struct Span {
    var start: UInt32?
    var end: UInt32?
    var sport: Int?
    /// In centimetres.
    var distance: UInt32?

    /// In metres; nil where it says none.
    var meters: Double? {
      distance.flatMap { $0 > 0 ? Double($0) / FITActivities.centimetres : nil }
    }
  }

  private(set) var isCourse = false
  private var sessions: [Span] = []
  private var laps: [Span] = []
  private var records = FITRecords()
  private var created: UInt32?
  private var offset: UTCOffset?
  private var distances = ShortDistance()
  /// Whether the way along the places has been counted.
  private var isMeasured = false
  /// Which file it is, and all that its records say.
  private var hash = ContentHash()

  mutating func take(_ message: FITMessage) throws(ActivityFileError) {
    switch message.number {
    case Message.file: takeFile(message)
    case Message.session:
      guard sessions.count < Self.sessionLimit else {
        throw ActivityFileError(.file, "FIT file of more than \(Self.sessionLimit) sessions")
      }
      sessions.append(Self.span(message))
    case Message.lap:
      guard laps.count < Self.lapLimit else {
        throw ActivityFileError(.file, "FIT file of more than \(Self.lapLimit) laps")
      }
      laps.append(Self.span(message))
    case Message.record:
      guard records.count < FITRecords.limit else {
        throw ActivityFileError(.file, "FIT file of more than \(FITRecords.limit) records")
      }
      takeRecord(message)
    case Message.activity:
      if let local = message.number(ActivityField.localTime),
        let time = message.number(FITMessages.timeField)
      {
        offset = FITTime.offset(local: local, utc: time)
      }
    default: break
    }
  }

  /// The activities of the file: a session each, or all records together where there is no session.
  mutating func finish() -> ActivityFile.Content {
    var content = ActivityFile.Content()
    if sessions.isEmpty { sessions = [Span(start: records.firstTime)] }
    for number in sessions.indices {
      if let activity = activity(ofSession: number) { content.activities.append(activity) }
    }
    if isMeasured { content.leftOut += records.path.leftOut }
    return content
  }

  // MARK: Messages

  private mutating func takeFile(_ message: FITMessage) {
    hash.add("fit file")
    for field in [
      FileField.manufacturer, FileField.product, FileField.serialNumber, FileField.created,
    ] {
      hash.add(message.integer(field))
    }
    created = created ?? message.number(FileField.created)
    isCourse = isCourse || message.integer(FileField.type) == Self.courseType
  }

  private static func span(_ message: FITMessage) -> Span {
    Span(
      start: message.number(SpanField.start), end: message.number(FITMessages.timeField),
      sport: message.integer(SpanField.sport), distance: message.number(SpanField.distance))
  }

  private mutating func takeRecord(_ message: FITMessage) {
    let time = message.time
    var distance = message.number(RecordField.distance).map { Double($0) / Self.centimetres }
    if distance == nil, let raw = message.rawBytes(RecordField.speedAndDistance, count: 3) {
      distance = distances.add(raw)
    }
    var place: (north: Int, east: Int)?
    if let north = message.integer(RecordField.latitude),
      let east = message.integer(RecordField.longitude)
    {
      place = (north, east)
      hash.add(north)
      hash.add(east)
    }
    hash.add(time.map(Int.init))
    hash.add(distance ?? -1)
    records.add(time: time, distance: distance, place: place)
  }

  // MARK: Sessions

  private mutating func activity(ofSession number: Int) -> Activity? {
    let session = sessions[number]
    let range = range(ofSession: number)
    let laps = laps(ofSession: number)
    let distance = session.meters ?? measured(laps, range)
    guard distance > 0 else { return nil }
    var hash = hash
    hash.add("session")
    let fields: [Int?] = [
      number, session.start.map(Int.init), session.sport, session.distance.map(Int.init),
    ]
    for field in fields { hash.add(field) }
    // Nothing else tells it from another.
    if session.meters == nil, records.count == 0 {
      for lap in laps { hash.add(lap.start.map(Int.init)) }
    }
    let start =
      ([session.start] + laps.map(\.start) + [records.start(in: range), created]).lazy
      .compactMap(\.self).first(where: FITTime.isPlausible)
    return Activity(
      format: .fit, start: start.flatMap(FITTime.instant), offset: offset, distance: distance,
      name: session.sport.flatMap(Self.sportName), creator: nil, id: hash.id)
  }

  /// The records of a session: all of them if there is no other; else those of its time, which ends
  /// where the next begins if it does not say.
  private func range(ofSession number: Int) -> Range<Int> {
    guard sessions.count > 1 else { return records.all }
    let (start, end) = times(ofSession: number)
    // A record at the moment where one ends and the next begins is the earlier one's.
    let isShared = number > 0 && times(ofSession: number - 1).end == start
    return records.range(from: isShared ? start &+ 1 : start, through: end)
  }

  private func times(ofSession number: Int) -> (start: UInt32, end: UInt32) {
    let session = sessions[number]
    let start = session.start ?? (number > 0 ? sessions[number - 1].end : nil) ?? 0
    if let end = session.end, end > start { return (start, end) }
    let next = number + 1 < sessions.count ? sessions[number + 1].start : nil
    return (start, next.map { $0 > start ? $0 - 1 : start } ?? .max)
  }

  private func laps(ofSession number: Int) -> [Span] {
    guard sessions.count > 1 else { return laps }
    let (start, end) = times(ofSession: number)
    return laps.filter { lap in
      guard let time = lap.start ?? lap.end else { return false }
      // A lap that begins as the session ends is the next one's.
      return time >= start && (time < end || start == end)
    }
  }

  /// What laps come to, else the records of a session: their distances, else the way between their
  /// places.
  private mutating func measured(_ laps: [Span], _ range: Range<Int>) -> Double {
    if laps.contains(where: { $0.meters != nil }) {
      return laps.reduce(0) { $0 + distance(of: $1) }
    }
    return records.counted(in: range) ?? length(in: range)
  }

  private mutating func distance(of lap: Span) -> Double {
    if let meters = lap.meters { return meters }
    guard let start = lap.start, let end = lap.end, end > start else { return 0 }
    // From where the lap before it has ended.
    let range = records.range(from: start + 1, through: end)
    if let counted = records.counted(in: range) { return counted }
    // A lap that says zero is one of rest.
    return lap.distance == nil ? length(in: max(range.lowerBound - 1, 0)..<range.upperBound) : 0
  }

  private mutating func length(in range: Range<Int>) -> Double {
    isMeasured = true
    return records.length(in: range) ?? 0
  }

  private static let centimetres = 100.0

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
