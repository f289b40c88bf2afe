// `activities.csv`, the list in what Strava exports of an account.
//
// Most activities have a file, which tells their distance better: of those the list gives the name.
// Some were typed in and have none: of those it is all there is. Its columns go by their English
// names, of which some are there twice: the first distance is in kilometres, for people, the last in
// metres. Of an account in another language the names are unknown, and with them the activities
// without a file.

internal import Units
internal import UnitsClient
internal import UnitsStore

/// What the list says.
struct StravaList {
  /// Names of activities by those of their files.
  private(set) var names: [String: String] = [:]
  /// Activities without a file.
  private(set) var activities: [Activity] = []

  static let fileName = "activities.csv"

  /// Lists have a few hundred bytes a line; a hundred thousand activities are in this one.
  static let sizeLimit = 64 << 20
  /// A row with a long description.
  private static let rowLimit = 64 << 10

  /// Where things stand in a row.
  private struct Columns {
    let id: Int
    let date: Int
    let name: Int
    let file: Int
    let distance: Int
    /// Of the distance, in metres.
    let unit: Double

    init?(_ header: [String]) {
      func place(_ name: String) -> Int? { header.firstIndex(of: name) }
      guard let id = place("Activity ID"), let date = place("Activity Date"),
        let name = place("Activity Name"), let file = place("Filename"),
        let first = place("Distance"), let last = header.lastIndex(of: "Distance")
      else { return nil }
      (self.id, self.date, self.name, self.file, distance) = (id, date, name, file, last)
      unit = first == last ? 1000 : 1
    }
  }

  init(_ bytes: [UInt8]) throws(ActivityFileError) {
    var rest = bytes[...]
    if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
    var line = 0
    var columns: Columns?
    while !rest.isEmpty {
      let start = line + 1
      let fields: [String]
      do throws(CSVError) {
        fields = try CSVFields.next(&rest, lines: &line, limit: Self.rowLimit)
      } catch {
        throw ActivityFileError(.line(start, column: 1), error.reason)
      }
      if fields == [""] { continue }
      guard let columns else {
        guard let found = Columns(fields) else { return }
        columns = found
        continue
      }
      try take(fields, columns, line: start)
    }
  }

  private mutating func take(
    _ fields: [String], _ columns: Columns, line: Int
  ) throws(ActivityFileError) {
    func refuse(_ reason: String) -> ActivityFileError {
      ActivityFileError(.line(line, column: 1), reason)
    }
    let last = max(columns.id, columns.date, columns.name, columns.file, columns.distance)
    guard fields.count > last else { throw refuse("\(fields.count) fields, and more are needed") }
    let name = fields[columns.name]
    guard fields[columns.file].isEmpty else {
      names[fields[columns.file]] = name
      return
    }
    // Yoga has none, and that is no fault.
    if fields[columns.distance].isEmpty { return }
    let distance: Double
    do throws(XMLRefusal) {
      distance = try XMLValue.number(fields[columns.distance], "Distance") * columns.unit
    } catch {
      throw refuse(error.reason)
    }
    guard distance > 0 else { return }
    guard let start = Self.time(fields[columns.date]) else {
      throw refuse("not a time: \(PlainText.shown(fields[columns.date]))")
    }
    var hash = ContentHash()
    hash.add("strava activity")
    hash.add(fields[columns.id])
    activities.append(
      Activity(
        format: nil, start: start, offset: nil, distance: distance,
        name: name.isEmpty ? nil : name, creator: "Strava", id: hash.id))
  }

  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  /// `Nov 30, 2026, 7:15:00 AM` or `30 Nov 2026, 07:15:00`, in UTC.
  static func time(_ text: String) -> Instant? {
    // Newer systems put a narrow blank before AM.
    var words = text.split { !$0.isLetter && !$0.isNumber }.map { $0.lowercased() }
    var afternoon: Bool?
    if let last = words.last, ["am", "pm"].contains(last) {
      afternoon = last == "pm"
      words.removeLast()
    }
    guard words.count == 6,
      let monthPlace = words.prefix(2).firstIndex(where: { months.contains(String($0.prefix(3))) }),
      let month = months.firstIndex(of: String(words[monthPlace].prefix(3)))
    else { return nil }
    words.remove(at: monthPlace)
    let numbers = words.compactMap { Int($0) }
    guard numbers.count == 5,
      let date = CivilDate(year: numbers[1], month: month + 1, day: numbers[0])
    else { return nil }
    var hour = numbers[2]
    if let afternoon {
      guard (1...12).contains(hour) else { return nil }
      hour = hour % 12 + (afternoon ? 12 : 0)
    }
    guard (0..<24).contains(hour), (0..<60).contains(numbers[3]), (0..<60).contains(numbers[4])
    else { return nil }
    let seconds = hour * 3600 + numbers[3] * 60 + numbers[4]
    return Instant(seconds: Int64(date.daysSince1970) * 86_400 + Int64(seconds))
  }
}
