import Foundation
import Testing
import UnitsJSON
import UnitsLinux
import UnitsProtocol

@testable import UnitsStore

@Suite struct SizeLimitTests {
  private let fixture: PreferenceFixture

  init() throws {
    fixture = try PreferenceFixture()
  }

  /// What stands around a text under a key of one letter, in the short form that a file of its own
  /// has where a line for each value would be too large.
  private let frame = "{\"k\":\"\"}\n".utf8.count

  private func text(of size: Int) -> JSONValue {
    .string(String(repeating: "x", count: size))
  }

  @Test func `a group of the largest size is written and read, one byte more is refused`() throws {
    let store = fixture.makeStore()
    let largest = GroupDocument.maximumSize - frame
    try store.set(["k": text(of: largest)])
    #expect(try fixture.identity().size == Int64(GroupDocument.maximumSize))
    #expect(try fixture.makeStore().look(.once) != .unchanged)
    let error = #expect(throws: PreferenceError.self) {
      try store.set(["k": text(of: largest + 1)])
    }
    let limit = GroupDocument.maximumSize
    #expect(error == .tooLarge(limit: limit, size: limit + 1))
    #expect(
      error?.description == "group of 1048577 bytes exceeds the limit of 1048576 bytes")
    #expect(try fixture.identity().size == Int64(limit))
  }

  @Test func `a group whose long form is too large can be made smaller`() throws {
    let numbers = "[" + Array(repeating: "1", count: 60_000).joined(separator: ",") + "]"
    let members = ["a", "b", "c", "d"].map { "\"\($0)\":\(numbers)" }
    try fixture.edit("{" + members.joined(separator: ",") + "}")
    let store = fixture.makeStore()
    try store.set(["a": .null])
    #expect(store.values.keys == ["b", "c", "d"])
    #expect(Int(try fixture.identity().size) == store.size)
    #expect(store.size < GroupDocument.maximumSize)
    try store.set(["b": .null, "c": .null])
    // It fits again with a line for each element.
    #expect(try fixture.text().hasPrefix("{\n  \"d\": [\n    1,\n"))
  }

  @Test func `what is over a limit fails its own request and no other`() throws {
    let store = fixture.makeStore()
    let half = GroupDocument.maximumSize / 2
    // The second and the fourth do not fit beside the first.
    let commit = try store.batch([
      CommitRequest(["a": text(of: half)]),
      CommitRequest(["b": text(of: half), "c": .integer(1)]),
      CommitRequest(["d": .integer(4)]),
      CommitRequest(
        ["a": .null, "b": text(of: half), "d": text(of: half), "e": .null], extent: .replace),
      CommitRequest(["e": .integer(5)]),
    ])
    let failed = commit.results.map { result in
      if case .failure(.tooLarge) = result { true } else { false }
    }
    #expect(failed == [false, true, false, true, false])
    #expect(store.values.keys == ["a", "d", "e"])
    #expect(store.revision == 3)
    let again = fixture.makeStore()
    _ = try again.look(.once)
    #expect(again.values == store.values)
    #expect(store.size == Int(try fixture.identity().size))
  }
}
