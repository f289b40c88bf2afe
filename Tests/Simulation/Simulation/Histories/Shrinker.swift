// Makes a failing history short.

/// Leaves out actors and operations, as long as the history still fails.
package struct Shrinker {
  private let scenario: any Scenario
  /// How many histories have been run.
  package private(set) var runs = 0

  package init(_ scenario: any Scenario) { self.scenario = scenario }

  /// The shortest history that was found which fails in the same way.
  package mutating func shrink(_ plan: Plan, limit: Int = 2000) -> Plan {
    let kind = Self.beginning(of: scenario.run(plan, trace: .silent))
    var shortest = plan
    var hasShrunk = true
    while hasShrunk, runs < limit {
      hasShrunk = false
      for candidate in Self.shorter(shortest) where runs < limit {
        runs += 1
        guard let found = Self.beginning(of: scenario.run(candidate, trace: .silent)), found == kind
        else { continue }
        shortest = candidate
        hasShrunk = true
        break
      }
    }
    return shortest
  }

  /// By the first words failures are told apart; names and values may change.
  private static func beginning(of verdict: Verdict) -> String? {
    verdict.kind.map { $0.split(separator: " ").prefix(4).joined(separator: " ") }
  }

  /// Histories with one thing less, the greatest first.
  private static func shorter(_ plan: Plan) -> [Plan] {
    var found: [Plan] = []
    for index in plan.actors.indices {
      var candidate = plan
      candidate.actors.remove(at: index)
      found.append(candidate)
    }
    for index in plan.actors.indices where !plan.actors[index].operations.isEmpty {
      let operations = plan.actors[index].operations
      for length in [operations.count / 2, 1] where length > 0 {
        for start in stride(from: 0, to: operations.count, by: length) {
          var candidate = plan
          candidate.actors[index].operations.removeSubrange(
            start..<min(operations.count, start + length))
          found.append(candidate)
        }
      }
    }
    return found + calmer(plan)
  }

  /// The same history on a machine with less temper.
  private static func calmer(_ plan: Plan) -> [Plan] {
    let exact = Policy.exact
    let changes: [(inout Policy) -> Void] = [
      { $0.stalling = 0 }, { $0.shortTransfers = 0 }, { $0.failing = 0 },
      { $0.eventLimit = exact.eventLimit }, { $0.socketBuffer = 65_536 }, { $0.backlog = 64 },
      { $0.watchLimit = 8_192 }, { $0.instanceLimit = 128 }, { $0.longestCall = 1_000 },
    ]
    return changes.compactMap { change in
      var candidate = plan
      change(&candidate.policy)
      return candidate.policy == plan.policy ? nil : candidate
    }
  }
}
