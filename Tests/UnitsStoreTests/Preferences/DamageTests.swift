import Foundation
import Testing
import UnitsJSON
import UnitsLinux
import UnitsProtocol

@testable import UnitsStore

@Suite struct DamageTests {
  private let fixture: PreferenceFixture

  init() throws {
    fixture = try PreferenceFixture()
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let text: String
    let line: Int
    let column: Int
    let reason: String
    var testDescription: String { text.debugDescription }
  }

  @Test(arguments: [
    Case(text: "", line: 1, column: 1, reason: "unexpected end of the text"),
    Case(text: "{\n  \"a\": 1,\n}", line: 2, column: 9, reason: "trailing comma"),
    Case(text: "{\n  \"a\": tru", line: 2, column: 8, reason: "expected a value"),
    Case(
      text: "{\n  \"ü\": {\"b\": [1, null]}\n}", line: 2, column: 3,
      reason: "null inside a value: ü"),
    Case(text: "{\"a\": 1,\n \"b=c\": 1}", line: 2, column: 2, reason: "equals sign in key: b=c"),
    Case(text: "{\"\": 1}", line: 1, column: 2, reason: "empty key: "),
    Case(
      text: "{\"a\": {\"$data\": 1}}", line: 1, column: 2, reason: "$data without base64 text: a"),
  ])
  func `damage is told by line and column`(sample: Case) throws {
    try fixture.edit(sample.text)
    let store = fixture.makeStore()
    #expect(try store.look(.once) == .suspected)
    let finding = try store.look(.untilBelieved)
    guard case .damaged(let damage) = finding else {
      Issue.record("taken for good: \(finding)")
      return
    }
    #expect(damage.line == sample.line)
    #expect(damage.column == sample.column)
    #expect(damage.reason == sample.reason)
    #expect(store.damage == damage)
    // Known damage is no longer suspected.
    #expect(try store.look(.once) == .damaged(damage))
  }

  @Test func `a half-written file is taken for damage only at the second look`() throws {
    let store = fixture.makeStore()
    try store.set(["a": .integer(1)])
    try fixture.edit("{\"a\": ")
    #expect(try store.look(.once) == .suspected)
    #expect(store.damage == nil)
    try fixture.edit("{\"a\": 2}")
    #expect(try store.look(.untilBelieved) == .changed(Patch(SortedMembers(["a": .integer(2)]))))
    #expect(try fixture.copies() == [])
  }

  @Test func `the last good state stays in service while the file is damaged`() throws {
    let store = fixture.makeStore()
    try store.set(["a": .integer(1)])
    try fixture.edit("garbage")
    _ = try store.look(.untilBelieved)
    #expect(store.values["a"] == .integer(1))
    #expect(store.isServing)
    #expect(store.damage?.line == 1)
    // Repaired by hand to what it was: nothing to tell, and no longer damaged.
    try fixture.edit("{\n  \"a\": 1\n}\n")
    #expect(try store.look(.once) == .unchanged)
    #expect(store.damage == nil)
  }

