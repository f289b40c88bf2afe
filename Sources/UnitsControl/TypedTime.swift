// Times as people type them.

internal import Units
internal import UnitsClient
internal import UnitsCommandLine

/// `07:15`, `yesterday 18:30`, `2026-11-30T07:15` in local time, `2026-11-30T07:15:00+01:00`.
enum TypedTime {
  static func parse(_ text: String, now: Instant) throws(ControlFailure) -> Timestamp {
    guard let time = Timestamp.typed(text, now: now) else {
      throw ControlFailure(.badData, "not a time: \(text)", hint: Timestamp.typedForms)
    }
    return time
  }
}
