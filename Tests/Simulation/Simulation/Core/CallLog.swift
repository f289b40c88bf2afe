// What clients asked for, and when.

internal import UnitsStore

/// One change that a client asked for. Its value is no other's, so a file tells whose it is.
struct Change {
  enum State {
    case underWay
    /// It is durable.
    case acknowledged
    /// It was not made.
    case refused
    /// Nobody knows: the reply was lost, or the client was killed.
    case unknown
  }

  let actor: String
  let key: String
  let value: Int
  let start: Int64
  /// The number of the file's version then.
  let startVersion: Int
  /// What the key must have had; nil where that did not matter.
  let expected: Int??
  var state = State.underWay
  var end = Int64.max
}

/// All changes of a history, by their values.
struct CallLog {
  private(set) var changes: [Int: Change] = [:]

  mutating func begin(_ change: Change) { changes[change.value] = change }

  mutating func end(_ value: Int, _ state: Change.State, at time: Int64) {
    changes[value]?.state = state
    changes[value]?.end = time
  }

  subscript(value: Int) -> Change? { changes[value] }

  /// Changes of a key that were under way at any time between the two.
  func concurrent(_ key: String, from start: Int64, to end: Int64) -> [Change] {
    changes.values.filter {
      $0.key == key && $0.start <= end && ($0.end >= start || $0.state == .unknown)
    }
  }
}
