// What of a file is garbage: it is left out, counted, and told.

/// What was left out, by kind.
package struct LeftOut: Sendable, Equatable {
  package enum Kind: Int, Sendable, CaseIterable {
    /// Points on no place of the Earth, or on none at all.
    case placelessPoints
    /// Points that nobody reaches.
    case farPoints
    /// Texts in the place of a time, and clocks that were not set.
    case times
    /// Texts in the place of a distance.
    case distances
    /// Measurements that cannot be.
    case samples
    /// Rests of texts that go on without end.
    case texts
    /// Activities of a list whose files are not there.
    case activities
    /// Bytes behind the end of a file.
    case bytes
  }

  private var counts = [Int](repeating: 0, count: Kind.allCases.count)

  package init() {}

  package subscript(_ kind: Kind) -> Int { counts[kind.rawValue] }

  mutating func count(_ kind: Kind, _ number: Int = 1) {
    counts[kind.rawValue] += number
  }

  static func += (left: inout LeftOut, right: LeftOut) {
    for kind in Kind.allCases { left.count(kind, right[kind]) }
  }

  var isEmpty: Bool { counts.allSatisfy { $0 == 0 } }

  /// How many things of all kinds; bytes are one thing.
  var total: Int {
    Kind.allCases.reduce(0) { $0 + ($1 == .bytes ? min(self[$1], 1) : self[$1]) }
  }

  /// `3 points without a place`, one a kind.
  var phrases: [String] {
    Kind.allCases.filter { self[$0] > 0 }.map { kind in
      let count = self[kind]
      let (one, many) = Self.words(kind)
      return "\(count) \(count == 1 ? one : many)"
    }
  }

  /// `3 points without a place and 2 times that are none left out`; nil if nothing was.
  var sentence: String? {
    let phrases = phrases
    guard let last = phrases.last else { return nil }
    let first = phrases.dropLast().joined(separator: ", ")
    return (first.isEmpty ? "" : "\(first) and ") + "\(last) left out"
  }

  /// What one of a kind is called, and several.
  private static func words(_ kind: Kind) -> (one: String, many: String) {
    switch kind {
    case .placelessPoints: ("point without a place", "points without a place")
    case .farPoints:
      (
        "point that needs more than 1,000 km/h", "points that need more than 1,000 km/h"
      )
    case .times: ("time that is none", "times that are none")
    case .distances: ("distance that is none", "distances that are none")
    case .samples: ("sample that cannot be", "samples that cannot be")
    case .texts: ("rest of a long text", "rests of long texts")
    case .activities: ("activity whose file is not there", "activities whose files are not there")
    case .bytes: ("byte behind the end", "bytes behind the end")
    }
  }
}
