// Lists of words that messages offer, and the word that was probably meant.

internal import Units
internal import UnitsClient

enum Words {
  static var measurementTypes: String { list(MeasurementType.allCases.map(\.commandWord)) }
  /// As records have them.
  static var rawMeasurementTypes: String { list(MeasurementType.allCases.map(\.rawValue)) }
  static var heightStyles: String { list(HeightStyle.allCases.map(\.rawValue)) }
  static var unitSystems: String { list(UnitSystem.allCases.map(\.rawValue)) }
  static var valueTypes: String { list(ValueType.allCases.map(\.rawValue)) }

  static var periods: String { list(RecordPeriod.allCases.map(\.rawValue)) }
  static let days = "today, yesterday, monday, 2026-11-30"

  static func list(_ words: [String]) -> String { words.joined(separator: ", ") }

  /// The candidate with the fewest typing errors in it; nil if none is near.
  static func nearest(to word: String, among candidates: [String]) -> String? {
    var best: (word: String, distance: Int)?
    for candidate in candidates {
      let distance = typingErrors(Array(word.utf8), Array(candidate.utf8))
      if distance < best?.distance ?? Int.max { best = (candidate, distance) }
    }
    // A third of the letters wrong is a typing error, more is another word.
    guard let best, best.distance * 3 <= max(word.utf8.count, 3) else { return nil }
    return best.word
  }

  /// `did you mean …?`, where something is near.
  static func suggestion(for word: String, among candidates: [String]) -> String? {
    nearest(to: word, among: candidates).map { "did you mean `\($0)`?" }
  }

  /// How many letters must be added, left out, changed or swapped with their neighbour.
  private static func typingErrors(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var previous: [Int] = []
    var row = Array(0...right.count)
    for (i, letter) in left.enumerated() {
      var next = [i + 1]
      for (j, other) in right.enumerated() {
        var cost = min(row[j + 1], next[j]) + 1
        cost = min(cost, row[j] + (letter == other ? 0 : 1))
        if i > 0, j > 0, letter == right[j - 1], left[i - 1] == other {
          cost = min(cost, previous[j - 1] + 1)
        }
        next.append(cost)
      }
      (previous, row) = (row, next)
    }
    return row[right.count]
  }
}
