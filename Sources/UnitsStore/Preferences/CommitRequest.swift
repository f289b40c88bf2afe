// What a writer asks for, and what came of it.

package import UnitsJSON
package import UnitsProtocol

/// One writer's wish: all of it is committed or none.
package struct CommitRequest: Sendable {
  /// When the wish holds. Decided under the lock.
  package enum Condition: Sendable {
    case always
    /// Every key has this value; null stands for absent.
    case expecting(SortedMembers)
  }

  package typealias Extent = PreferencesSet.Extent
  package typealias Origin = PreferencesCompareAndSet.Origin

  package let condition: Condition
  package let patch: Patch
  package let extent: Extent
  package let origin: Origin

  /// Throws if a key or a value cannot be stored.
  package init(
    _ changes: JSONObject, condition: Condition = .always, extent: Extent = .merge,
    origin: Origin = .explicit
  ) throws(PreferenceError) {
    for (key, value) in changes.lazy.map({ ($0.key, $0.value) }) {
      try PreferenceKey.check(key)
      guard value != .null else { continue }
      try PreferenceValue.check(value, key: key)
      try PreferenceKey.check(key, holds: value)
    }
    if case .expecting(let expected) = condition {
      for member in expected.members { try PreferenceKey.check(member.key) }
    }
    self.condition = condition
    patch = Patch(SortedMembers(changes))
    self.extent = extent
    self.origin = origin
  }

  /// The keys that the writer named: their values are in the receipt.
  package var namedKeys: [String] {
    var keys = patch.changes.keys
    if case .expecting(let expected) = condition {
      keys.append(contentsOf: expected.keys.filter { patch.changes[$0] == nil })
    }
    return keys
  }
}

/// What a writer is told: committed means durable.
package struct CommitReceipt: Equatable, Sendable {
  package typealias Outcome = PreferencesCompareAndSet.Response.Outcome

  package let outcome: Outcome
  /// What was stored under the named keys right after this wish was decided.
  package let values: SortedMembers
  /// The group's revision then.
  package let revision: Int
}
