// What is still to be said of what the storage threads have brought.

internal import UnitsProtocol
internal import UnitsStore

/// Replies and news in the order in which they were earned: a commit's replies before the news of it.
struct Deliveries {
  enum Delivery {
    case answer(Caller, GroupAnswer)
    case change(ServedGroup, PreferenceStore.Change)
    case records(
      GroupName, Result<RecordsAnswer, RecordsError>, RecordsChange?, Connection.ID)
    case recordsWatched(GroupName, Connection.ID)
    case recordsChanged(GroupName, RecordsChange)
  }

  private var waiting: [Delivery] = []
  private var next = 0

  var isEmpty: Bool { next == waiting.count }

  mutating func append(_ delivery: Delivery) { waiting.append(delivery) }

  mutating func takeFirst() -> Delivery? {
    guard next < waiting.count else { return nil }
    defer {
      next += 1
      if next == waiting.count {
        waiting.removeAll(keepingCapacity: true)
        next = 0
      }
    }
    return waiting[next]
  }
}
