// A change of a group: keys to new values, null for a removed one.

internal import UnitsJSON

/// What changed, told to subscribers, and what is asked for by a writer.
///
/// Patches merge: applied one after the other they are as one patch with the later values.
package struct Patch: Equatable, Sendable {
  /// `null` stands for removal, here and nowhere else.
  package private(set) var changes: SortedMembers

  package init(_ changes: SortedMembers = SortedMembers()) {
    self.changes = changes
  }

  package var isEmpty: Bool { changes.isEmpty }

  /// Puts the later patch on top of this one. O(n + m)
  package mutating func merge(_ later: Patch) {
    if changes.isEmpty {
      changes = later.changes
    } else if later.changes.count <= 8 {
      for member in later.changes.members { changes.set(member.key, to: member.value) }
    } else {
      changes = Self.merged(changes, later.changes)
    }
  }

  /// Puts an earlier patch beneath this one: only keys that are not named here are taken from it.
  /// O(n + m); O(m log n) and a move of memory for a few keys.
  package mutating func underlay(_ earlier: Patch) {
    guard earlier.changes.count <= 8 else {
      changes = Self.merged(earlier.changes, changes)
      return
    }
    for member in earlier.changes.members {
      let (index, found) = changes.position(of: member.key)
      if !found { changes.insert(member, at: index) }
    }
  }

  /// This patch without the keys that `isWanted` refuses. O(n)
  package func filtered(_ isWanted: (String) -> Bool) -> Patch {
    Patch(SortedMembers(ascending: changes.members.filter { isWanted($0.key) }))
  }

  /// What leads from one state to another. O(n + m)
  package init(from old: SortedMembers, to new: SortedMembers) {
    var result: [SortedMembers.Member] = []
    var rest = new.members[...]
    for member in old.members {
      while let next = rest.first, SortedMembers.isAscending(next.key, member.key) {
        result.append(next)
        rest.removeFirst()
      }
      if let next = rest.first, next.key.utf8.elementsEqual(member.key.utf8) {
        if next.value != member.value { result.append(next) }
        rest.removeFirst()
      } else {
        result.append(SortedMembers.Member(key: member.key, value: .null))
      }
    }
    result.append(contentsOf: rest)
    changes = SortedMembers(ascending: result)
  }

  /// Both, sorted; where a key is in both, the later value stands.
  private static func merged(_ early: SortedMembers, _ late: SortedMembers) -> SortedMembers {
    var result: [SortedMembers.Member] = []
    result.reserveCapacity(early.count + late.count)
    var rest = late.members[...]
    for member in early.members {
      while let next = rest.first, SortedMembers.isAscending(next.key, member.key) {
        result.append(next)
        rest.removeFirst()
      }
      if let next = rest.first, next.key.utf8.elementsEqual(member.key.utf8) { continue }
      result.append(member)
    }
    result.append(contentsOf: rest)
    return SortedMembers(ascending: result)
  }
}

extension SortedMembers {
  /// Applies a patch and returns the one that leads back. O(n + m); O(m log n) and a move of memory
  /// for a few changes.
  package mutating func apply(_ patch: Patch) -> Patch {
    if patch.changes.count <= 8 {
      var undo = SortedMembers()
      for change in patch.changes.members {
        let old = set(change.key, to: change.value == .null ? nil : change.value)
        undo.set(change.key, to: old ?? .null)
      }
      return Patch(undo)
    }
    let before = self
    var merged = Patch(self)
    merged.merge(patch)
    self = SortedMembers(ascending: merged.changes.members.filter { $0.value != .null })
    return Patch(from: self, to: before)
  }
}