  @Test func `an explicit write keeps a copy and goes on from the last good state`() throws {
    let store = fixture.makeStore()
    try store.set(["a": .integer(1)])
    try fixture.edit("garbage")
    let receipt = try store.compareAndSet(["a": .integer(1)], ["b": .integer(2)])
    #expect(receipt.outcome == .applied)
    #expect(receipt.revision == 2)
    #expect(try fixture.text() == "{\n  \"a\": 1,\n  \"b\": 2\n}\n")
    #expect(store.damage == nil)
    let copies = try fixture.copies()
    #expect(copies.count == 1)
    let copy = "\(fixture.directory)/\(try #require(copies.first))"
    #expect(try String(contentsOfFile: copy, encoding: .utf8) == "garbage")
    #expect(try FileIdentity.following(copy)?.mode == 0o600)
    #expect(
      copy.wholeMatch(of: /.*\/group\.dev\.units\.json\.damaged-\d{8}T\d{6}\.\d{6}Z/) != nil)
  }

  @Test func `an accepted write of what is known writes it into the damaged file`() throws {
    // Nobody could read the value back otherwise, and committed means durable.
    let store = fixture.makeStore()
    try store.set(["a": .integer(1)])
    try fixture.edit("garbage")
    #expect(try store.set(["a": .integer(1)]).revision == 1)
    #expect(try fixture.text() == "{\n  \"a\": 1\n}\n")
    #expect(try fixture.copies().count == 1)
    // A comparison that fails wrote nothing and repairs nothing.
    try fixture.edit("garbage")
    #expect(try store.compareAndSet(["a": .integer(9)], [:]).outcome == .comparisonFailed)
    #expect(try fixture.text() == "garbage")
    #expect(try fixture.copies().count == 1)
  }

  @Test func `without a good state an explicit write is refused`() throws {
    try fixture.edit("{\n  \"a\": 01\n}")
    let store = fixture.makeStore()
    let error = #expect(throws: PreferenceError.self) { try store.set(["a": .integer(1)]) }
    let damage = Damage(
      path: fixture.path, line: 2, column: 8, reason: store.damage?.reason ?? "")
    #expect(error == .damaged(damage))
    #expect(!store.isServing)
    #expect(try fixture.text() == "{\n  \"a\": 01\n}")
    #expect(try fixture.copies() == [])
  }

  @Test func `an automatic write never touches a damaged file`() throws {
    let knowing = fixture.makeStore()
    try knowing.set(["b": .integer(1)])
    try fixture.edit("garbage")
    let before = try fixture.identity()
    for store in [fixture.makeStore(), knowing] {
      let error = #expect(throws: PreferenceError.self) {
        try store.compareAndSet(["a": .null], ["a": .integer(1)], origin: .automatic)
      }
      guard case .damaged = error else {
        Issue.record("refused for another reason: \(String(describing: error))")
        continue
      }
    }
    #expect(try fixture.identity() == before)
    #expect(try fixture.copies() == [])
  }

  @Test func `in one batch the explicit write repairs and the automatic one is refused`() throws {
    let store = fixture.makeStore()
    try store.set(["b": .integer(1)])
    try fixture.edit("garbage")
    let commit = try store.batch([
      CommitRequest(["a": .integer(1)], origin: .automatic), CommitRequest(["c": .integer(1)]),
    ])
    guard case .failure(.damaged) = commit.results[0], case .success = commit.results[1] else {
      Issue.record("\(commit.results)")
      return
    }
    #expect(store.values.keys == ["b", "c"])
  }

  @Test func `the newest eight copies are kept and nothing else is removed`() throws {
    let store = fixture.makeStore()
    try store.set(["a": .integer(0)])
    // Another group's file, whose name begins as the copies' do; and a stranger's.
    let others = ["damaged-00000000T000000.000000Z.json", "damaged-1", "damaged-zzz.lock"]
      .map { "group.dev.units.json.\($0)" }
    for name in others { try fixture.edit("{}", "\(fixture.directory)/\(name)") }
    let oldest = "group.dev.units.json.damaged-20000101T000000.000000Z"
    try fixture.edit("oldest", "\(fixture.directory)/\(oldest)")
    for round in 1...10 {
      try fixture.edit("garbage \(round)")
      try store.set(["a": .integer(round)])
    }
    let names = try fixture.names()
    #expect(Set(others).isSubset(of: names))
    let copies = try fixture.copies().filter { !others.contains($0) }
    let contents = try copies.map {
      try String(contentsOfFile: "\(fixture.directory)/\($0)", encoding: .utf8)
    }
    #expect(contents == (3...10).map { "garbage \($0)" })
  }

  @Test func `a damaged file that is too large is copied whole`() throws {
    let store = fixture.makeStore()
    try store.set(["a": .integer(1)])
    let size = GroupDocument.maximumSize + 12_345
    try fixture.edit([UInt8](repeating: UInt8(ascii: "x"), count: size))
    try store.set(["a": .integer(2)])
    let copy = "\(fixture.directory)/\(try #require(try fixture.copies().first))"
    #expect(try FileIdentity.following(copy)?.size == Int64(size))
  }

  @Test func `a link to a damaged file has the copy beside itself`() throws {
    try fixture.makeDirectory()
    let real = "\(fixture.root)/real.json"
    try FileManager.default.createSymbolicLink(
      atPath: fixture.path, withDestinationPath: real)
    let store = fixture.makeStore()
    try store.set(["a": .integer(1)])
    try fixture.edit("garbage", real)
    try store.set(["a": .integer(2)])
    #expect(try fixture.copies().count == 1)
    #expect(try String(contentsOfFile: real, encoding: .utf8) == "{\n  \"a\": 2\n}\n")
  }

  @Test func `a pipe is neither waited for nor replaced, by its name or through a link`() throws {
    // As a link to /dev/null would be; but a defect must not cost the machine its device.
    let pipe = "\(fixture.root)/pipe"
    #expect(mkfifo(pipe, 0o600) == 0)
    let store = fixture.makeStore()
    try store.set(["a": .integer(1)])
    let error = PreferenceError.unreadable(path: fixture.path, reason: "not a regular file")
    #expect(error.description == "not readable (not a regular file): \(fixture.path)")
    try FileManager.default.removeItem(atPath: fixture.path)
    try FileManager.default.createSymbolicLink(atPath: fixture.path, withDestinationPath: pipe)
    #expect(throws: error) { try store.set(["a": .integer(2)]) }
    #expect(throws: error) { try fixture.makeStore().look(.once) }
    try FileManager.default.removeItem(atPath: fixture.path)
    #expect(rename(pipe, fixture.path) == 0)
    #expect(throws: error) { try store.set(["a": .integer(2)]) }
    #expect(try fixture.identity().isRegularFile == false)
  }
}
