// TCX (Garmin's Training Center Database, version 2): an activity is an activity.

internal import Units
internal import UnitsStore

/// Adds up the laps of each activity of a TCX file, as the device measured them; a lap that says
/// nothing, by its points. Courses, which nobody has gone yet, are activities only where somebody
/// says that they are.
struct TCXHandler: XMLHandler {
  private(set) var activities: [Activity] = []
  private(set) var leftOut = LeftOut()
  /// Courses that were passed over.
  private(set) var courseCount = 0
  private let courses: Courses
  private var activity: OpenActivity?

  private struct OpenActivity {
    /// How deep in the file it is.
    let depth: Int
    let sport: String?
    var id: Timestamp?
    var lapStart: Timestamp?
    var pointStart: Timestamp?
    var name: String?
    var creator: String?
    var hash = ContentHash()
    /// Of the laps, by what they say or by their points.
    var distance = 0.0
    /// Whether any lap says it.
    var hasDistance = false
    /// The one that is open.
    var lap: Lap?
    var point = Point()
    /// Through all the points.
    var counted = CountedDistance()
    var length = TrackLength()
    var isCounted = false
    /// Whether the way along its points counts.
    var isMeasured = false
  }

  /// A lap, and what the points before it had come to.
  private struct Lap {
    let counted: Double
    let length: Double
    var distance: Double?
    var isCounted = false
  }

  private struct Point {
    var time: Timestamp?
    var distance: Double?
    var latitude: Double?
    var longitude: Double?
    var hasPosition = false
  }

  /// What an element is to us.
  private enum Element {
    case activity, id, name, creator, lap, lapDistance, track
    case point, pointTime, pointDistance, position, latitude, longitude
    case other
  }

  init(_ courses: Courses) { self.courses = courses }

  mutating func start(_ path: [String], _ attributes: XMLAttributes) {
    switch element(path) {
    case .activity where activity == nil:
      guard path.last == "Activity" || courses == .taken else {
        courseCount += 1
        return
      }
      let sport = attributes["Sport"]
      activity = OpenActivity(depth: path.count, sport: sport)
      activity?.hash.add("tcx activity")
      activity?.hash.add(sport ?? "")
    case .lap: beginLap(attributes)
    case .track: activity?.length.beginSegment()
    case .point: activity?.point = Point()
    case .position: activity?.point.hasPosition = true
    default: break
    }
  }

  func wantsText(_ path: [String]) -> Bool {
    guard activity != nil else { return false }
    return switch element(path) {
    case .id, .name, .lapDistance, .creator, .pointTime, .pointDistance, .latitude, .longitude: true
    default: false
    }
  }

  mutating func end(_ path: [String], text: String) {
    guard activity != nil else { return }
    switch element(path) {
    case .id:
      if let time = time(text) {
        activity?.hash.add(Int(time.instant.microseconds))
        let id = plausible(time)
        activity?.id = id
      }
    case .name: activity?.name = text
    case .creator: activity?.creator = text
    case .lapDistance: takeLapDistance(text)
    case .lap: finishLap()
    case .pointTime:
      let time = time(text)
      activity?.point.time = time
    case .pointDistance:
      let distance = distance(text)
      activity?.point.distance = distance
    case .latitude: activity?.point.latitude = XMLValue.number(text)
    case .longitude: activity?.point.longitude = XMLValue.number(text)
    case .point: addPoint()
    case .activity: finishActivity()
    default: break
    }
  }

  // MARK: Where

  private func element(_ path: [String]) -> Element {
    guard let activity else {
      let isActivity = path.last == "Activity" && path.count > 2 && path[1] == "Activities"
      let isCourse = path.last == "Course" && path.count == 3 && path[1] == "Courses"
      return isActivity || isCourse ? .activity : .other
    }
    let depth = path.count - activity.depth
    guard depth > 0 else { return depth == 0 ? .activity : .other }
    let first = path[activity.depth]
    // The tracks of an activity are in its laps, those of a course are beside them.
    if first == "Track" { return inTrack(path[activity.depth...]) }
    switch depth {
    case 1:
      return switch first {
      case "Id": .id
      case "Notes", "Name": .name
      case "Lap": .lap
      default: .other
      }
    case 2 where first == "Creator": return path[activity.depth + 1] == "Name" ? .creator : .other
    default:
      guard first == "Lap" else { return .other }
      let second = path[activity.depth + 1]
      if second == "Track" { return inTrack(path[(activity.depth + 1)...]) }
      return depth == 2 && second == "DistanceMeters" ? .lapDistance : .other
    }
  }

