// From what a wall clock shows to the moment at which it does.

extension LocalCalendar {
  /// The second since 1970 at which the wall clock shows a time, which is given as the second that it
  /// would be in UTC. Of two, where the clock is set back, the first; a time that the clock skips, as
  /// far behind the gap's end as it is behind its beginning, so that half past two is half past three.
  package static func instant(ofWallClock shown: Int64) -> Int64 {
    let (early, earlyOverflow) = shown.subtractingReportingOverflow(dayAndMore)
    let (late, lateOverflow) = shown.addingReportingOverflow(dayAndMore)
    if earlyOverflow || lateOverflow { return shown }
    // The clock is moved at most once in these two days: one of the two offsets is right.
    let before = shown - Int64(offset(at: early))
    let after = shown - Int64(offset(at: late))
    let right = [before, after].filter { $0 + Int64(offset(at: $0)) == shown }
    return right.min() ?? before
  }

  /// No clock is further from UTC.
  private static let dayAndMore: Int64 = 26 * 3_600
}
