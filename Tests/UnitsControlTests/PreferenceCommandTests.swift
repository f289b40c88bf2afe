import Foundation
import Testing

@Suite struct PreferenceCommandTests {
  let session = Session()

  @Test func `get detects, stores and prints the unit system`() {
    #expect(session.run("get") == .done("imperial\n"))
    #expect(session.content == "{\n  \"dev.units.system\": \"imperial\"\n}\n")
    #expect(session.run("get --json") == .done("\"imperial\"\n"))
  }

  @Test func `get of an absent key is the honest no`() {
    #expect(session.run("get a") == .init(status: 1))
    #expect(session.run("get a --default 5km") == .done("5km\n"))
    #expect(session.run("get a --default=12 --json") == .done("12\n"))
    #expect(session.content == nil)
  }

  @Test func `get that cannot store its default says so and is done`() throws {
    try session.write("{oops")
    let outcome = session.run("get")
    #expect(outcome.status == 0)
    #expect(outcome.output == "imperial\n")
    #expect(outcome.error.hasPrefix("unitsctl: damaged (line 1, column 2: "))
    #expect(session.run("get --quiet") == .done("imperial\n"))
    #expect(session.content == "{oops")
  }

  @Test(arguments: [
    ("set metric", "metric\n"), ("set imperial", "imperial\n"),
    ("set dev.units.system metric", "metric\n"), ("set dev.units.system=metric", "metric\n"),
  ])
  func `set takes the unit system in every form`(line: String, system: String) {
    #expect(session.run(line) == .done())
    #expect(session.run("get") == .done(system))
  }

  @Test(arguments: ["set furlong", "set dev.units.system furlong", "set dev.units.system=furlong"])
  func `a word that is no unit system is refused with those that are`(line: String) {
    let outcome = session.run(line)
    #expect(outcome.status == 65)
    #expect(outcome.error.hasPrefix("unitsctl: not a unit system: "))
    #expect(outcome.error.hasSuffix("\nallowed: metric, imperial\n"))
    #expect(session.content == nil)
  }

