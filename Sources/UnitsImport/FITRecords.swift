// The records of a FIT file: where a device was each second, and how far it had come.

/// Records by their times. Each is a few numbers, so that a week of seconds costs little; spans of
/// them are measured in no more steps than it takes to find their ends.
struct FITRecords {
  /// Three weeks of seconds. Files that were made to harm have one in each byte.
  static let limit = 2_000_000

  private static let noDegrees = Int32.max

  /// In seconds of FIT's era, never falling: a clock that is set back does not take what follows into
  /// another session.
  private var times: [UInt32] = []
  /// What was counted up to each, in metres.
  private var totals: [Double] = []
  /// How many have a number of their own, up to each.
  private var countedCounts: [UInt32] = []
  private var latitudes: [Int32] = []
  private var longitudes: [Int32] = []
  private var counted = CountedDistance()
  private var hasPlaces = false

  private(set) lazy var path = Path(self)

  /// The way along the places, up to each record.
  struct Path {
    private(set) var lengths: [Double] = []
    private(set) var leftOut = LeftOut()

    fileprivate init(_ records: FITRecords) {
      guard records.hasPlaces else { return }
      var track = TrackLength()
      lengths.reserveCapacity(records.count)
      for place in records.times.indices {
        let (north, east) = (records.latitudes[place], records.longitudes[place])
        if north != noDegrees, east != noDegrees {
          let time = records.times[place]
          track.add(
            latitude: degrees(north), longitude: degrees(east),
            time: time == 0 ? nil : Int64(time) * 1_000_000)
        }
        lengths.append(track.distance)
      }
      track.beginSegment()
      leftOut.count(.placelessPoints, track.placelessCount)
      leftOut.count(.farPoints, track.farCount)
    }
  }

  var count: Int { times.count }

  /// Adds a record; the distance is in metres, the place in semicircles.
  mutating func add(time: UInt32?, distance: Double?, place: (north: Int, east: Int)?) {
    if let distance { counted.add(distance) }
    times.append(max(time ?? 0, times.last ?? 0))
    totals.append(counted.total)
    countedCounts.append((countedCounts.last ?? 0) + (distance == nil ? 0 : 1))
    let north = place.flatMap { Int32(exactly: $0.north) } ?? Self.noDegrees
    let east = place.flatMap { Int32(exactly: $0.east) } ?? Self.noDegrees
    hasPlaces = hasPlaces || (north != Self.noDegrees && east != Self.noDegrees)
    latitudes.append(north)
    longitudes.append(east)
  }

  /// The records from one time to another, both included.
  func range(from start: UInt32, through end: UInt32) -> Range<Int> {
    let first = firstPlace { $0 >= start }
    return first..<max(first, firstPlace { $0 > end })
  }

  var all: Range<Int> { 0..<count }

  /// The first time of all, whatever it is.
  var firstTime: UInt32? { times.first { $0 != 0 } }

  /// The first time of people in a range.
  func start(in range: Range<Int>) -> UInt32? {
    times[range].first(where: FITTime.isPlausible)
  }

  /// What the records of a range counted, with the way to its first; nil if none of them counts.
  func counted(in range: Range<Int>) -> Double? {
    guard let last = range.last else { return nil }
    let before = range.lowerBound - 1
    let isCounted = countedCounts[last] > (before < 0 ? 0 : countedCounts[before])
    return isCounted ? totals[last] - (before < 0 ? 0 : totals[before]) : nil
  }

  /// The way along the places of a range; nil if there are none.
  mutating func length(in range: Range<Int>) -> Double? {
    guard hasPlaces, let last = range.last else { return nil }
    let lengths = path.lengths
    return lengths[last] - lengths[range.lowerBound]
  }

  /// By bisection.
  private func firstPlace(where isBehind: (UInt32) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = low + (high - low) / 2
      if isBehind(times[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }

  /// A circle has 2^32 semicircles.
  private static func degrees(_ semicircles: Int32) -> Double {
    Double(semicircles) * (180 / 2_147_483_648)
  }
}
