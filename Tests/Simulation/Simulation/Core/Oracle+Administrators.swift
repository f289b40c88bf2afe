// What administrators say, and what that makes of a user's file.

internal import UnitsJSON
internal import UnitsStore

extension Oracle {
  /// What stands in a list of locked keys, as members.
  static func parseLocks(_ bytes: [UInt8]) -> SortedMembers {
    var locks = SortedMembers()
    for line in bytes.split(separator: UInt8(ascii: "\n")) {
      locks.set(String(decoding: line, as: UTF8.self), to: .bool(true))
    }
    return locks
  }

  /// What readers see of a user's values.
  static func effective(
    _ own: SortedMembers, _ defaults: SortedMembers, _ locks: SortedMembers
  ) -> SortedMembers {
    var result = defaults
    for member in own.members where locks[member.key] == nil {
      result.set(member.key, to: member.value)
    }
    return result
  }

  /// Whether these values were to be seen at some version of the user's file from the first on, with
  /// what administrators had said by then.
  func matches(
    _ values: SortedMembers, from first: Int, layersSince time: Int64,
    _ view: (SortedMembers) -> SortedMembers
  ) -> Bool {
    for number in stride(from: file.last, through: first, by: -1) {
      guard let own = file.versions[number].values else { continue }
      guard let administrators else {
        if view(own) == values { return true }
        continue
      }
      for defaults in Self.believable(administrators.defaults, since: time) {
        for locks in Self.believable(administrators.locks, since: time) {
          if view(Self.effective(own, defaults, locks)) == values { return true }
        }
      }
    }
    return false
  }

  /// A change of administrators may be noticed as late as a damaged file is believed.
  private static let patience: Int64 = 1_300_000_000

  private static func believable(_ file: FileHistory, since time: Int64) -> [SortedMembers] {
    let first = file.firstBelievable(at: time - patience)
    let versions = file.versions[first...].reversed()
    let good = versions.compactMap(\.values)
    // Who comes while it is damaged knows nothing that it said before.
    return good.count == versions.count ? good : good + [SortedMembers()]
  }

  /// Whether a key has been locked for so long that nobody may set it. A pause that is too brief to be
  /// believed does not count, unless whoever decides may have come in it.
  func isLocked(_ key: String, for actor: String, since start: Int64) -> Bool {
    guard let locks = administrators?.locks else { return false }
    let first = locks.number(at: start - Self.patience)
    for number in first...locks.last {
      let end = number == locks.last ? machineTime : locks.versions[number + 1].time
      let begin = locks.versions[number].time
      if locks.versions[number].values?[key] != nil { continue }
      let isBrief = end - begin < 90_000_000
      if !isBrief || number == first || !hasAnswered(actor, before: begin) { return false }
    }
    return true
  }
}
