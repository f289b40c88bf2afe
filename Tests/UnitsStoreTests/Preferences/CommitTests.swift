import Foundation
import Testing
import UnitsJSON
import UnitsLinux
import UnitsProtocol

@testable import UnitsStore

@Suite struct CommitTests {
  private let fixture: PreferenceFixture

  init() throws {
    fixture = try PreferenceFixture()
  }

  @Test func `a first write makes the directory, the lock and the file, each private`() throws {
    let receipt = try fixture.makeStore().set(["dev.units.system": .string("metric")])
    #expect(receipt.outcome == .applied)
    #expect(receipt.revision == 1)
    #expect(receipt.values.object == ["dev.units.system": .string("metric")])
    #expect(try fixture.text() == "{\n  \"dev.units.system\": \"metric\"\n}\n")
    #expect(try fixture.names() == ["group.dev.units.json", "group.dev.units.lock"])
    #expect(try fixture.identity().mode == 0o600)
    #expect(try FileIdentity.following(fixture.directory)?.mode == 0o700)
  }

  @Test func `a read makes nothing`() throws {
    let store = fixture.makeStore()
    #expect(try store.look(.once) == .unchanged)
    #expect(store.isServing)
    #expect(store.values.isEmpty)
    #expect(try Directory.names(in: fixture.root) == [])
  }

