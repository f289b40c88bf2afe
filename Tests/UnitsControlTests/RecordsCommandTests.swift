import Foundation
import TestSupport
import Testing
import Units
import UnitsControl
import UnitsLinux

@Suite(.timeLimit(.minutes(10))) struct RecordsCommandTests {
  let session = Session(["LANG": "en_US.UTF-8"])

  /// An id that is easy to tell from others.
  private static func id(_ number: Int) -> String {
    "0190b5a0-0000-7000-8000-\(String(repeating: "0", count: 11))\(number)"
  }

  private static let file = """
    {"id":"\(id(1))","type":"distance","value":5000,"time":"2026-11-28T07:15:00+01:00"}
    {"id":"\(id(2))","type":"heart rate","value":62.0,"time":"2026-11-29T08:00:00Z","note":"a\\tb, \\"c\\""}

    {"id":"\(id(3))","type":"weight","value":80.5,"time":"2026-11-30T23:00:00.25-05:00","source":"scales"}

    """

  private func imported() {
    #expect(session.run("records import -", input: Self.file) == .done("3 records added\n"))
  }

  @Test func `records are separated by tabs for programs, the latest first`() {
    imported()
    #expect(
      session.run("records")
        == .done(
          """
          2026-11-30T23:00:00.25-05:00\tweight\t177 lbs\t\(Self.id(3))\t\tscales
          2026-11-29T08:00:00Z\theart-rate\t62 bpm\t\(Self.id(2))\ta\\tb, "c"\t
          2026-11-28T07:15:00+01:00\tdistance\t3.1 mi\t\(Self.id(1))\t\t

          """))
    _ = session.run("set metric")
    #expect(session.run("records --type distance --limit 5").output.contains("\t5.0 km\t"))
  }

  @Test func `records are a table on a terminal, at the time where they were taken`() {
    imported()
    #expect(
      session.run("records", reader: .terminal)
        == .done(
          """
          2026-11-30 23:00 -05:00  weight        177 lbs  \(Self.id(3))  (scales)
          2026-11-29 08:00 Z       heart-rate     62 bpm  \(Self.id(2))  a\\tb, "c"
          2026-11-28 07:15 +01:00  distance       3.1 mi  \(Self.id(1))

          """))
  }

  @Test func `json and csv are in base units, and what is exported can be imported`() {
    imported()
    #expect(
      session.run("records --json --limit 1")
        == .done(
          """
          {"id":"\(Self.id(3))","type":"weight","value":80.5,\
          "time":"2026-11-30T23:00:00.25-05:00","source":"scales"}

          """))
    let csv = session.run("records export --csv")
    #expect(
      csv
        == .done(
          """
          id,type,value,time,note,source
          \(Self.id(1)),distance,5000.0,2026-11-28T07:15:00+01:00,,
          \(Self.id(2)),heart rate,62.0,2026-11-29T08:00:00Z,"a\tb, ""c""\",
          \(Self.id(3)),weight,80.5,2026-11-30T23:00:00.25-05:00,,scales

          """))
    let lines = session.run("records export")
    for text in [csv.output, lines.output] {
      let other = Session()
      #expect(other.run("records import -", input: text) == .done("3 records added\n"))
      #expect(
        other.run("records import -", input: text)
          == .done("0 records added, 3 already there\n"))
      #expect(other.run("records export") == lines)
    }
  }

  @Test func `two machines merge by exchanging files`() throws {
    let here = Session()
    let there = Session()
    _ = here.run("log distance 5km --at 2026-11-28T07:15:00Z")
    _ = there.run("log weight 80kg --at 2026-11-29T07:15:00Z")
    _ = there.run("log distance 3km --at 2026-11-30T07:15:00Z")
    let (fromHere, fromThere) = (
      here.run("records export").output, there.run("records export").output
    )
    #expect(here.run("records import -", input: fromThere) == .done("2 records added\n"))
    #expect(there.run("records import -", input: fromHere) == .done("1 record added\n"))
    let merged = here.run("records export")
    #expect(merged.output.split(separator: "\n").count == 3)
    #expect(there.run("records export") == merged)
    // And again, with what each has by now.
    #expect(
      here.run("records import -", input: merged.output)
        == .done("0 records added, 3 already there\n"))
  }

  @Test func `a line without an id is the same record each time`() {
    let csv = "\u{FEFF}time,value,type\r\n2026-11-30T07:15:00Z,62,heart-rate\r\n"
    #expect(session.run("records import -", input: csv) == .done("1 record added\n"))
    #expect(
      session.run("records import -", input: csv + csv.split(separator: "\r\n")[1] + "\r\n")
        == .done("0 records added, 2 already there\n"))
    let json = #"{"type":"heart rate","value":62,"time":"2026-11-30T07:15:00Z"}"#
    #expect(
      session.run("records import -", input: json) == .done("0 records added, 1 already there\n"))
  }

  static let badLines: [(String, String, Int?)] = [
    ("{", "unexpected end of the text", 2),
    ("[]", "neither a JSON object nor a header of CSV", nil),
    ("text", "neither a JSON object nor a header of CSV", nil),
    ("id,type,value", "column missing: time", nil),
    (#"{"type":"distance","value":1}"#, "time missing", nil),
    (#"{"type":"distance","time":"2026-11-30T07:15:00Z"}"#, "value missing", nil),
    (#"{"value":1,"time":"2026-11-30T07:15:00Z"}"#, "type missing", nil),
    (
      #"{"type":"mass","value":1,"time":"2026-11-30T07:15:00Z"}"#, "not a measurement type: mass",
      nil
    ),
    (
      #"{"type":"distance","value":-1,"time":"2026-11-30T07:15:00Z"}"#,
      "distance must be above zero: -1.0", nil
    ),
    (#"{"type":"distance","value":1,"time":"noon"}"#, "not an RFC 3339 time: noon", nil),
    (
      #"{"id":"x","type":"distance","value":1,"time":"2026-11-30T07:15:00Z"}"#, "not a UUID: x", nil
    ),
    (#"{"type":"distance","value":"1"}"#, "wrong type of value: value", nil),
    (#"{"kind":"distance"}"#, "unknown member: kind", nil),
    ("type,value,time\ndistance,one,2026-11-30T07:15:00Z", "not a number: one", nil),
    ("type,value,time\ndistance,1", "2 fields where there are 3 columns", nil),
    ("type,value,time\n\"distance\"x,1,2026-11-30T07:15:00Z", "text behind a quoted field", 11),
    ("type,value,time\ndist\"ance,1,2026-11-30T07:15:00Z", "quote within a field", 5),
    ("type,value,time\n\"distance,1,2026-11-30T07:15:00Z", "quoted field without an end", nil),
    (String(repeating: "x", count: 70_000), "line of more than 65536 bytes", nil),
  ]

  @Test(arguments: badLines)
  func `a bad line is named by its number and column, and nothing is imported`(
    text: String, reason: String, column: Int?
  ) throws {
    let good = #"{"type":"distance","value":5000,"time":"2026-11-30T07:15:00Z"}"#
    let isJSON = text.first == "{"
    let file = "\(session.root)/file"
    try ((isJSON ? good + "\n" : "") + text).write(toFile: file, atomically: true, encoding: .utf8)
    let outcome = session.run("records import \(file)")
    let line = text.contains("\n") || isJSON ? 2 : 1
    #expect(outcome.status == 65)
    let message = outcome.error.split(separator: "\n").first.map(String.init)
    let place = "line \(line)" + (column.map { ", column \($0)" } ?? "")
    #expect(message == "unitsctl: \(reason): \(file), \(place)")
    #expect(
      outcome.error.hasSuffix("1 bad line, nothing was imported; --skip-bad imports the others\n"))
    #expect(session.run("records") == .done())
    if isJSON {
      let skipped = session.run("records import \(file) --skip-bad")
      #expect(skipped.output == "1 record added, 1 skipped\n")
      #expect(skipped.error.hasPrefix("unitsctl: skipped: "))
    }
  }

  @Test func `what a spreadsheet takes for a formula is guarded, and read back as it was`() {
    let notes = ["=1+1", "+1", "-1", "@a", "'=1", "''-", "'quoted'", "a=b", "'", "plain"]
    for note in notes { _ = session.run("log weight 80kg --note \(note)") }
    let csv = session.run("records export --csv").output
    let guarded = ["'=1+1", "'+1", "'-1", "'@a", "''=1", "'''-", "'quoted'", "a=b", "'", "plain"]
    for note in guarded { #expect(csv.contains(",\(note),unitsctl\n"), "\(note)") }
    let raw = session.run("records export --csv --raw").output
    for note in notes { #expect(raw.contains(",\(note),unitsctl\n"), "\(note)") }
    #expect(session.run("records export --raw").status == 64)
    let other = Session(["LANG": "C"])
    #expect(other.run("records import -", input: csv) == .done("10 records added\n"))
    #expect(other.run("records export --csv --raw").output == raw)
  }

  @Test func `a field may go on over lines`() {
    let csv = "note,type,value,time\n\"two\nlines\",weight,80,2026-11-30T07:15:00Z\n"
    #expect(session.run("records import -", input: csv) == .done("1 record added\n"))
    #expect(session.run("records").output.hasSuffix("\ttwo\\nlines\t\n"))
    #expect(session.run("records export --csv").output.contains(",\"two\nlines\",\n"))
  }

  @Test func `a column is that of the file's line, or none where a field goes on over lines`() {
    let json = "\n\n  {\"type\": nothing}\n"
    #expect(
      session.run("records import -", input: json).error.hasPrefix(
        "unitsctl: expected a value: standard input, line 3, column 12\n"))
    let csv = "note,type,value,time\n\"two\nlines\"x,weight,80,2026-11-30T07:15:00Z\n"
    #expect(
      session.run("records import -", input: csv).error.hasPrefix(
        "unitsctl: text behind a quoted field: standard input, line 2\n"))
  }

  @Test func `a file that cannot be read is named`() {
    let outcome = session.run("records import /nonexistent")
    #expect(outcome.status == 65)
    #expect(outcome.error == "unitsctl: open /nonexistent: No such file or directory\n")
    #expect(session.run("records import /").status == 65)
  }

  @Test func `how far an export is stands on a terminal that does not show the records`() {
    let many = (0..<6_000).map { number in
      #"{"type":"distance","value":\#(number + 1),"time":"2026-11-30T07:15:00Z"}"# + "\n"
    }.joined()
    #expect(session.run("records import -", input: many) == .done("6000 records added\n"))
    let plain = session.run("records export")
    #expect(plain.status == 0 && plain.error.isEmpty)
    let shown = session.run("records export", errorReader: .terminal)
    #expect(shown.output == plain.output)
    let line = shown.error.split(separator: "\r").first
    #expect(shown.error.hasPrefix("\r") && line?.hasSuffix(" records") == true)
    #expect(shown.error.hasSuffix("\r\u{1B}[K"))
    #expect(session.run("records export --quiet", errorReader: .terminal) == plain)
    #expect(session.run("records --limit 9", errorReader: .terminal).error.isEmpty)
    #expect(session.run("records", reader: .terminal, errorReader: .terminal).error.isEmpty)
  }

  @Test func `how far an import is stands on a terminal only, and is taken away`() {
    func lines(_ count: Int) -> String {
      (0..<count).map { number in
        #"{"type":"distance","value":\#(number + 1),"time":"2026-11-30T07:15:00Z"}"# + "\n"
      }.joined()
    }
    let many = lines(5_000)
    let shown = session.run("records import -", input: many, errorReader: .terminal)
    #expect(shown.output == "5000 records added\n")
    #expect(shown.error.hasPrefix("\r500 of 5000 records") || shown.error.hasPrefix("\r0 of 5000"))
    #expect(shown.error.hasSuffix("\r\u{1B}[K"))
    #expect(
      session.run("records import -", input: many)
        == .done("0 records added, 5000 already there\n"))
    #expect(
      session.run("records import -", input: lines(10), errorReader: .terminal)
        == .done("0 records added, 10 already there\n"))
    #expect(
      session.run("records import - --quiet", input: many, errorReader: .terminal) == .done())
  }

  @Test func `removing prints what was there, and says whether all was`() {
    imported()
    let ids = "\(Self.id(1)) \(Self.id(3))"
    #expect(
      session.run("records remove \(ids)")
        == .done(
          """
          distance 3.1 mi 2026-11-28T07:15:00+01:00 \(Self.id(1))
          weight 177 lbs 2026-11-30T23:00:00.25-05:00 \(Self.id(3))

          """))
    #expect(session.run("records remove \(ids)") == .init(status: 1))
    let json = session.run("records remove \(Self.id(2)) \(Self.id(1)) --json")
    #expect(json.status == 1)
    #expect(session.run("records") == .done())
    // What was printed puts it back.
    #expect(session.run("records import -", input: json.output) == .done("1 record added\n"))
  }

  @Test func `any number of records can be removed`() {
    let lines = (1...1_100).map { number in
      #"{"type":"weight","value":\#(number),"time":"2026-11-30T07:15:00Z"}"# + "\n"
    }
    _ = session.run("records import -", input: lines.joined())
    let rows = session.run("records").output.split(separator: "\n")
    let ids = rows.map { String($0.split(separator: "\t")[3]) }
    #expect(session.run(["records", "remove", "--quiet"] + ids) == .done())
    #expect(session.run("records") == .done())
  }

  @Test(arguments: [
    ("records foo", 64, "unexpected operand: foo"),
    ("records remove", 64, "operand missing: ID"),
    ("records import", 64, "operand missing: FILE"),
    ("records import a b", 64, "unexpected operand: b"),
    ("records export x", 64, "unexpected operand: x"),
    ("records remove x", 65, "not a record's id: x"),
    ("records --limit 0", 64, "not a count: 0"),
    ("records --limit many", 64, "not a count: many"),
    ("records --csv --json", 64, "options exclude each other: --csv, --json"),
    ("records --skip-bad", 64, "option of another form: --skip-bad"),
    ("records export --limit 3", 64, "option of another form: --limit"),
    ("records import - --type weight", 64, "option of another form: --type"),
    ("records --type speed", 65, "not a measurement type: speed"),
    ("records --since tomorrow", 65, "not a day or a time: tomorrow"),
    ("records --since 2026-02-30", 65, "not a day or a time: 2026-02-30"),
    ("summary --period decade", 65, "not a period: decade"),
    ("summary speed", 65, "not a measurement type: speed"),
  ])
  func `what is wrong with a line is said`(line: String, status: Int32, message: String) {
    let outcome = session.run(line, input: Self.file)
    #expect(outcome.status == status)
    #expect(outcome.error.split(separator: "\n").first.map(String.init) == "unitsctl: \(message)")
  }

  // MARK: Days

  /// Noon of a Wednesday, in whatever zone the tests run.
  private static let wednesday = 20_789

  private func instant(_ day: Int, hour: Int64) throws -> Instant {
    try #require(Instant(seconds: LocalCalendar.day(day).start + hour * 3600))
  }

  private func run(_ line: String, on day: Int) throws -> Session.Outcome {
    let noon = try instant(day, hour: 12)
    return session.run(line, now: { noon })
  }

  @Test func `days are counted in full, from what is today`() throws {
    // A record at the first and the last hour of each of nine days.
    let days = (Self.wednesday - 8)...Self.wednesday
    for day in days {
      for hour in [0, 23] as [Int64] {
        let time = RFC3339.format(try instant(day, hour: hour))
        _ = session.run("log weight \(day - days.lowerBound + 1)kg --at \(time)")
      }
    }
    func listed(_ line: String) throws -> [Int] {
      let lines = try run("records --json \(line)", on: Self.wednesday).output
      return lines.split(separator: "\n").compactMap { line in
        line.split(separator: "\"value\":").last?.split(separator: ".").first.flatMap { Int($0) }
      }
    }
    #expect(try listed("--since today") == [9, 9])
    #expect(try listed("--since yesterday --until yesterday") == [8, 8])
    #expect(try listed("--since monday") == [9, 9, 8, 8, 7, 7])
    #expect(try listed("--since wednesday") == [9, 9])
    #expect(try listed("--since Thursday --until friday") == [4, 4, 3, 3])
    #expect(try listed("--since thursday --until 2026-11-26") == [3, 3])
    #expect(try listed("--until 2026-11-24") == [1, 1])
    #expect(try listed("--since 2026-12-02T12:00") == [9])
    #expect(try listed("--since 2026-12-02 --until 2026-12-02T12:00") == [9])
  }

  // MARK: Summaries

  @Test func `a summary has a line a type, the total of distances and the mean of others`() throws {
    for (day, line) in [
      (0, "distance 3km"), (0, "distance 5km"), (-1, "distance 2km"), (0, "weight 80kg"),
      (-2, "weight 82kg"), (-40, "weight 90kg"),
    ] {
      let time = RFC3339.format(try instant(Self.wednesday + day, hour: 8))
      _ = session.run("log \(line) --at \(time)")
    }
    _ = session.run("set metric")
    #expect(
      try run("summary", on: Self.wednesday)
        == .done(
          """
          distance\t2\ttotal\t8.0 km\t3.0 km\t5.0 km\t5.0 km\t▁▁▁▁▁▃█
          weight\t1\tmean\t80 kg\t80 kg\t80 kg\t80 kg\t    █ ▁

          """))
    #expect(
      try run("summary weight --period week", on: Self.wednesday)
        == .done("weight\t2\tmean\t81 kg\t80 kg\t82 kg\t80 kg\t█ ▁\n"))
    #expect(
      try run("summary weight --period year", on: Self.wednesday).output
        .hasPrefix("weight\t3\tmean\t84 kg\t80 kg\t90 kg\t80 kg\t"))
    #expect(
      try run("summary height", on: Self.wednesday)
        == .done("height\t0\tmean\t-\t-\t-\t-\t       \n"))
    let json = try run("summary distance --period month --json", on: Self.wednesday).output
    #expect(json.hasPrefix(#"{"type":"distance","period":"month","since":"2026-12-01T00:00:00"#))
    #expect(json.contains(#""count":3,"total":10000.0,"minimum":2000.0,"maximum":5000.0,"last":{"#))
    #expect(json.hasSuffix(#""columns":[2000.0,8000.0]}"# + "\n"))
    let noon = try instant(Self.wednesday, hour: 12)
    #expect(
      session.run(["summary"], reader: .terminal, now: { noon }).output == """
        distance  2  total 8.0 km  least 3.0 km  greatest 5.0 km  last 5.0 km  ▁▁▁▁▁▃█
        weight    1  mean 80 kg    least 80 kg   greatest 80 kg   last 80 kg       █ ▁

        """)
    #expect(
      session.run(["summary"], reader: .terminal, now: { .latest }).output
        == "no records: today\n")
    #expect(session.run(["summary"], now: { .latest }) == .done())
  }

  @Test func `records are the same through a daemon as without`() throws {
    let daemon = try session.startDaemon()
    let noon = try instant(Self.wednesday, hour: 12)
    let lines = [
      "records import -", "records import -", "records", "records --json --limit 2",
      "records --type weight --csv", "records export", "records --since monday", "summary",
      "summary --period year", "summary --period month --json", "records remove \(Self.id(1))",
      "records remove \(Self.id(1)) \(Self.id(2))", "records",
    ]
    let through = lines.map { session.run($0, input: Self.file, now: { noon }) }
    let other = Session(["LANG": "en_US.UTF-8"])
    #expect(lines.map { other.run($0, input: Self.file, now: { noon }) } == through)
    #expect(through[0] == .done("3 records added\n"))
    withExtendedLifetime(daemon) {}
  }
}
