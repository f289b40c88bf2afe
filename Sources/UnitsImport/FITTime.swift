// Times of FIT.

internal import Units

/// FIT counts seconds from 1989-12-31T00:00:00Z.
enum FITTime {
  /// Below 2^28 they are a device's uptime, which is no time for anybody else.
  static func isPlausible(_ seconds: UInt32) -> Bool { seconds >= 1 << 28 }

  static func instant(_ seconds: UInt32) -> Instant? {
    Instant(seconds: Int64(seconds) + 631_065_600)
  }

  /// Of local time, by what a device has for the same moment there and in UTC. No place is further
  /// ahead of Greenwich than 14 hours, or behind than 12.
  static func offset(local: UInt32, utc: UInt32) -> UTCOffset? {
    // A device notes the two times a moment apart.
    let minutes = ((Double(local) - Double(utc)) / 60).rounded()
    guard (-12.0 * 60...14.0 * 60).contains(minutes) else { return nil }
    return UTCOffset(minutes: Int(minutes))
  }
}
