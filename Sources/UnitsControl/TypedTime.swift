// Times as people type them.

internal import Units
internal import UnitsClient
internal import UnitsCommandLine
internal import UnitsLinux

/// `2026-11-30T07:15:00+01:00`, or in local time `2026-11-30T07:15` and `2026-11-30T07:15:30`.
enum TypedTime {
  static func parse(_ text: String) throws(ControlFailure) -> Timestamp {
    do throws(RFC3339Error) { return try RFC3339.parse(text) } catch {
      if let time = local(text) { return time }
      throw ControlFailure(
        .badData, error.description,
        hint: "write 2026-11-30T07:15, or with an offset 2026-11-30T07:15:00+01:00")
    }
  }

  /// The moment at which the wall clock shows the text. Of two, at the end of summer time, the one
  /// that its first guess falls on; one that a clock skips is that long after the gap's beginning.
  private static func local(_ text: String) -> Timestamp? {
    let seconds = text.utf8.count == "2026-11-30T07:15".utf8.count ? ":00" : ""
    let asUTC: Instant
    do throws(RFC3339Error) { asUTC = try RFC3339.parse(text + seconds + "Z").instant } catch {
      return nil
    }
    var guess = asUTC
    // The offset at the wrong moment may be the wrong one; that at the second guess is right.
    for _ in 0..<2 {
      let offset = Int64(LocalCalendar.offset(at: guess.seconds))
      guard let next = Instant(seconds: asUTC.seconds - offset) else { return nil }
      guess = next
    }
    return .local(guess)
  }
}
