/// The days of the week as people type them, Monday first.
package enum Weekday: String, CaseIterable, Sendable {
  case monday, tuesday, wednesday, thursday, friday, saturday, sunday

  /// How it is named where there is little room: `mon`.
  package var short: String { String(rawValue.prefix(3)) }
}
