import Testing
import UnitsClient
import UnitsJSON
import UnitsStore

@testable import AppGroup

/// How the snapshot of a group moves.
@Suite struct GroupStateTests {
  private func at(_ revision: Int, of epoch: String = "e1") -> Standing {
    .daemon(epoch: epoch, revision: revision)
  }

  private func state(_ n: Int, _ standing: Standing) -> GroupState {
    var state = GroupState()
    state.follow(standing, patch: nil, all: SortedMembers(["n": .integer(n)]))
    return state
  }

  @Test func `a patch changes what it names`() {
    var state = state(1, at(1))
    state.follow(
      at(2), patch: Patch(SortedMembers(["n": .null, "m": .bool(true)])), all: SortedMembers())
    #expect(state.value("n") == nil)
    #expect(state.value("m") == .bool(true))
  }

  @Test func `a revision is seen when the follower has come to it`() {
    var state = state(1, at(1))
    #expect(state.hasSeen(at(1), look: nil))
    #expect(!state.hasSeen(at(2), look: nil))
    state.follow(at(3), patch: Patch(), all: SortedMembers())
    #expect(state.hasSeen(at(2), look: nil))
  }

  @Test func `a whole state that was asked for is not undone by older words`() {
    var state = state(1, at(1))
    state.take(SortedMembers(["n": .integer(5)]), at(5))
    state.follow(
      at(3), patch: Patch(SortedMembers(["n": .integer(3)])),
      all: SortedMembers(["n": .integer(3)]))
    #expect(state.value("n") == .integer(5))
    #expect(state.hasSeen(at(5), look: nil))
    // The next word is taken whole: its patch leads from a state that is not this one.
    state.follow(
      at(6), patch: Patch(SortedMembers(["m": .integer(6)])),
      all: SortedMembers(["m": .integer(6)]))
    #expect(state.value("n") == nil)
    #expect(state.value("m") == .integer(6))
  }

  @Test func `an older whole state is not taken`() {
    var state = state(4, at(4))
    state.take(SortedMembers(["n": .integer(2)]), at(2))
    #expect(state.value("n") == .integer(4))
  }

  @Test func `what a daemon that is gone has committed is seen`() {
    var state = state(1, at(9))
    #expect(!state.hasSeen(at(12), look: nil))
    state.follow(.file, patch: Patch(), all: SortedMembers())
    #expect(state.hasSeen(at(12), look: nil))
    state.follow(at(1, of: "e2"), patch: Patch(), all: SortedMembers())
    #expect(state.hasSeen(at(12), look: nil))
    #expect(!state.hasSeen(at(2, of: "e2"), look: nil))
  }

  @Test func `a look at the file that began later has seen everything`() {
    var state = state(1, .file)
    let look = state.ask(for: .file)
    #expect(!state.hasSeen(.file, look: look))
    state.didLook(1)
    #expect(state.hasSeen(.file, look: look))
    #expect(state.hasSeen(at(7), look: look))
    #expect(!state.hasSeen(.file, look: 2))
  }

  @Test func `the daemon's word is awaited without a look`() {
    var state = state(1, at(1))
    #expect(state.ask(for: at(2)) == nil)
    #expect(state.ask(for: .file) == 1)
  }
}
