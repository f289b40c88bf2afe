// Numbers as a row of small columns.

/// `▁▂▃▄▅▆▇█`, a column a value.
package enum Sparkline {
  private static let columns: [Character] = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

  /// Columns between nothing and the greatest value, or between the least and the greatest if what
  /// is measured has no natural nothing. A missing value is a blank.
  package static func text(_ values: [Double?], from floor: Floor) -> String {
    let known = values.compactMap(\.self).filter(\.isFinite)
    guard let greatest = known.max(), let least = known.min() else {
      return String(repeating: " ", count: values.count)
    }
    let bottom = floor == .zero ? min(0, least) : least
    // Halves differ by what is finite, and their share is that of the wholes.
    let height = greatest / 2 - bottom / 2
    return String(
      values.map { value in
        guard let value, value.isFinite else { return " " }
        guard height > 0 else { return columns[floor == .zero ? 0 : columns.count / 2] }
        let step = (value / 2 - bottom / 2) / height * Double(columns.count - 1)
        return columns[Int(step.rounded())]
      })
  }

  /// What the lowest column stands for.
  package enum Floor: Sendable {
    case zero
    case least
  }
}

extension MeasurementType {
  /// Whether what is measured adds up over a day: then a total says something, and nothing is a
  /// natural floor; of the others the mean and the last value do.
  package var addsUp: Bool { self == .distance }
}