  private func inTrack(_ path: ArraySlice<String>) -> Element {
    let start = path.startIndex
    guard path.count > 1 else { return .track }
    guard path[start + 1] == "Trackpoint" else { return .other }
    switch path.count {
    case 2: return .point
    case 3:
      return switch path[start + 2] {
      case "Time": .pointTime
      case "DistanceMeters": .pointDistance
      case "Position": .position
      default: .other
      }
    case 4 where path[start + 2] == "Position":
      return switch path[start + 3] {
      case "LatitudeDegrees": .latitude
      case "LongitudeDegrees": .longitude
      default: .other
      }
    default: return .other
    }
  }

  // MARK: Values

  /// What is no time is counted.
  private mutating func time(_ text: String) -> Timestamp? {
    let time = ActivityTime.parse(text)
    if time == nil { leftOut.count(.times) }
    return time
  }

  private mutating func plausible(_ time: Timestamp) -> Timestamp? {
    if ActivityTime.isPlausible(time.instant) { return time }
    leftOut.count(.times)
    return nil
  }

  private mutating func distance(_ text: String) -> Double? {
    if let number = XMLValue.number(text), number >= 0,
      number <= MeasurementType.greatestStoredValue
    {
      return number
    }
    leftOut.count(.distances)
    return nil
  }

  // MARK: Laps and points

  private mutating func beginLap(_ attributes: XMLAttributes) {
    guard let activity else { return }
    self.activity?.lap = Lap(counted: activity.counted.total, length: activity.length.distance)
    self.activity?.hash.add("lap")
    guard let text = attributes["StartTime"], let time = time(text) else { return }
    self.activity?.hash.add(Int(time.instant.microseconds))
    guard activity.lapStart == nil else { return }
    let start = plausible(time)
    self.activity?.lapStart = start
  }

  private mutating func takeLapDistance(_ text: String) {
    guard let distance = distance(text) else { return }
    activity?.lap?.distance = distance
    activity?.hash.add(distance)
  }

  private mutating func addPoint() {
    guard let point = activity?.point else { return }
    if let time = point.time, activity?.pointStart == nil {
      let start = plausible(time)
      activity?.pointStart = start
    }
    if let distance = point.distance {
      activity?.counted.add(distance)
      activity?.isCounted = true
      activity?.lap?.isCounted = true
    }
    // Those without a fix are many, and what they say of the heart is none of ours.
    guard point.hasPosition else { return }
    activity?.length.add(
      latitude: point.latitude, longitude: point.longitude,
      time: point.time?.instant.microseconds)
  }

  private mutating func finishLap() {
    guard let activity, let lap = activity.lap else { return }
    self.activity?.lap = nil
    if let distance = lap.distance, distance > 0 {
      self.activity?.hasDistance = true
      self.activity?.distance += distance
    } else if lap.isCounted {
      self.activity?.distance += activity.counted.total - lap.counted
    } else if lap.distance == nil {
      self.activity?.isMeasured = true
      self.activity?.distance += activity.length.distance - lap.length
    }
  }

  private mutating func finishActivity() {
    guard var activity else { return }
    self.activity = nil
    activity.length.beginSegment()
    var distance = activity.distance
    if !activity.hasDistance {
      // No lap says it: the points from the first to the last, whatever laps they are in.
      activity.isMeasured = !activity.isCounted
      distance = activity.isCounted ? activity.counted.total : activity.length.distance
      activity.hash.add(distance)
      activity.hash.add(activity.pointStart.map { Int($0.instant.microseconds) })
    }
    if activity.isMeasured {
      leftOut.count(.placelessPoints, activity.length.placelessCount)
      leftOut.count(.farPoints, activity.length.farCount)
    }
    guard distance > 0 else { return }
    let start = activity.id ?? activity.lapStart ?? activity.pointStart
    activities.append(
      Activity(
        format: .tcx, start: start?.instant, offset: start?.localOffset, distance: distance,
        name: activity.name ?? activity.sport, creator: activity.creator, id: activity.hash.id))
  }
}
