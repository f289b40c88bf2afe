// A span of records in five numbers.

/// The records of one type in a span of time, summed up in the base unit.
package struct RecordSummary: Sendable, Hashable {
  package let count: Int
  /// Zero of none; never infinite: past the largest number it stays there.
  package let sum: Double
  /// Nil of none.
  package let minimum: Double?
  /// Nil of none.
  package let maximum: Double?
  /// The latest, of several at one moment the one of the greatest id; nil of none.
  package let last: Record?

  package init(count: Int, sum: Double, minimum: Double?, maximum: Double?, last: Record?) {
    self.count = count
    self.sum = sum
    self.minimum = minimum
    self.maximum = maximum
    self.last = last
  }

  /// The summary of no records.
  package static let empty = RecordSummary(
    count: 0, sum: 0, minimum: nil, maximum: nil, last: nil)
}
