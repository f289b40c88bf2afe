import Testing
import UnitsControl

/// Keys that are ours, at the command line: each takes what its declaration says, and no more.
@Suite struct KnownKeyTests {
  let session = Session()

  static let refused = [
    ("dev.units.bar.goal fast", "not a measurement such as 5km: dev.units.bar.goal", ""),
    (
      "dev.units.bar.type foo", "not a measurement type: dev.units.bar.type",
      "allowed: distance, weight, height, temperature, heart-rate\n"
    ),
    (
      "dev.units.bar.width wide",
      "not a number of characters from 0 to 1000: dev.units.bar.width", ""
    ),
    (
      "dev.units.bar.period year", "not a period: dev.units.bar.period",
      "allowed: today, week, month\n"
    ),
    (
      "dev.units.height.style feet", "not a style of height: dev.units.height.style",
      "allowed: decimal, feet-inches\n"
    ),
    (
      "dev.units.import.folder Sync", "not a folder's absolute path: dev.units.import.folder", ""
    ),
    (
      "dev.units.bar.placeholder [1] --type json",
      "not a text or a number: dev.units.bar.placeholder", ""
    ),
  ]

  @Test(arguments: refused)
  func `a value that a key cannot have is refused with what it can`(
    line: String, message: String, hint: String
  ) {
    let outcome = Session.Outcome(status: 65, error: "unitsctl: \(message)\n\(hint)")
    #expect(session.run("set \(line)") == outcome)
    // The same in a commit of several keys, of which none is stored then.
    let words = line.split(separator: " ")
    let assignments = ["k=1", words.prefix(2).joined(separator: "=")]
    #expect(session.run(["set"] + assignments + words.dropFirst(2).map(String.init)) == outcome)
    #expect(session.content == nil)
  }

  @Test func `a daemon refuses the same, in the same words`() throws {
    let daemon = try session.startDaemon()
    for (line, message, hint) in Self.refused {
      #expect(
        session.run("set \(line)")
          == .init(status: 65, error: "unitsctl: \(message)\n\(hint)"))
    }
    #expect(session.content == nil)
    _ = daemon
  }

  @Test func `a loaded file is checked as what is typed`() throws {
    let outcome = session.run(
      "load -", input: #"{"a": 1, "dev.units.bar.type": "foo"}"#)
    #expect(outcome.status == 65)
    #expect(outcome.error.hasPrefix("unitsctl: not a measurement type: dev.units.bar.type\n"))
    #expect(session.content == nil)
  }

  @Test func `a value is stored in the type of its key`() {
    let line = "set dev.units.bar.goal=5 dev.units.bar.placeholder=1 dev.units.bar.width=8 k=5"
    #expect(session.run(line) == .done())
    #expect(
      session.run("list --json")
        == .done(
          #"{"dev.units.bar.goal":"5","dev.units.bar.placeholder":"1","dev.units.bar.width":8,"#
            + #""k":5}"# + "\n"))
  }

  @Test(arguments: [
    ("dev.units.systm", "dev.units.system"), ("dev.units.bar.gaol", "dev.units.bar.goal"),
  ])
  func `a misspelled key gets a hint`(key: String, meant: String) {
    let hint = "unitsctl: no program here reads this key: \(key)\ndid you mean `\(meant)`?\n"
    #expect(session.run("get \(key)") == .init(status: 1, error: hint))
    #expect(session.run("set \(key) imperial") == .init(status: 0, error: hint))
    #expect(session.run("set \(key) metric --quiet") == .done())
    // What is there is asked for on purpose.
    #expect(session.run("get \(key)") == .done("metric\n"))
  }

  @Test func `the doctor names values that were edited by hand, and keys that nobody reads`() throws
  {
    try session.write(
      #"{"dev.units.system": "Metric", "dev.units.bar.goal": "fast", "dev.units.systm": "metric"}"#)
    let lines = session.run("doctor").output.split(separator: "\n")
      .filter { $0.contains("\tpreferences\t") }
    let expected = [
      "problem\tpreferences\tnot a measurement such as 5km, so it counts as absent: "
        + "dev.units.bar.goal fast\tunitsctl unset dev.units.bar.goal",
      "problem\tpreferences\tnot a unit system, so it counts as absent: "
        + "dev.units.system Metric\tunitsctl unset dev.units.system; allowed: metric, imperial",
      "note\tpreferences\tno program here reads this key: dev.units.systm\t"
        + "if dev.units.system was meant: unitsctl unset dev.units.systm",
    ]
    #expect(lines.map(String.init) == expected)
  }
}
