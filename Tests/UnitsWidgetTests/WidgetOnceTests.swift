import TestSupport
import Testing
import Units

/// `unitsbar` without `--follow`, as a built program.
struct WidgetOnceTests {
  @Test func `today's distance is printed in the person's units`() throws {
    let home = try Home()
    try home.log(.distance, 5_000)
    let result = try home.once()
    #expect(result.output == "3.1 mi today\n")
    #expect(result.status == 0)
  }

  @Test(arguments: [
    ("distance", MeasurementType.distance, 99_999_000.0, "62136.5 mi this month"),
    ("temperature", .temperature, 41.5, "106.7 °F"), ("weight", .weight, 180, "397 lbs"),
  ])
  func `a bar that takes a command's first line takes all of it, in fifty bytes`(
    word: String, type: MeasurementType, value: Double, line: String
  ) throws {
    let home = try Home()
    try home.log(type, value)
    // dwmblocks cuts what is longer.
    let output = try home.once("--type", word, "--period", "month").output
    #expect(output == line + "\n")
    #expect(output.utf8.count <= 50)
  }

  @Test func `a stored system is stronger than the locale`() throws {
    let home = try Home()
    try home.set(system: .metric)
    try home.log(.distance, 5_000)
    #expect(try home.once().output == "5.0 km today\n")
  }

  @Test func `a widget never writes the first default`() throws {
    let home = try Home()
    #expect(try home.once().output == "0.0 mi today\n")
    #expect(home.preferences == nil)
  }

  @Test func `a daemon's answer is the same as the files'`() throws {
    let home = try Home()
    try home.log(.distance, 5_000)
    let daemon = try home.startDaemon()
    #expect(try home.once().output == "3.1 mi today\n")
    #expect(daemon.status() == nil)
  }

  @Test func `what was asked for and is not there leaves a placeholder and a status`() throws {
    let home = try Home()
    let result = try home.once("--socket", "/nowhere.sock", "--placeholder", "-- km")
    #expect(result.output == "-- km\n")
    #expect(result.status == 69)
  }

  @Test func `standard error is silent unless it is a terminal`() throws {
    let home = try Home()
    let widget = try home.unitsbar("--socket", "/nowhere.sock")
    #expect(widget.ends(within: .seconds(5)))
    #expect(widget.errorText() == "")
  }
}
