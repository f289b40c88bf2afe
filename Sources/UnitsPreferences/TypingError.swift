// The word that was probably meant.

/// Looks for words that are nearly what was typed.
package enum TypingError {
  /// The candidate with the fewest typing errors in it; nil if none is near.
  package static func nearest(to word: String, among candidates: [String]) -> String? {
    var best: (word: String, count: Int)?
    for candidate in candidates {
      let count = count(from: Array(word.utf8), to: Array(candidate.utf8))
      if count < best?.count ?? Int.max { best = (candidate, count) }
    }
    // A third of the letters wrong is a typing error, more is another word.
    guard let best, best.count * 3 <= max(word.utf8.count, 3) else { return nil }
    return best.word
  }

  /// `did you mean …?`, where something is near.
  package static func suggestion(for word: String, among candidates: [String]) -> String? {
    nearest(to: word, among: candidates).map { "did you mean `\($0)`?" }
  }

  /// How many letters must be added, left out, changed or swapped with their neighbour.
  private static func count(from left: [UInt8], to right: [UInt8]) -> Int {
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
