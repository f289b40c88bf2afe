import Testing

@Suite struct LogCommandTests {
  let session = Session(["LANG": "en_US.UTF-8", "TZ": "UTC"])

  @Test(arguments: [
    ("log distance 5km", "distance 3.1 mi "), ("log distance 5 km", "distance 3.1 mi "),
    ("log distance 3.1", "distance 3.1 mi "), ("log distance 5000m", "distance 3.1 mi "),
    ("log weight 198lbs", "weight 198 lbs "), ("log weight 90kg", "weight 198 lbs "),
    ("log heart-rate 62", "heart-rate 62 bpm "), ("log height 5'11\"", "height 5.92 ft "),
    ("log height 5 ft 11 in", "height 5.92 ft "), ("log weight 12 st 4 lb", "weight 172 lbs "),
    ("log temperature 98.6F", "temperature 98.6 °F "),
    ("log temperature 37 °C", "temperature 98.6 °F "),
  ])
  func `a measurement is printed in the user's units`(line: String, start: String) {
    let outcome = session.run("\(line) --at 2026-11-30T07:15:00+01:00")
    #expect(outcome.status == 0, "\(outcome.error)")
    #expect(outcome.output.hasPrefix(start + "2026-11-30T07:15:00+01:00 "))
    // An id and the end of the line.
    #expect(outcome.output.split(separator: " ").last?.count == 37)
    // Reading the preference stores no default.
    #expect(session.content == nil)
  }

  @Test func `a bare number is in the stored system`() {
    _ = session.run("set metric")
    #expect(session.run("log distance 5").output.hasPrefix("distance 5.0 km "))
    _ = session.run("set imperial --for distance")
    #expect(session.run("log distance 5").output.hasPrefix("distance 5.0 mi "))
  }

  @Test func `a number that nobody measures asks for its unit, in the words of the system`() {
    _ = session.run("set metric")
    #expect(
      session.run("log height 180")
        == .init(
          status: 65,
          error: "unitsctl: 180 m? did you mean 180cm\nwhat has its unit is taken as it is\n"))
    #expect(session.run("log height 180cm").status == 0)
    #expect(
      session.run("log distance -5").error.hasPrefix("unitsctl: distance must be above zero: -5 km")
    )
  }

  @Test func `times are those of people`() throws {
    let day = { (text: String) in
      let outcome = self.session.run(["log", "distance", "5km", "--at", text])
      return try #require(outcome.output.split(separator: " ").dropFirst(3).first)
    }
    #expect(try day("07:15").hasSuffix("T07:15:00Z"))
    #expect(try day("yesterday 18:30").hasSuffix("T18:30:00Z"))
    #expect(try day("2026-11-30 7:15pm") == "2026-11-30T19:15:00Z")
  }

  @Test func `a comma is a decimal sign where people write one`() {
    let german = Session(["LANG": "de_DE.UTF-8"])
    #expect(german.run("log distance 5,2km").output.hasPrefix("distance 5.2 km "))
    let outcome = session.run("log distance 5,2km")
    #expect(outcome.status == 65)
    #expect(outcome.error.hasPrefix("unitsctl: a comma is not the decimal sign here: 5,2\n"))
  }

  @Test(arguments: [
    ("log distance 0", "distance must be above zero: 0 mi"),
    ("log distance -5", "distance must be above zero: -5 mi"),
    ("log weight -1kg", "weight must not be below zero: -1 kg"),
    ("log distance 5kg", "not a unit of distance: kg"),
    ("log distance five", "not a number: five"),
    ("log distance 1,234", "ambiguous number: 1,234"),
    ("log weight 1e308kg", "weight must not be above 1e15 kg: 1e+308 kg"),
    ("log speed 5", "not a measurement type: speed"),
    ("log height 180", "180 ft? did you mean 180cm"), ("log heart-rate 1000", "1000 bpm?"),
    ("log temperature 300k", "not a unit of temperature: k"),
    ("log distance 5km --at tomorrow", "not a time: tomorrow"),
    ("log distance 5km --at 2026-02-30T07:15", "not a time: 2026-02-30T07:15"),
  ])
  func `what cannot be recorded is refused by name`(line: String, message: String) {
    let outcome = session.run(line)
    #expect(outcome.status == 65)
    #expect(outcome.error.split(separator: "\n").first.map(String.init) == "unitsctl: \(message)")
  }

  @Test func `a record has what was said of it`() {
    let outcome = session.run([
      "log", "distance", "5km", "--at", "2026-11-30T07:15:00Z", "--note", "by the river",
      "--source", "watch", "--json",
    ])
    #expect(outcome.output.contains(#""type":"distance","value":5000.0"#))
    #expect(outcome.output.contains(#""note":"by the river","source":"watch""#))
  }

  @Test func `a damaged preference file stops only a number without a unit`() throws {
    try session.write("{")
    #expect(session.run("log distance 5km").output.hasPrefix("distance 3.1 mi "))
    #expect(session.run("log distance 5").status == 65)
  }
}
