// Times as people type them, where they are.

package import Units
internal import UnitsLinux

extension Timestamp {
  /// The moment that a text means here, as `TypedMoment` reads it; nil if it means none.
  package static func typed(_ text: String, now: Instant) -> Timestamp? {
    let offset = Int64(LocalCalendar.offset(at: now.seconds))
    guard let localNow = Instant(seconds: now.seconds + offset) else { return nil }
    switch TypedMoment.parse(text, localNow: localNow) {
    case .instant(let timestamp): return timestamp
    case .wallClock(let shown):
      let seconds = LocalCalendar.instant(ofWallClock: shown.seconds)
      return Instant(seconds: seconds, nanoseconds: Int64(shown.nanosecondOfSecond)).map(local)
    case nil: return nil
    }
  }

  /// The forms, for a hint.
  package static let typedForms =
    "write 07:15, 'yesterday 18:30', 2026-11-30T07:15, or with an offset 2026-11-30T07:15:00+01:00"
}
