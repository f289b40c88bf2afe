// Which records are no longer what they were.

package import Units

/// A range of records that changed. Ranges merge, so what a slow subscriber misses is one range.
package struct RecordsChange: Hashable, Sendable {
  /// Nil for every type.
  package let type: MeasurementType?
  /// The first moment; nil for the beginning of time.
  package let since: Instant?
  /// The moment behind the last; nil for the end of time.
  package let until: Instant?

  package init(type: MeasurementType?, since: Instant?, until: Instant?) {
    self.type = type
    self.since = since
    self.until = until
  }

  /// Anything may have changed.
  package static let everything = RecordsChange(type: nil, since: nil, until: nil)

  /// The smallest range that holds the records; nil of none.
  package init?(of records: [Record]) {
    guard let first = records.first else { return nil }
    let times = records.map(\.time.instant)
    let earliest = times.reduce(first.time.instant) { min($0, $1) }
    let latest = times.reduce(first.time.instant) { max($0, $1) }
    type = records.allSatisfy { $0.type == first.type } ? first.type : nil
    since = earliest
    until = Instant(microseconds: latest.microseconds + 1)
  }

  /// The smallest range that holds both.
  package func union(_ other: RecordsChange) -> RecordsChange {
    func bound(_ left: Instant?, _ right: Instant?, _ pick: (Instant, Instant) -> Instant)
      -> Instant?
    {
      guard let left, let right else { return nil }
      return pick(left, right)
    }
    return RecordsChange(
      type: type == other.type ? type : nil, since: bound(since, other.since, min),
      until: bound(until, other.until, max))
  }
}
