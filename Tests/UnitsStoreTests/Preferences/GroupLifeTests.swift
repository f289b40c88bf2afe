// What a group's machine decides. Its interleavings are the simulation's.

import Testing
import UnitsJSON
import UnitsLinux
import UnitsProtocol

@testable import UnitsStore

@Suite struct GroupLifeTests {
  private let start = MonotonicTime.start + .seconds(10)

  /// A machine that has looked once, and has nothing to do.
  private func settled() -> GroupLife {
    var life = GroupLife(watching: .watched)
    while let step = life.next(at: start) {
      switch step {
      case .arm: life.armed(.complete)
      case .look: #expect(life.looked(.settled, serving: true).isEmpty)
      case .commit: Issue.record("nobody asked for a commit")
      }
    }
    return life
  }

  private func failedCommit(looking hasLooked: Bool) -> PreferenceStore.Commit {
    PreferenceStore.Commit(
      outcome: .failed(.notDurable(path: "/g.lock", reason: "No locks available")), changes: [],
      settlement: .settled, hasLooked: hasLooked)
  }

  @Test(arguments: [true, false])
  func `a commit has seen an event only if it has looked at the files`(_ hasLooked: Bool) throws {
    var life = settled()
    try life.want(
      CommitRequest(["a": .integer(1)]), by: Caller(number: 1), until: start + .seconds(1))
    life.stir(7)
    // Arming comes first, then the commit, which looks itself.
    while let step = life.next(at: start) {
      if case .arm = step { life.armed(.complete) }
      guard case .commit = step else { continue }
      #expect(
        life.tried(failedCommit(looking: hasLooked), serving: true, at: start).isEmpty)
      #expect(life.takeWriters(at: start).count == 1)
      break
    }
    #expect((life.covers == 7) == hasLooked)
    guard case .look? = life.next(at: start) else {
      #expect(hasLooked, "the event is to be looked for")
      return
    }
    #expect(!hasLooked)
  }

  @Test func `a reader waits for a look that the failed commit has not made`() throws {
    var life = settled()
    try life.want(
      CommitRequest(["a": .integer(1)]), by: Caller(number: 1), until: start + .seconds(1))
    #expect(life.next(at: start) != nil)
    life.want(.state, by: Caller(number: 2))
    #expect(life.tried(failedCommit(looking: false), serving: true, at: start).isEmpty)
    #expect(life.takeWriters(at: start).count == 1)
    guard case .look? = life.next(at: start) else {
      Issue.record("nobody looks for the reader")
      return
    }
    #expect(life.looked(.settled, serving: true).map(\.caller.number) == [2])
  }
}
