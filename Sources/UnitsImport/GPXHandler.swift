// GPX 1.0 and 1.1 (topografix.com): a track is an activity.

internal import Units
internal import UnitsStore

/// Measures the tracks of a GPX file along their segments. Gaps between segments count nothing;
/// routes and waypoints, which nobody has gone, are no activities.
struct GPXHandler: XMLHandler {
  private(set) var activities: [Activity] = []
  private var creator: String?
  /// When the file was made; the time of a track that has none itself.
  private var fileTime: Timestamp?
  private var track: Track?

  private struct Track {
    var name: String?
    var sport: String?
    var start: Timestamp?
    var distance = 0.0
    var last: GeoPoint?
    var hash = ContentHash()
  }

  private static let versions = ["1.0", "1.1"]

  private static let track = ["gpx", "trk"]
  private static let segment = track + ["trkseg"]
  private static let point = segment + ["trkpt"]
  private static let pointTime = point + ["time"]
  private static let trackName = track + ["name"]
  private static let trackType = track + ["type"]
  /// Where version 1.1 has the file's time, and where 1.0 has it.
  private static let fileTimes = [["gpx", "metadata", "time"], ["gpx", "time"]]

  mutating func start(_ path: [String], _ attributes: XMLAttributes) throws(XMLRefusal) {
    switch path {
    case Self.point: try add(attributes)
    case Self.segment:
      track?.last = nil
      track?.hash.add("segment")
    case Self.track:
      track = Track()
      track?.hash.add("gpx track")
    case ["gpx"]:
      if let version = attributes["version"], !Self.versions.contains(version) {
        throw XMLRefusal(reason: "neither version 1.0 nor 1.1 of GPX: \(version)")
      }
      creator = attributes["creator"]
    default: break
    }
  }

  func wantsText(_ path: [String]) -> Bool {
    switch path {
    case Self.pointTime, Self.trackName, Self.trackType: true
    default: Self.fileTimes.contains(path)
    }
  }

  mutating func end(_ path: [String], text: String) throws(XMLRefusal) {
    switch path {
    case Self.pointTime:
      let time = try XMLValue.time(text)
      track?.hash.add(Int(time.instant.microseconds))
      if track?.start == nil { track?.start = time }
    case Self.trackName: track?.name = text
    case Self.trackType: track?.sport = text
    case Self.track: finishTrack()
    default: if Self.fileTimes.contains(path) { fileTime = try XMLValue.time(text) }
    }
  }

  private mutating func add(_ attributes: XMLAttributes) throws(XMLRefusal) {
    guard let north = attributes["lat"], let east = attributes["lon"] else {
      throw XMLRefusal(reason: "point without lat and lon")
    }
    let latitude = try XMLValue.number(north, "lat")
    let longitude = try XMLValue.number(east, "lon")
    guard let point = GeoPoint(latitude: latitude, longitude: longitude) else {
      throw XMLRefusal(reason: "no place on Earth: lat \(latitude) lon \(longitude)")
    }
    if let last = track?.last { track?.distance += last.distance(to: point) }
    track?.last = point
    track?.hash.add(latitude)
    track?.hash.add(longitude)
  }

  private mutating func finishTrack() {
    guard let track else { return }
    self.track = nil
    guard track.distance > 0 else { return }
    let start = track.start ?? fileTime
    activities.append(
      Activity(
        format: .gpx, start: start?.instant, offset: start?.localOffset, distance: track.distance,
        name: track.name ?? track.sport, creator: creator, id: track.hash.id))
  }
}
