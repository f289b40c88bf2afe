// TCX (Garmin's Training Center Database, version 2): an activity is an activity.

internal import Units
internal import UnitsStore

/// Adds up the laps of each activity of a TCX file, as the device measured them. Courses, which
/// nobody has gone yet, are no activities.
struct TCXHandler: XMLHandler {
  private(set) var activities: [Activity] = []
  private var activity: OpenActivity?

  private struct OpenActivity {
    /// How deep in the file it is.
    let depth: Int
    let sport: String?
    var start: Timestamp?
    var distance = 0.0
    var notes: String?
    var creator: String?
    var hash = ContentHash()
  }

  mutating func start(_ path: [String], _ attributes: XMLAttributes) throws(XMLRefusal) {
    switch relative(path) {
    case ["Activity"] where activity == nil:
      let sport = attributes["Sport"]
      activity = OpenActivity(depth: path.count, sport: sport)
      activity?.hash.add("tcx activity")
      activity?.hash.add(sport ?? "")
    case ["Lap"]:
      activity?.hash.add("lap")
      guard let text = attributes["StartTime"] else { break }
      let time = try XMLValue.time(text)
      activity?.hash.add(Int(time.instant.microseconds))
      if activity?.start == nil { activity?.start = time }
    default: break
    }
  }

  func wantsText(_ path: [String]) -> Bool {
    switch relative(path) {
    case ["Id"], ["Notes"], ["Lap", "DistanceMeters"], ["Creator", "Name"]: true
    default: false
    }
  }

  mutating func end(_ path: [String], text: String) throws(XMLRefusal) {
    switch relative(path) {
    case ["Id"]:
      let time = try XMLValue.time(text)
      activity?.hash.add(Int(time.instant.microseconds))
      activity?.start = time
    case ["Notes"]: activity?.notes = text
    case ["Creator", "Name"]: activity?.creator = text
    case ["Lap", "DistanceMeters"]:
      let distance = try XMLValue.number(text, "DistanceMeters")
      guard distance >= 0 else {
        throw XMLRefusal(reason: "lap of negative length: \(distance)")
      }
      activity?.distance += distance
      activity?.hash.add(distance)
    case []: finishActivity()
    default: break
    }
  }

  /// The path below the open activity, empty for the activity itself; nil outside of any. One that
  /// begins is `["Activity"]`.
  private func relative(_ path: [String]) -> [String]? {
    if let activity { return Array(path.dropFirst(activity.depth)) }
    let isActivity =
      path.last == "Activity" && path.count > 2 && path[1] == "Activities"
    return isActivity ? ["Activity"] : nil
  }

  private mutating func finishActivity() {
    guard let activity else { return }
    self.activity = nil
    guard activity.distance > 0 else { return }
    activities.append(
      Activity(
        format: .tcx, start: activity.start?.instant, offset: activity.start?.localOffset,
        distance: activity.distance, name: activity.notes ?? activity.sport,
        creator: activity.creator,
        id: activity.hash.id))
  }
}
