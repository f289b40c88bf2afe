import Foundation
import Testing
import UnitsJSON
import UnitsLinux
import UnitsProtocol

@testable import UnitsStore

@Suite struct ForeignChangeTests {
  private let fixture: PreferenceFixture

  init() throws {
    fixture = try PreferenceFixture()
  }

  @Test func `a look finds what others changed, once`() throws {
    let store = fixture.makeStore()
    try store.set(["a": .integer(1), "b": .integer(2)])
    #expect(try store.look(.once) == .unchanged)
    try fixture.makeStore().set(["a": .integer(5), "b": .null])
    let patch = Patch(SortedMembers(["a": .integer(5), "b": .null]))
    #expect(try store.look(.once) == .changed(patch))
    #expect(store.revision == 2)
    #expect(try store.look(.once) == .unchanged)
    #expect(store.values.object == ["a": .integer(5)])
  }

  @Test func `a change that leaves no trace in the file's times is found`() throws {
    let store = fixture.makeStore()
    // In place, of the same size, within one tick, many times: no identity tells these apart.
    for round in 0..<200 {
      try fixture.edit("{\"a\": \(1_000 + round)}")
      _ = try store.look(.once)
      #expect(store.values["a"] == .integer(1_000 + round))
    }
    for round in 0..<50 {
      try store.set(["a": .integer(2_000 + round)])
      try fixture.edit("{\n  \"a\": \(3_000 + round)\n}\n")
      _ = try store.look(.once)
      #expect(store.values["a"] == .integer(3_000 + round))
    }
  }

  @Test func `the first read counts no revision, the next ones do`() throws {
    try fixture.edit("{\"a\": 1}")
    let store = fixture.makeStore()
    _ = try store.look(.once)
    #expect(store.revision == 0)
    try fixture.edit("{\"a\": 2}")
    _ = try store.look(.once)
    #expect(store.revision == 1)
    // The same values in another form are no change.
    try fixture.edit("{ \"a\" : 2 }")
    #expect(try store.look(.once) == .unchanged)
    #expect(store.revision == 1)
  }

  @Test func `a null at the top means absent`() throws {
    try fixture.edit("{\"a\": null, \"b\": 1, \"dev.units.system\": null}")
    let store = fixture.makeStore()
    _ = try store.look(.once)
    #expect(store.values.object == ["b": .integer(1)])
    #expect(try store.compareAndSet(["a": .null], ["a": .integer(1)]).outcome == .applied)
    #expect(try fixture.text() == "{\n  \"a\": 1,\n  \"b\": 1\n}\n")
  }

  @Test func `a word that is no unit system is left to its reader`() throws {
    try fixture.edit("{\"dev.units.system\": \"furlong\"}")
    let store = fixture.makeStore()
    _ = try store.look(.once)
    #expect(store.values["dev.units.system"] == .string("furlong"))
    #expect(store.damage == nil)
  }

  @Test func `a vanished file is believed at the second look`() throws {
    let store = fixture.makeStore()
    try store.set(["a": .integer(1)])
    try FileManager.default.removeItem(atPath: fixture.path)
    #expect(try store.look(.once) == .suspected)
    #expect(store.values["a"] == .integer(1))
    #expect(try store.look(.untilBelieved) == .changed(Patch(SortedMembers(["a": .null]))))
    #expect(store.values.isEmpty)
    #expect(try store.look(.once) == .unchanged)
    #expect(store.revision == 2)
  }

  @Test func `a file that comes back before the second look was never gone`() throws {
    let store = fixture.makeStore()
    try store.set(["a": .integer(1)])
    let away = fixture.path + "~"
    #expect(rename(fixture.path, away) == 0)
    guard case .inDoubt = try store.commit([CommitRequest(["b": .integer(1)])]).outcome else {
      Issue.record("an absent file was believed at once")
      return
    }
    #expect(rename(away, fixture.path) == 0)
    #expect(try store.batch([CommitRequest(["b": .integer(1)])]).results.count == 1)
    #expect(store.values.object == ["a": .integer(1), "b": .integer(1)])
  }

  @Test func `a writer without a daemon waits for the second look by itself`() throws {
    let store = fixture.makeStore()
    try store.set(["a": .integer(1)])
    try FileManager.default.removeItem(atPath: fixture.path)
    #expect(try store.set(["b": .integer(1)]).outcome == .applied)
    #expect(try fixture.text() == "{\n  \"b\": 1\n}\n")
    try FileManager.default.removeItem(atPath: fixture.path)
    #expect(try store.look(.untilBelieved) == .changed(Patch(SortedMembers(["b": .null]))))
  }

  @Test func `the largest group is read, one byte more is damage`() throws {
    let space = [UInt8](repeating: UInt8(ascii: " "), count: GroupDocument.maximumSize - 2)
    try fixture.edit(Array("{}".utf8) + space)
    let store = fixture.makeStore()
    #expect(try store.look(.untilBelieved) == .unchanged)
    try fixture.edit(Array("{} ".utf8) + space)
    let damage = Damage(
      path: fixture.path, line: 1, column: 1, reason: "larger than 1048576 bytes")
    #expect(try store.look(.untilBelieved) == .damaged(damage))
    #expect(
      damage.description
        == "damaged (line 1, column 1: larger than 1048576 bytes): \(fixture.path)")
  }
}
