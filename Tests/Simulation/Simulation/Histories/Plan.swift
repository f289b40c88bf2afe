// What a simulation does, drawn from its seed before it begins, so that parts of it can be left out.

/// What one actor does, one operation after another.
package struct ActorPlan: Sendable {
  package let name: String
  package let role: String
  package var operations: [Operation]

  /// One thing to do, and the pause before it in nanoseconds.
  package struct Operation: Sendable, CustomStringConvertible {
    package let pause: Int64
    package let action: String
    /// Numbers that the action needs, drawn with it.
    package let numbers: [Int]

    package init(after pause: Int64, _ action: String, _ numbers: [Int] = []) {
      self.pause = pause
      self.action = action
      self.numbers = numbers
    }

    package var description: String {
      "\(action)\(numbers.isEmpty ? "" : " \(numbers)") after \(pause / 1000) us"
    }
  }

  package init(_ name: String, _ role: String, _ operations: [Operation] = []) {
    self.name = name
    self.role = role
    self.operations = operations
  }
}

/// A whole history: the machine's seed and temper, and its actors.
package struct Plan: Sendable, CustomStringConvertible {
  package let seed: UInt64
  package var policy: Policy
  package var actors: [ActorPlan]

  package init(seed: UInt64, policy: Policy, actors: [ActorPlan]) {
    self.seed = seed
    self.policy = policy
    self.actors = actors
  }

  package var operations: Int { actors.reduce(0) { $0 + $1.operations.count } }

  package var description: String {
    var lines = ["seed \(seed)", "\(policy)"]
    for actor in actors {
      lines.append("\(actor.name) (\(actor.role))")
      for operation in actor.operations { lines.append("  \(operation)") }
    }
    return lines.joined(separator: "\n")
  }
}

/// What a history came to.
package struct Verdict: Sendable {
  /// The first thing that was wrong; nil if all was right.
  package var failure: String?
  package var calls = 0
  /// Two runs of a seed have the same.
  package var digest: UInt64 = 0
  package var trace: [String] = []

  package init() {}

  /// The failure without its time and its numbers.
  package var kind: String? {
    failure.map { failure in
      String(
        failure.split(separator: " ").dropFirst(3).joined(separator: " ").map {
          $0.isNumber ? "#" : $0
        })
    }
  }
}

/// A kind of history: how it is drawn and how it is run.
package protocol Scenario: Sendable {
  func plan(seed: UInt64) -> Plan
  func run(_ plan: Plan, trace: Trace.Mode) -> Verdict
}
