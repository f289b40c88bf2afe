import Testing
import Units
import UnitsControl

@Suite struct ChartCommandTests {
  let session = Session(["LANG": "en_US.UTF-8", "COLUMNS": "40"])

  /// A Monday, at noon in any zone of the test's.
  private static let now = Instant(seconds: 1_796_040_000) ?? .latest

  private func run(_ line: String) -> Session.Outcome {
    session.run(line, now: { Self.now })
  }

  /// Five kilometres today, ten the day before, and a weight on each.
  private func log() {
    for (days, kilometres, weight) in [(0.0, 5, 80), (1, 10, 81)] {
      let instant = Instant(seconds: Self.now.seconds - Int64(days * 86_400)) ?? .earliest
      let time = RFC3339.format(instant)
      #expect(session.run("log distance \(kilometres)km --at \(time)").status == 0)
      #expect(session.run("log weight \(weight)kg --at \(time)").status == 0)
    }
  }

  @Test func `the last seven days are drawn in the user's units, with the goal`() {
    log()
    _ = session.run("set metric")
    #expect(
      run("chart --goal 7.5km")
        == .done(
          """
          tue 11-24                 │            -
          wed 11-25                 │            -
          thu 11-26                 │            -
          fri 11-27                 │            -
          sat 11-28                 │            -
          sun 11-29 ████████████████┃█████ 10.0 km
          mon 11-30 ███████████     │       5.0 km
                                    │ goal 7.5 km

          """))
    _ = session.run("set imperial --for distance")
    #expect(run("chart").output.contains(" 6.2 mi\nmon 11-30 "))
  }

  @Test func `the goal of the bars is that of the days that they show`() {
    log()
    _ = session.run("set metric")
    _ = session.run("set dev.units.bar.goal 8km")
    #expect(run("chart").output.contains("│ goal 8.0 km\n"))
    #expect(!run("chart weight").output.contains("goal"))
    #expect(!run("chart --period year").output.contains("goal"))
    _ = session.run("set dev.units.bar.period week")
    #expect(!run("chart").output.contains("goal"))
  }

  @Test func `what does not add up is drawn above its least`() {
    log()
    _ = session.run("set metric")
    let lines = run("chart weight --period month").output.split(separator: "\n")
    #expect(lines.count == 30)
    #expect(lines[28] == "sun 11-29 ████████████████████████ 81 kg")
    #expect(lines[29] == "mon 11-30 ██▍                      80 kg")
  }

  @Test func `a bar is as wide as there is room`() {
    log()
    for width in [40, 60, 120] {
      let session = Session(["LANG": "en_US.UTF-8", "COLUMNS": "\(width)"])
      _ = session.run("log distance 5km --at \(RFC3339.format(Self.now))")
      let lines = session.run("chart", now: { Self.now }).output.split(separator: "\n")
      #expect(lines.allSatisfy { $0.count == width })
    }
    #expect(
      Session(["LANG": "C"]).run("chart", now: { Self.now }).output.split(separator: "\n")
        .allSatisfy { $0.count == 80 })
  }

  @Test func `more columns than any terminal has are not believed`() {
    let session = Session(["LANG": "en_US.UTF-8", "COLUMNS": "99999999"])
    let lines = session.run("chart", now: { Self.now }).output.split(separator: "\n")
    #expect(lines.count == 7)
    #expect(lines.allSatisfy { $0.count == 1_000 })
  }

  @Test func `programs get an object a bar`() {
    log()
    let lines = run("chart --json").output.split(separator: "\n")
    #expect(lines.count == 7)
    #expect(lines[6].hasSuffix(#","value":5000.0}"#))
    #expect(lines[0].hasSuffix(#","value":null}"#))
  }

  @Test(arguments: [
    ("chart speed", "not a measurement type: speed"), ("chart --period era", "not a period: era"),
    ("chart --goal 5kg", "not a unit of distance: kg"),
  ])
  func `what cannot be drawn is refused by name`(line: String, message: String) {
    let outcome = run(line)
    #expect(outcome.status == 65)
    #expect(outcome.error.hasPrefix("unitsctl: \(message)\n"))
  }
}
