import Foundation
import Testing
import Units
import UnitsJSON
import WidgetTestSupport

/// What is shown by choice, in the built program.
@Suite(.serialized) struct WidgetChoiceTests {
  @Test func `a preference changes every running bar at once`() throws {
    let home = try Home()
    try home.log(.distance, 5_000)
    try home.log(.weight, 90)
    let bars = [try home.unitsbar("--follow"), try home.unitsbar("--follow")]
    for bar in bars { #expect(bar.nextLine() == "3.1 mi today") }
    try home.set("dev.units.bar.template", "{value}{unit} {percent}%")
    for bar in bars { #expect(bar.nextLine() == "3.1mi %") }
    try home.set("dev.units.bar.goal", "10km")
    for bar in bars { #expect(bar.nextLine() == "3.1mi 50%") }
    try home.set("dev.units.bar.type", "weight")
    for bar in bars { #expect(bar.nextLine() == "198lbs %") }
    // A preference that cannot be used is as good as none.
    try home.set("dev.units.bar.template", "{oops}")
    for bar in bars { #expect(bar.nextLine() == "198 lbs") }
  }

  @Test func `the command line is stronger than the preferences, in one round trip or two`() throws
  {
    let home = try Home()
    try home.log(.weight, 90)
    try home.set("dev.units.bar.type", "weight")
    try home.set("dev.units.bar.placeholder", "nothing")
    #expect(try home.once().output == "198 lbs\n")
    #expect(try home.once("--type", "distance").output == "0.0 mi today\n")
    #expect(try home.once("--type=heart-rate").output == "– bpm\n")
    #expect(try home.once("--socket", "/nowhere").output == "…\n")
  }

  @Test func `a last value is of any day, a total of its period`() throws {
    let home = try Home()
    let day = 86_400.0
    for (age, weight) in [(40.0, 80.0), (10, 82)] {
      try home.log(.weight, weight, secondsAgo: age * day)
    }
    try home.log(.distance, 3_000, secondsAgo: 40 * day)
    #expect(try home.once("--type", "weight").output == "181 lbs\n")
    #expect(try home.once("--type", "weight", "--template", "{count}").output == "0\n")
    #expect(try home.once("--period", "month").output == "0.0 mi this month\n")
  }

  @Test func `the last seven days are a sparkline`() throws {
    let home = try Home()
    try home.log(.distance, 8_000)
    for ago in [1.0, 2, 30] { try home.log(.distance, 4_000, secondsAgo: ago * 86_400) }
    #expect(try home.once("--template", "{spark}").output == "▁▁▁▁▅▅█\n")
  }

  @Test func `in tmux a line within a second of the one before is said again when that is over`()
    throws
  {
    let home = try Home()
    let widget = try home.unitsbar("--follow", "tmux")
    #expect(widget.nextLine() == "0.0 mi today")
    // The start counts as a line.
    #expect(widget.nextLine(within: .milliseconds(900)) == nil)
    #expect(widget.nextLine(within: .seconds(3)) == "0.0 mi today")
    #expect(widget.nextLine(within: .milliseconds(1_500)) == nil)
    try home.set(system: .metric)
    #expect(widget.nextLine() == "0.0 km today")
    try home.set(system: .imperial)
    #expect(widget.nextLine() == "0.0 mi today")
    #expect(widget.nextLine(within: .milliseconds(900)) == nil)
    #expect(widget.nextLine(within: .seconds(3)) == "0.0 mi today")
    #expect(widget.nextLine(within: .milliseconds(1_500)) == nil)
  }
}