  @Test func `null removes, and the file keeps what was not named`() throws {
    let store = fixture.makeStore()
    try store.set(["a": .integer(1), "b": .double(1), "c": .array([.bool(true)])])
    let receipt = try store.set(["b": .null, "d": .string("x"), "nothing": .null])
    #expect(receipt.values.object == ["d": .string("x")])
    #expect(
      store.values.object == ["a": .integer(1), "c": .array([.bool(true)]), "d": .string("x")])
    #expect(try fixture.makeStore().set([:]).revision == 0)
    try store.set(["a": .null, "c": .null, "d": .null])
    #expect(try fixture.text() == "{}\n")
  }

  @Test func `replacing removes what is not named`() throws {
    let store = fixture.makeStore()
    try store.set(["a": .integer(1), "b": .integer(2)])
    let request = try CommitRequest(
      ["b": .integer(2), "c": .integer(3), "d": .null], extent: .replace)
    #expect(try store.commit(request, deadline: .soon).revision == 2)
    #expect(store.values.object == ["b": .integer(2), "c": .integer(3)])
    let none = try CommitRequest([:], extent: .replace)
    try store.batch([none]).results.forEach { _ = try $0.get() }
    #expect(try fixture.text() == "{}\n")
  }

  @Test func `a comparison is decided by what the file holds`() throws {
    let store = fixture.makeStore()
    let absent = try store.compareAndSet(["a": .null], ["a": .integer(1)])
    #expect(absent.outcome == .applied)
    #expect(absent.revision == 1)
    let taken = try store.compareAndSet(["a": .null], ["a": .integer(2), "b": .integer(3)])
    #expect(taken.outcome == .comparisonFailed)
    #expect(taken.revision == 1)
    #expect(taken.values.object == ["a": .integer(1)])
    // An integer is no double.
    #expect(try store.compareAndSet(["a": .double(1)], [:]).outcome == .comparisonFailed)
    // A store that has not looked since compares with the file all the same.
    let other = fixture.makeStore()
    try other.set(["a": .integer(7)])
    #expect(try store.compareAndSet(["a": .integer(1)], [:]).outcome == .comparisonFailed)
    let receipt = try store.compareAndSet(["a": .integer(7), "z": .null], ["b": .integer(1)])
    #expect(receipt.outcome == .applied)
    #expect(receipt.values.object == ["a": .integer(7), "b": .integer(1)])
  }

  @Test func `each request of a batch sees those before it`() throws {
    let store = fixture.makeStore()
    func step(_ from: JSONValue, _ to: JSONValue) throws -> CommitRequest {
      try CommitRequest(["n": to], condition: .expecting(SortedMembers(["n": from])))
    }
    let commit = try store.batch([
      step(.null, .integer(1)), step(.integer(1), .integer(2)), step(.integer(1), .integer(9)),
      step(.integer(2), .integer(3)), CommitRequest(["m": .integer(1)]),
      CommitRequest(["m": .null]),
    ])
    let receipts = try commit.results.map { try $0.get() }
    #expect(
      receipts.map(\.outcome)
        == [.applied, .applied, .comparisonFailed, .applied, .applied, .applied])
    #expect(receipts.map(\.revision) == [1, 2, 2, 3, 4, 5])
    #expect(
      receipts.map { $0.values["n"] }.prefix(4) == [
        .integer(1), .integer(2), .integer(2), .integer(3),
      ])
    // Subscribers hear the sum; a key that came and went is none of it.
    #expect(commit.patch.changes.object == ["n": .integer(3)])
    #expect(store.revision == 5)
  }

  @Test func `a foreign change is told before a batch is decided`() throws {
    let store = fixture.makeStore()
    try store.set(["a": .integer(1), "b": .integer(1)])
    try fixture.edit("{\"a\": 2}")
    let commit = try store.batch([
      CommitRequest(
        ["a": .integer(3)], condition: .expecting(SortedMembers(["a": .integer(2)])))
    ])
    #expect(try commit.results[0].get().outcome == .applied)
    #expect(try commit.results[0].get().revision == 3)
    #expect(commit.changes.map(\.origin) == [.foreign, .own])
    #expect(commit.changes.map(\.revision) == [2, 3])
    #expect(commit.changes[0].patch.changes.object == ["a": .integer(2), "b": .null])
  }

  @Test func `the identity told before the rename is the file's`() throws {
    let store = fixture.makeStore()
    var told: FileIdentity?
    store.willReplace = { told = $0 }
    try store.set(["a": .integer(1)])
    #expect(told?.isSameFile(as: try fixture.identity()) == true)
    #expect(store.identity == (try fixture.identity()))
  }

  @Test func `a change of nothing writes nothing`() throws {
    let store = fixture.makeStore()
    try store.set(["a": .integer(1)])
    let before = try fixture.identity()
    store.willReplace = { _ in Issue.record("written") }
    #expect(try store.set(["a": .integer(1), "b": .null]).revision == 1)
    #expect(try store.compareAndSet(["a": .integer(5)], ["a": .integer(6)]).revision == 1)
    let there = try CommitRequest(["x": .integer(1)])
    let back = try CommitRequest(["x": .null])
    #expect(try store.batch([there, back]).patch.isEmpty)
    #expect(try store.batch([]).results.isEmpty)
    #expect(try fixture.makeStore().set(["a": .integer(1)]).outcome == .applied)
    #expect(try fixture.identity() == before)
  }

  @Test func `revisions begin where they are told to`() throws {
    let store = PreferenceStore(group: fixture.group, paths: fixture.paths, revision: 40)
    #expect(try store.set(["a": .integer(1)]).revision == 41)
  }

  @Test func `a held lock is waited for until the deadline`() throws {
    try fixture.makeDirectory()
    let lockPath = fixture.paths.lock(of: fixture.group)
    guard let lock = try FileLock.attempt(at: lockPath) else {
      Issue.record("a fresh lock is free")
      return
    }
    let store = fixture.makeStore()
    let request = try CommitRequest(["a": .integer(1)])
    let error = #expect(throws: PreferenceError.self) {
      _ = try store.commit(request, deadline: .now() + .milliseconds(20))
    }
    #expect(error == .busy(path: lockPath))
    #expect(error?.description == "locked by another process: \(lockPath)")
    guard case .locked = store.commit([request]).outcome else {
      Issue.record("committed without the lock")
      return
    }
    // Reading needs no lock.
    #expect(try store.look(.once) == .unchanged)
    #expect(lock.identity.mode == 0o600)
  }
}
