import Foundation
import TestSupport
import Testing
import Units

extension BarTests {
  @Suite struct PolybarTests {
    static func configuration() throws -> String {
      """
      [bar/main]
      width = 100%
      height = 28
      background = #222222
      foreground = #dddddd
      font-0 = DejaVu Sans:size=12;3
      modules-left = units
      override-redirect = true
      enable-ipc = true
      \(try BarTests.snippet(for: "polybar"))
      """
    }

    @Test func `polybar shows it, is clicked, and is not outlived`() throws {
      guard Requirement.areMet(.peer("polybar"), .program(.unitsctl), and: Screen.programs) else {
        return
      }
      let home = try BarTests.home()
      let file = try home.write("polybar.ini", Self.configuration())
      let screen = try Screen()
      let bar = try BarTests.start("polybar -c \(file) main", home, on: screen)
      try screen.shows(BarTests.miles, in: BarTests.left, as: "polybar-1")
      try screen.click(x: 40, y: 14)
      try screen.shows(BarTests.kilometers, in: BarTests.left, as: "polybar-2")
      try screen.click(x: 40, y: 14, button: 4)
      try screen.shows("5.0 km this week", in: BarTests.left, as: "polybar-3")
      // Of two changes at once polybar would show the first if they came in one read.
      for system in [UnitSystem.imperial, .metric, .imperial] { try home.set(system: system) }
      try screen.shows("3.1 mi this week", in: BarTests.left, as: "polybar-4")
      try home.set("dev.units.bar.template", "%{{F#f00}}{value} 50%")
      try screen.shows("F#f00}3.1 50%", in: BarTests.left, as: "polybar-5")
      BarTests.expectNoSurvivor(bar.process, home)
    }

    @Test func `a restart of polybar leaves one widget`() throws {
      guard Requirement.areMet(.peer("polybar"), .peer("polybar-msg"), and: Screen.programs) else {
        return
      }
      let home = try BarTests.home()
      let file = try home.write("polybar.ini", Self.configuration())
      let screen = try Screen()
      let bar = try BarTests.start("polybar -c \(file) main", home, on: screen)
      #expect(eventually(within: .seconds(20)) { home.widgets().count == 1 })
      let first = home.widgets()
      bar.signal(SIGUSR1)
      #expect(
        eventually(within: .seconds(20)) {
          home.widgets().count == 1 && home.widgets() != first
        })
      try screen.shows(BarTests.miles, in: BarTests.left, as: "polybar-restarted")
    }
  }
}
