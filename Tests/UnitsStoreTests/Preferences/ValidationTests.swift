import Testing
import UnitsJSON
import UnitsProtocol

@testable import UnitsStore

@Suite struct ValidationTests {
  @Test(arguments: [
    "a", "group.dev.units", "A-Z_0.9", "0", "-", "_x", String(repeating: "g", count: 200),
    "a..b", "a.json.damaged-x",
  ])
  func `a group's name is accepted`(text: String) {
    #expect(GroupName(text)?.text == text)
  }

  @Test(arguments: [
    "", ".", "..", ".hidden", "a/b", "a b", "a\0", "ä", "a\u{301}", "a\n", "a%",
    String(repeating: "g", count: 201),
  ])
  func `a group's name is refused`(text: String) {
    #expect(GroupName(text) == nil)
  }

  @Test(arguments: [
    "a", "dev.units.system", " ", "with space", "ä/ö", "\u{301}", "\"quoted\\\"", "🙂",
    String(repeating: "k", count: 255), String(repeating: "ä", count: 127),
  ])
  func `a key is accepted`(key: String) throws {
    try PreferenceKey.check(key)
  }

  @Test(arguments: [
    ("", "empty key"), ("a=b", "equals sign in key"), ("=\u{338}", "equals sign in key"),
    ("a\0", "control character in key"), ("\n", "control character in key"),
    ("a\u{7f}", "control character in key"), ("\u{85}", "control character in key"),
    ("a\r\n", "control character in key"),
    (String(repeating: "k", count: 256), "key longer than 255 bytes"),
    (String(repeating: "ä", count: 128), "key longer than 255 bytes"),
  ])
  func `a key is refused`(key: String, reason: String) {
    let error = PreferenceError.invalidKey(key: key, reason: reason)
    #expect(throws: error) {
      _ = try CommitRequest(
        JSONObject(members: [
          JSONObject.Member(key: key, value: .integer(1))
        ]))
    }
    // For removal and for comparison too.
    #expect(throws: error) {
      _ = try CommitRequest(
        JSONObject(members: [
          JSONObject.Member(key: key, value: .null)
        ]))
    }
    let expected = SortedMembers(
      JSONObject(members: [JSONObject.Member(key: key, value: .null)]))
    #expect(throws: error) { _ = try CommitRequest([:], condition: .expecting(expected)) }
    #expect(error.description == "\(reason): \(key)")
  }

  private static func nested(_ depth: Int) -> JSONValue {
    (0..<depth).reduce(JSONValue.integer(1)) { inner, level in
      level.isMultiple(of: 2) ? .array([inner]) : .object(["k": inner])
    }
  }

  @Test(
    arguments: [
      .bool(true), .integer(.min), .double(-0.0), .double(.leastNonzeroMagnitude), .string(""),
      .string("\u{1}\n\u{7f}"), .array([]), .object([:]), .object(["": .integer(1)]),
      .object(["$data": .string("")]), .object(["$data": .string("AA==")]),
      .object(["$data": .string("+/+/AbZ=")]),
      .object(["$date": .string("2026-11-30T07:15:00Z")]),
      .object(["$date": .string("2026-11-30T07:15:00.25+05:45")]),
      .array([.object(["a": .object(["$date": .string("1970-01-01T00:00:00Z")])])]),
      .object(["$other": .integer(1)]), nested(125),
    ] as [JSONValue])
  func `a value is accepted`(value: JSONValue) throws {
    _ = try CommitRequest(["k": value])
  }

  private static let noData = "$data without base64 text"
  private static let noDate = "$date without an RFC 3339 time"

  @Test(
    arguments: [
      (.array([.null]), "null inside a value"),
      (.object(["a": .null]), "null inside a value"),
      (.object(["a": .array([.object(["b": .null])])]), "null inside a value"),
      (.string("a\0b"), "NUL character in text"),
      (.object(["\0": .integer(1)]), "NUL character in text"),
      (.array([.string("\0")]), "NUL character in text"),
      (.object(["$data": .integer(1)]), noData), (.object(["$data": .string("A")]), noData),
      (.object(["$data": .string("A===")]), noData), (.object(["$data": .string("====")]), noData),
      (.object(["$data": .string("AA=A")]), noData), (.object(["$data": .string("AA-_")]), noData),
      (.object(["$data": .string("AA==\n")]), noData), (.object(["$data": .string("ÄA=")]), noData),
      (.object(["$data": .string("AAAA"), "a": .integer(1)]), noData),
      (.object(["$data": .string("AAAA"), "$date": .string("2026-11-30T07:15:00Z")]), noData),
      (.object(["$date": .integer(0)]), noDate), (.object(["$date": .string("")]), noDate),
      (.object(["$date": .string("2026-11-30")]), noDate),
      (.object(["$date": .string("2026-02-30T00:00:00Z")]), noDate),
      (.object(["$date": .string("2026-11-30T07:15:00Z"), "a": .integer(1)]), noDate),
      (.array([.object(["$date": .string("now")])]), noDate),
      (nested(126), "nested more than 125 deep"),
    ] as [(JSONValue, String)])
  func `a value is refused`(value: JSONValue, reason: String) {
    let error = PreferenceError.invalidValue(key: "k", reason: reason, allowed: nil)
    #expect(throws: error) { _ = try CommitRequest(["k": value]) }
    #expect(error.description == "\(reason): k")
  }

  @Test func `a number that is not finite is refused`() {
    // No arguments of a test: they would be written out, which their JSON cannot be.
    for number in [Double.infinity, -.infinity, .nan] {
      let error = PreferenceError.invalidValue(
        key: "k", reason: "number that is not finite", allowed: nil)
      #expect(throws: error) { _ = try CommitRequest(["k": .array([.double(number)])]) }
    }
  }

  @Test(arguments: ["metric", "imperial"])
  func `a unit system is accepted`(word: String) throws {
    _ = try CommitRequest([PreferenceKey.unitSystem: .string(word)])
  }

  @Test(
    arguments: [
      .string("furlong"), .string("Metric"), .string(""), .integer(1), .bool(true),
      .array([.string("metric")]),
    ] as [JSONValue])
  func `another unit system is refused with the words that are allowed`(value: JSONValue) {
    let error = PreferenceError.invalidValue(
      key: "dev.units.system", reason: "not a unit system", allowed: ["metric", "imperial"])
    #expect(throws: error) { _ = try CommitRequest(["dev.units.system": value]) }
    #expect(error.description == "not a unit system (allowed: metric, imperial): dev.units.system")
  }

  @Test func `what is refused is refused whole, and removal is always allowed`() throws {
    #expect(throws: PreferenceError.self) {
      _ = try CommitRequest(["good": .integer(1), "dev.units.system": .string("furlong")])
    }
    _ = try CommitRequest(["dev.units.system": .null])
  }

  @Test func `the deepest value that is accepted can be read back`() throws {
    let fixture = try PreferenceFixture()
    try fixture.makeStore().set(["k": Self.nested(125)])
    let store = fixture.makeStore()
    _ = try store.look(.untilBelieved)
    #expect(store.damage == nil)
    #expect(store.values["k"] == Self.nested(125))
  }
}
