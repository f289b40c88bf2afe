// GPX 1.0 and 1.1 (topografix.com), and what calls itself another version: a track is an activity.

internal import Units
internal import UnitsStore

/// Measures the tracks of a GPX file along their segments. Gaps between segments count nothing;
/// routes and waypoints, which nobody has gone, are no activities.
struct GPXHandler: XMLHandler {
  private(set) var activities: [Activity] = []
  private(set) var leftOut = LeftOut()
  private var creator: String?
  /// When the file was made; the time of a track that has none itself.
  private var fileTime: Timestamp?
  private var track: Track?

  private struct Track {
    var name: String?
    var sport: String?
    var start: Timestamp?
    var length = TrackLength()
    /// The point that is open.
    var point = Point()
    var hash = ContentHash()
  }

  private struct Point {
    var latitude: Double?
    var longitude: Double?
    var time: Int64?
  }

  private static let track = ["gpx", "trk"]
  private static let segment = track + ["trkseg"]
  private static let point = segment + ["trkpt"]
  private static let pointTime = point + ["time"]
  private static let trackName = track + ["name"]
  private static let trackType = track + ["type"]
  /// Where version 1.1 has the file's time, and where 1.0 has it.
  private static let fileTimes = [["gpx", "metadata", "time"], ["gpx", "time"]]

  mutating func start(_ path: [String], _ attributes: XMLAttributes) {
    switch path {
    case Self.point: begin(attributes)
    case Self.segment:
      track?.length.beginSegment()
      track?.hash.add("segment")
    case Self.track:
      track = Track()
      track?.hash.add("gpx track")
    case ["gpx"]: creator = attributes["creator"]
    default: break
    }
  }

  func wantsText(_ path: [String]) -> Bool {
    switch path {
    case Self.pointTime, Self.trackName, Self.trackType: true
    default: Self.fileTimes.contains(path)
    }
  }

  mutating func end(_ path: [String], text: String) {
    switch path {
    case Self.pointTime: take(time(text))
    case Self.point: addPoint()
    case Self.trackName: track?.name = text
    case Self.trackType: track?.sport = text
    case Self.track: finishTrack()
    default: if Self.fileTimes.contains(path) { takeFileTime(text) }
    }
  }

  private mutating func begin(_ attributes: XMLAttributes) {
    guard track != nil else { return }
    var point = Point()
    point.latitude = attributes["lat"].flatMap(XMLValue.number)
    point.longitude = attributes["lon"].flatMap(XMLValue.number)
    if let latitude = point.latitude, let longitude = point.longitude {
      track?.hash.add(latitude)
      track?.hash.add(longitude)
    }
    track?.point = point
  }

  private mutating func take(_ time: Timestamp?) {
    guard let time else { return }
    let microseconds = time.instant.microseconds
    track?.hash.add(Int(microseconds))
    track?.point.time = microseconds
    guard track?.start == nil else { return }
    if ActivityTime.isPlausible(time.instant) { track?.start = time } else { leftOut.count(.times) }
  }

  private mutating func addPoint() {
    guard let point = track?.point else { return }
    track?.length.add(latitude: point.latitude, longitude: point.longitude, time: point.time)
  }

  private mutating func takeFileTime(_ text: String) {
    guard let time = time(text) else { return }
    if ActivityTime.isPlausible(time.instant) { fileTime = time } else { leftOut.count(.times) }
  }

  /// What is no time is counted.
  private mutating func time(_ text: String) -> Timestamp? {
    let time = ActivityTime.parse(text)
    if time == nil { leftOut.count(.times) }
    return time
  }

  private mutating func finishTrack() {
    guard var track else { return }
    self.track = nil
    track.length.beginSegment()
    leftOut.count(.placelessPoints, track.length.placelessCount)
    leftOut.count(.farPoints, track.length.farCount)
    guard track.length.distance > 0 else { return }
    let start = track.start ?? fileTime
    activities.append(
      Activity(
        format: .gpx, start: start?.instant, offset: start?.localOffset,
        distance: track.length.distance, name: track.name ?? track.sport, creator: creator,
        id: track.hash.id))
  }
}
