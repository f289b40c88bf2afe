// How far somebody went along points that a device noted.
//
// Devices note points that are none: 0/0 where the receiver had no fix, latitude 100 for a pause, a
// place of the last journey. Each would add its way there and back. They are left out, counted, and
// told.

/// Adds up the way along points that come one by one, on the ellipsoid.
struct TrackLength {
  private(set) var distance = 0.0
  /// Points that are on no place.
  private(set) var placelessCount = 0
  /// Points that cannot be reached from those around them.
  private(set) var farCount = 0

  private struct Fix {
    let point: GeoPoint
    /// In microseconds since 1970; nil if it has none.
    let time: Int64?
  }

  /// The last point that counts.
  private var last: Fix?
  /// One that cannot be reached from the last: wrong itself, or the first of those that are right.
  private var doubtful: Fix?
  /// Points at 0/0 before any other, which may be places if others are near.
  private var nullCount = 0
  private var nullTime: Int64?

  /// In metres a second: 1,000 km/h.
  private static let speedLimit = 1_000_000.0 / 3600
  /// Many devices note whole seconds, and several points in one.
  private static let tick: Int64 = 1_000_000
  /// In degrees around 0/0, where nobody lives and simulators run.
  private static let nullNeighbourhood = 1.0

  /// The next point is behind a gap that is not counted.
  mutating func beginSegment() {
    if doubtful != nil { farCount += 1 }
    placelessCount += nullCount
    (last, doubtful, nullCount, nullTime) = (nil, nil, 0, nil)
  }

  /// A point without a place, or one at that place; degrees and microseconds since 1970.
  mutating func add(latitude: Double?, longitude: Double?, time: Int64?) {
    guard let latitude, let longitude,
      let point = GeoPoint(latitude: latitude, longitude: longitude)
    else {
      placelessCount += 1
      return
    }
    let fix = Fix(point: point, time: time)
    if latitude == 0, longitude == 0 {
      addNull(fix)
    } else {
      settleNulls(before: point)
      add(fix)
    }
  }

  /// What 0/0 is depends on its neighbours.
  private mutating func addNull(_ fix: Fix) {
    if let last {
      if Self.isNearNull(last.point) { add(fix) } else { placelessCount += 1 }
    } else {
      if nullCount == 0 { nullTime = fix.time }
      nullCount += 1
    }
  }

  private mutating func settleNulls(before point: GeoPoint) {
    guard nullCount > 0 else { return }
    if Self.isNearNull(point), let null = GeoPoint(latitude: 0, longitude: 0) {
      last = Fix(point: null, time: nullTime)
    } else {
      placelessCount += nullCount
    }
    nullCount = 0
  }

  private static func isNearNull(_ point: GeoPoint) -> Bool {
    abs(point.latitude) <= nullNeighbourhood && abs(point.longitude) <= nullNeighbourhood
  }

  private mutating func add(_ fix: Fix) {
    guard let last else {
      last = fix
      return
    }
    let way = last.point.distance(to: fix.point)
    if Self.isPossible(way, last, fix) {
      if doubtful != nil {
        farCount += 1
        doubtful = nil
      }
      distance += way
      self.last = fix
      return
    }
    if let doubtful {
      // Either that one was wrong, or the track goes on from there and what was before is apart.
      farCount += 1
      let way = doubtful.point.distance(to: fix.point)
      if Self.isPossible(way, doubtful, fix) {
        distance += way
        self.last = fix
        self.doubtful = nil
        return
      }
    }
    doubtful = fix
  }

  private static func isPossible(_ way: Double, _ from: Fix, _ to: Fix) -> Bool {
    guard let start = from.time, let end = to.time else { return true }
    let (span, overflow) = end.subtractingReportingOverflow(start)
    if overflow { return true }
    return way <= Double(max(span.magnitude, tick.magnitude)) / 1_000_000 * speedLimit
  }
}

/// A distance that a device counts on through its records, from wherever it began.
struct CountedDistance {
  /// In metres since the first number.
  private(set) var total = 0.0
  private(set) var last: Double?

  /// The next number. One that falls back to zero, or near it, counts anew from there.
  mutating func add(_ number: Double) {
    if let last { total += number < last / 2 ? number : number - last }
    last = number
  }
}