  @Test func `a type has a system of its own`() {
    #expect(session.run("set metric --for heart-rate") == .done())
    #expect(session.run("list") == .done("dev.units.system.heart-rate\tmetric\n"))
    let outcome = session.run("set metric --for speed")
    #expect(
      outcome
        == .init(
          status: 65,
          error: """
            unitsctl: not a measurement type: speed
            allowed: distance, weight, height, temperature, heart-rate

            """))
  }

  @Test(arguments: [
    ("true", "true"), ("false", "false"), ("12", "12"), ("-12", "-12"), ("1.5", "1.5"),
    ("1e3", "1000.0"), ("word", "\"word\""), ("True", "\"True\""), ("007", "\"007\""),
    ("+5", "\"+5\""), ("1.5.2", "\"1.5.2\""), ("12345678901234567890", "\"12345678901234567890\""),
    ("1e999", "\"1e999\""), ("nan", "\"nan\""), ("-", "\"-\""),
  ])
  func `a bare value has the type that it looks like`(word: String, json: String) {
    #expect(session.run(["set", "k", word]) == .done())
    #expect(session.run("get k --json") == .done("\(json)\n"))
  }

  @Test(arguments: [
    ("string", "12", "\"12\""), ("bool", "true", "true"), ("int", "12", "12"),
    ("double", "12", "12.0"), ("data", "aGk=", #"{"$data":"aGk="}"#),
    ("date", "2026-11-30T07:15:00Z", #"{"$date":"2026-11-30T07:15:00Z"}"#),
    ("json", #"{"a":[1,2.5]}"#, #"{"a":[1,2.5]}"#),
  ])
  func `a value has the type that is asked for`(type: String, word: String, json: String) {
    #expect(session.run(["set", "k", word, "--type", type]) == .done())
    #expect(session.run("get k --json") == .done("\(json)\n"))
  }

  @Test(arguments: [
    ("bool", "yes", "not of type bool: yes"), ("int", "1.5", "not of type int: 1.5"),
    ("double", "inf", "not of type double: inf"), ("data", "!", "$data without base64 text: k"),
    ("date", "monday", "$date without an RFC 3339 time: k"),
    ("json", "[1,", "not JSON (line 1, column 4: unexpected end of the text): [1,"),
    ("json", "null", "null is no value"), ("json", "[null]", "null inside a value: k"),
  ])
  func `a value that is not of its type is refused`(type: String, word: String, message: String) {
    let outcome = session.run(["set", "k", word, "--type", type])
    #expect(outcome.status == 65)
    #expect(outcome.error.split(separator: "\n").first.map(String.init) == "unitsctl: \(message)")
    #expect(session.content == nil)
  }

  @Test func `several keys are set together or not at all`() {
    #expect(session.run("set b=2 a=x=y") == .done())
    #expect(session.run("list") == .done("a\tx=y\nb\t2\n"))
    #expect(session.run("set c=3 dev.units.system=furlong").status == 65)
    #expect(session.run("set c=3 d").status == 64)
    #expect(session.run("list") == .done("a\tx=y\nb\t2\n"))
  }

  @Test func `toggle switches and prints`() {
    #expect(session.run("toggle") == .done("metric\n"))
    #expect(session.run("toggle") == .done("imperial\n"))
    #expect(session.run("toggle --quiet") == .done())
    #expect(session.run("get") == .done("metric\n"))
  }

  @Test func `unset removes, and an absent key is no failure`() {
    _ = session.run("set a=1 b=2")
    #expect(session.run("unset a absent") == .done())
    #expect(session.run("list") == .done("b\t2\n"))
  }

  @Test func `cas sets what holds what is expected`() {
    #expect(session.run("cas n --absent 1") == .done("1\n"))
    #expect(session.run("cas n --absent 2") == .init(status: 1, output: "1\n"))
    #expect(session.run("cas n 1 2") == .done("2\n"))
    #expect(session.run("cas n 1 3") == .init(status: 1, output: "2\n"))
    #expect(session.run("cas n 2.0 3") == .init(status: 1, output: "2\n"))
    #expect(session.run("cas m 1 2") == .init(status: 1))
    #expect(session.run("cas n 2 3 --json") == .done(#"{"applied":true,"value":3}"# + "\n"))
    #expect(session.run("cas n 3").status == 64)
    #expect(session.run("cas n --absent 3 4").status == 64)
  }

  @Test func `list has sorted lines, of a prefix if one is named`() {
    _ = session.run("set b.c=1 b.a=x a=true")
    #expect(session.run("list") == .done("a\ttrue\nb.a\tx\nb.c\t1\n"))
    #expect(session.run("list b.") == .done("b.a\tx\nb.c\t1\n"))
    #expect(session.run("list z") == .done())
    #expect(session.run("list b. --json") == .done(#"{"b.a":"x","b.c":1}"# + "\n"))
  }

  @Test func `control characters cannot move a cursor or end a line`() {
    #expect(session.run(["set", "k", "a\u{1b}[2J\nb\u{9b}"]) == .done())
    #expect(session.run("get k") == .done("a\u{1b}[2J\nb\u{9b}\n"))
    #expect(session.run("get k", reader: .terminal) == .done("a\\u001b[2J\\nb\\u009b\n"))
    #expect(session.run("list") == .done("k\ta\\u001b[2J\\nb\\u009b\n"))
  }

  @Test func `what is dumped is loaded again`() throws {
    _ = session.run(["set", "a", #"{"x":[1,2.0]}"#, "--type", "json"])
    let dump = session.run("dump")
    #expect(dump.output == session.content)
    let other = Session()
    _ = other.run("set b=1")
    #expect(other.run("load -", input: dump.output) == .done())
    #expect(other.run("list") == .done("a\t{\"x\":[1,2.0]}\nb\t1\n"))
    #expect(other.run(["load", "--replace", session.file]) == .done())
    #expect(other.run("dump") == dump)
  }

  @Test(arguments: [
    ("{", "line 1, column 2: unexpected end of the text: -"), ("[]", "not a JSON object: -"),
    (#"{"a":1,}"#, "line 1, column 7: trailing comma: -"),
  ])
  func `a load of no object says where`(text: String, message: String) {
    #expect(
      session.run("load -", input: text)
        == .init(status: 65, error: "unitsctl: \(message)\n"))
  }

  @Test func `a load of too much is refused`() {
    let big = #"{"a":""# + String(repeating: "x", count: 1 << 20) + #""}"#
    #expect(
      session.run("load -", input: big)
        == .init(status: 65, error: "unitsctl: larger than 1048576 bytes: -\n"))
    #expect(session.run("load /nonexistent").status == 65)
  }

  @Test func `an explicit change of a damaged file is refused`() throws {
    try session.write("{\n oops")
    let outcome = session.run("set metric")
    #expect(outcome.status == 65)
    #expect(outcome.error.hasPrefix("unitsctl: damaged (line 2, column 2: "))
    #expect(session.content == "{\n oops")
  }

  @Test func `another group is another file`() {
    _ = session.run("--group group.other set a=1")
    #expect(session.run("-g group.other list") == .done("a\t1\n"))
    #expect(session.run("list") == .done())
  }
}
