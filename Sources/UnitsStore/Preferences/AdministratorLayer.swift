// What the administrators of a machine say about a group's preferences.
//
// In each of $XDG_CONFIG_DIRS there may be a folder `units` with two files for a group:
// - `GROUP.json`, values for keys that the user has not set. Where several folders have a key, the
//   folder that stands first in the variable decides.
// - `GROUP.mandatory`, one key a line, `#` beginning a remark: keys that the user cannot set. What the
//   user's own file says of them counts for nothing; they have the administrators' value, or none.
//
// That is policy, not security: the user owns every process that obeys it.

package import UnitsJSON

/// The administrators' values and locks of one group, from all folders.
package struct AdministratorLayer: Equatable, Sendable {
  /// A file with values.
  struct Defaults: Equatable, Sendable {
    let path: String
    let values: SortedMembers
  }

  /// A file that lists keys.
  struct Locks: Equatable, Sendable {
    let path: String
    let keys: Set<String>
  }

  /// Those that count: for each key that of the first folder.
  package let values: SortedMembers
  private let defaults: [Defaults]
  private let locks: [Locks]

  /// Files in the order of their folders, the one that decides first.
  init(defaults: [Defaults] = [], locks: [Locks] = []) {
    var merged = Patch()
    for file in defaults { merged.underlay(Patch(file.values)) }
    values = merged.changes
    self.defaults = defaults
    self.locks = locks
  }

  /// Whether nobody says anything.
  package var isEmpty: Bool { values.isEmpty && locks.isEmpty }

  /// The file that locks a key; nil if the user may set it.
  package func lock(of key: String) -> String? {
    locks.first { $0.keys.contains(key) }?.path
  }

  /// The file that a key's default comes from.
  func source(of key: String) -> String? {
    defaults.first { $0.values[key] != nil }?.path
  }

  /// What a key is to those who read, where the user's file has this under it; `null` for nothing.
  func effective(_ key: String, own: JSONValue) -> JSONValue {
    if isEmpty { return own }
    if own != .null, lock(of: key) == nil { return own }
    return values[key] ?? .null
  }

  /// What a group is to those who read, where the user's file has these values.
  package func effective(_ own: SortedMembers) -> SortedMembers {
    if isEmpty { return own }
    var merged = Patch(values)
    merged.merge(Patch(unlocked(own)))
    return merged.changes
  }

  /// The values of the user's file that count.
  package func unlocked(_ own: SortedMembers) -> SortedMembers {
    if locks.isEmpty { return own }
    return SortedMembers(ascending: own.members.filter { lock(of: $0.key) == nil })
  }

  /// A change of the user's file as those who read see it. `undo` leads back from `own`.
  func effective(_ undo: Patch, in own: SortedMembers) -> Patch {
    var changes: [SortedMembers.Member] = []
    for before in undo.changes.members {
      let old = effective(before.key, own: before.value)
      let new = effective(before.key, own: own[before.key] ?? .null)
      if new != old { changes.append(SortedMembers.Member(key: before.key, value: new)) }
    }
    return Patch(SortedMembers(ascending: changes))
  }
}

/// Why a key has the value that it has.
package struct Explanation: Equatable, Sendable {
  /// What those who read see; nil for an absent key.
  package let value: JSONValue?
  /// The file that the value stands in.
  package let path: String?
  /// The file that keeps the user from setting it.
  package let lockPath: String?
  /// What the user's file has and nobody sees, since the key is locked.
  package let ignored: JSONValue?

  package init(value: JSONValue?, path: String?, lockPath: String?, ignored: JSONValue?) {
    self.value = value
    self.path = path
    self.lockPath = lockPath
    self.ignored = ignored
  }
}
