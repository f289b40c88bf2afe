import Foundation
import TestSupport
import Testing
import Units

extension BarTests {
  @Suite struct I3barTests {
    /// What every configuration begins with.
    private static let head = """
      # i3 config file (v4)
      font pango:DejaVu Sans 11

      """

    static func configuration(_ command: String) -> String {
      head + """
        bar {
          position top
          status_command \(command)
        }
        """
    }

    @Test func `i3bar shows it, is clicked, and is not outlived`() throws {
      guard Requirement.areMet(.peer("i3"), .peer("i3bar"), and: Screen.programs) else { return }
      let home = try BarTests.home()
      let file = try home.write("i3.conf", Self.configuration("exec unitsbar --follow i3bar"))
      let screen = try Screen()
      let manager = try BarTests.start("i3 -c \(file)", home, on: screen)
      try screen.shows(BarTests.miles, in: BarTests.right, as: "i3bar-1")
      try screen.click(x: 560, y: 10)
      try screen.shows(BarTests.kilometers, in: BarTests.right, as: "i3bar-2")
      try screen.click(x: 560, y: 10, button: 4)
      try screen.shows("5.0 km this week", in: BarTests.right, as: "i3bar-3")
      BarTests.expectNoSurvivor(try BarTests.requiredProcess(named: "i3bar", home), home)
      #expect(manager.status() == nil)
    }

    @Test func `i3status stands behind it in i3bar`() throws {
      guard Requirement.areMet(.peer("i3"), .peer("i3status"), and: Screen.programs) else { return }
      let home = try BarTests.home()
      // Where i3status looks for it. Without a region in its locale a home has no system of its own.
      home.environment["LC_ALL"] = "C.UTF-8"
      try home.set(system: .imperial)
      try FileManager.default.createDirectory(
        atPath: "\(home.path)/config/i3status", withIntermediateDirectories: true)
      _ = try home.write(
        "config/i3status/config",
        """
        general { output_format = "i3bar"
          interval = 1 }
        order += "tztime local"
        tztime local { format = "at %Y o'clock" }
        """)
      let file = try home.write("i3.conf", Self.head + (try BarTests.snippet(for: "i3bar")))
      let screen = try Screen()
      let manager = try BarTests.start("i3 -c \(file)", home, on: screen)
      let region = Screen.Region(
        x: 300, y: Screen.height - BarTests.barHeight, width: 300, height: BarTests.barHeight)
      try screen.shows("o'clock", in: region, as: "i3bar-merge-1")
      try screen.shows(BarTests.miles, in: region, as: "i3bar-merge-1")
      try screen.click(x: 420, y: Screen.height - 10)
      try screen.shows(BarTests.kilometers, in: region, as: "i3bar-merge-2")
      BarTests.expectNoSurvivor(try BarTests.requiredProcess(named: "i3bar", home), home)
      #expect(eventually { BarTests.process(named: "i3status", home) == nil })
      #expect(manager.status() == nil)
    }

    @Test func `i3blocks shows it in two ways, is clicked, and is not outlived`() throws {
      guard Requirement.areMet(.peer("i3"), .peer("i3blocks"), and: Screen.programs) else { return }
      let home = try BarTests.home()
      let blocks = try home.write(
        "blocks.conf",
        """
        \(try BarTests.snippet(for: "i3blocks"))

        [clicked]
        command=exec unitsbar i3blocks
        interval=once
        format=json

        """)
      let file = try home.write("i3.conf", Self.configuration("exec i3blocks -c \(blocks)"))
      let screen = try Screen()
      let manager = try BarTests.start("i3 -c \(file)", home, on: screen)
      let running = Screen.Region(x: 370, y: 0, width: 122, height: BarTests.barHeight)
      try screen.shows(BarTests.miles, in: BarTests.right, as: "i3blocks-1")
      try screen.shows(BarTests.miles, in: running, as: "i3blocks-1")
      try screen.click(x: 560, y: 10)
      try screen.shows(BarTests.kilometers, in: BarTests.right, as: "i3blocks-2")
      try screen.shows(BarTests.kilometers, in: running, as: "i3blocks-2")
      BarTests.expectNoSurvivor(try BarTests.requiredProcess(named: "i3bar", home), home)
      #expect(manager.status() == nil)
    }
  }
}
