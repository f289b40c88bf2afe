import Foundation
import TestSupport
import Testing
import Units
import UnitsJSON

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
    // One that was edited by hand and cannot be used is as good as none.
    _ = try home.write(
      "config/units/group.dev.units.json",
      #"{"dev.units.bar.type": "weight", "dev.units.bar.template": "{oops}"}"#)
    for bar in bars { #expect(bar.nextLine() == "198 lbs") }
  }

  @Test(arguments: [
    "plain", "waybar", "polybar", "i3bar", "i3blocks", "i3status-rust", "tmux", "lemonbar",
    "xmobar", "eww", "argos", "json",
  ])
  func `a system for the type changes a running bar of every format at once`(_ format: String)
    throws
  {
    let home = try Home()
    try home.log(.distance, 5_000)
    try home.log(.weight, 90)
    let bars = try ["distance", "weight"].map { type in
      try home.unitsbar("--follow", format, "--type", type, "--template", "{value} {unit}")
    }
    func shows(_ text: String, _ bar: RunningProgram) -> Bool {
      for _ in 0..<20 {
        guard let line = bar.nextLine() else { return false }
        if line.contains(text) { return true }
      }
      return false
    }
    #expect(shows("3.1 mi", bars[0]) && shows("198 lbs", bars[1]))
    try home.set("dev.units.system.distance", "metric")
    #expect(shows("5.0 km", bars[0]))
    try home.set("dev.units.system.weight", "metric")
    #expect(shows("90 kg", bars[1]))
    // Everybody's system is not asked where the type has its own.
    try home.set(system: .metric)
    try home.set("dev.units.system.distance", "imperial")
    #expect(shows("3.1 mi", bars[0]))
  }

  @Test func `a click switches what is seen, be it the type's own system or everybody's`() throws {
    let home = try Home()
    try home.log(.distance, 5_000)
    #expect(try home.once("--toggle").status == 0)
    #expect(try home.once().output == "5.0 km today\n")
    try home.set("dev.units.system.distance", "imperial")
    #expect(try home.once().output == "3.1 mi today\n")
    #expect(try home.once("--toggle").status == 0)
    #expect(try home.once().output == "5.0 km today\n")
    #expect(try home.once("--type", "weight").output == "– kg\n")
    // The bar's type may be a preference, too.
    try home.set("dev.units.bar.type", "weight")
    #expect(try home.once("--toggle").status == 0)
    #expect(try home.once().output == "– lbs\n")
    #expect(try home.once("--type", "distance").output == "5.0 km today\n")
  }

  @Test func `a height is shown in feet and inches where that is the style`() throws {
    let home = try Home()
    try home.log(.height, 1.803_4)
    #expect(try home.once("--type", "height").output == "5.92 ft\n")
    let bar = try home.unitsbar("--follow", "--type", "height")
    #expect(bar.nextLine() == "5.92 ft")
    try home.set("dev.units.height.style", "feet-inches")
    #expect(bar.nextLine() == "5'11\"")
    #expect(try home.once("--type", "height").output == "5'11\"\n")
    try home.set("dev.units.system.height", "metric")
    #expect(bar.nextLine() == "1.80 m")
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
