// What one subscriber of preferences has not been told yet.

internal import UnitsJSON
internal import UnitsStore

/// One `Monitor` of preferences. What a slow subscriber misses is one merged patch; when that would
/// be larger than the group, it becomes the whole state. Nothing is lost and nothing grows.
struct PreferencesSubscription {
  /// What is to be told as soon as the client reads again.
  enum Backlog {
    case none
    /// The patch leads to the state of this revision.
    case patch(Patch, revision: Int, size: Int)
    case complete
  }

  let group: GroupID
  /// The keys that are told, as a set that is searched in O(log n), for a client may name a hundred
  /// thousand; nil for all.
  private let wantedKeys: SortedMembers?
  private(set) var backlog = Backlog.none
  /// The revision that the subscriber has been told, or is told as soon as it reads.
  private(set) var revision: Int

  /// `revision` is that of the state that is told first.
  init(group: GroupID, keys: [String]?, revision: Int) {
    self.group = group
    self.revision = revision
    wantedKeys = keys.map { keys in
      var set = JSONObject()
      for key in keys { set[key] = .null }
      return SortedMembers(set)
    }
  }

  /// Whether every key is told.
  var wantsAll: Bool { wantedKeys == nil }

  private func isWanted(_ key: String) -> Bool {
    wantedKeys?.position(of: key).found ?? true
  }

  /// The part of a patch that is told here.
  func wanted(_ patch: Patch) -> Patch {
    wantsAll ? patch : patch.filtered(isWanted)
  }

  /// The part of a state that is told here.
  func wanted(_ values: SortedMembers) -> SortedMembers {
    guard !wantsAll else { return values }
    return SortedMembers(ascending: values.members.filter { isWanted($0.key) })
  }

  /// The part of a change that is told here; empty for one that was told with a later state.
  mutating func wanted(_ change: PreferenceStore.Change) -> Patch {
    guard change.revision > revision else { return Patch() }
    revision = change.revision
    return wanted(change.patch)
  }

  /// Puts a patch behind what waits. `size` is the patch's, `groupSize` the whole group's, in bytes.
  mutating func postpone(_ patch: Patch, size: Int, groupSize: Int) {
    switch backlog {
    case .none:
      backlog = .patch(patch, revision: revision, size: size)
    case .complete:
      break
    case .patch(var pending, _, let pendingSize):
      // The sum counts a key twice that was changed twice: then the state comes a little early.
      guard pendingSize + size <= max(groupSize, Self.smallestBound) else {
        backlog = .complete
        return
      }
      backlog = .none
      pending.merge(patch)
      backlog = .patch(pending, revision: revision, size: pendingSize + size)
    }
  }

  /// Takes note that the whole state of this revision is told.
  mutating func tellComplete(_ revision: Int) {
    self.revision = max(self.revision, revision)
    backlog = .none
  }

  /// What the backlog costs, in bytes.
  var backlogSize: Int {
    if case .patch(_, _, let size) = backlog { size } else { 0 }
  }

  /// Puts the whole state in the place of a patch that waits.
  mutating func collapseBacklog() {
    if case .patch = backlog { backlog = .complete }
  }

  /// Takes what waits.
  mutating func takeBacklog() -> Backlog {
    defer { backlog = .none }
    return backlog
  }

  /// A backlog below this is kept as a patch however small the group is.
  private static let smallestBound = 4096
}
