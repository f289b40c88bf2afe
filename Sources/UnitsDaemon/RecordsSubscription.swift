// What one subscriber of records has not been told yet.

internal import UnitsStore

/// One `Monitor` of records. A subscriber is told that a range changed and asks for what it shows;
/// ranges that it has not been told merge into one.
struct RecordsSubscription {
  let group: GroupName
  /// Whether the first reply was made: it stands for everything before it.
  var isComplete = false
  private var backlog: RecordsChange?

  init(group: GroupName) {
    self.group = group
  }

  mutating func postpone(_ change: RecordsChange) {
    backlog = backlog.map { $0.union(change) } ?? change
  }

  mutating func takeBacklog() -> RecordsChange? {
    defer { backlog = nil }
    return backlog
  }
}
