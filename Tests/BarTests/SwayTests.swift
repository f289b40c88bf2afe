import Foundation
import TestSupport
import Testing
import Units

extension BarTests {
  /// waybar and swaybar under a real sway.
  @Suite struct SwayTests {
    private static func modules() throws -> String {
      """
      {"layer": "top", "position": "top", "height": 30, "modules-left": ["custom/units"],
       \(try BarTests.snippet(for: "waybar"))}
      """
    }

    private static let style = """
      * { font-family: DejaVu Sans; font-size: 15px; }
      window#waybar { background: #222222; color: #dddddd; }
      #custom-units.near { color: #e5c07b; }
      #custom-units.reached { color: #98c379; }
      """

    private static func configuration(_ home: Home) -> String {
      """
      exec waybar -c \(home.path)/waybar.json -s \(home.path)/style.css
      bar {
        position bottom
        font pango:DejaVu Sans 11
        status_command exec unitsbar --follow i3bar
      }
      """
    }

    @Test func `waybar and swaybar show it, are clicked, and are not outlived`() throws {
      guard
        Requirement.areMet(
          .peer("swaybar"), .peer("waybar"), .program(.unitsctl), and: Sway.programs)
      else { return }
      let home = try Home()
      _ = try home.write("waybar.json", Self.modules())
      _ = try home.write("style.css", Self.style)
      let sway = try Sway(home, Self.configuration(home)) {
        try Sway.run("unitsctl log distance 5km", $0)
      }
      defer { sway.end() }
      let screen = sway.screen

      let bottom = Screen.Region(x: 440, y: 96, width: 160, height: 24)
      try screen.shows(BarTests.miles, in: BarTests.left, as: "waybar-1", within: .seconds(40))
      try screen.shows(BarTests.miles, in: bottom, as: "swaybar-1")
      try screen.click(x: 30, y: 15)
      try screen.shows(BarTests.kilometers, in: BarTests.left, as: "waybar-2")
      try screen.click(x: 560, y: 110)
      try screen.shows(BarTests.miles, in: bottom, as: "swaybar-2")
      try Sway.run("unitsctl set dev.units.bar.template '{value} <b>&'", home)
      try screen.shows("3.1 <b>&", in: BarTests.left, as: "waybar-3")

      // A reload ends the widget and starts another. Debian's waybar now and then starts two, whatever the
      // program is (a `sleep` became eight in twenty reloads): it opens the old module's again.
      let waybar = try BarTests.requiredProcess(named: "waybar", home)
      let before = home.widgets()
      #expect(before.count == 2)
      kill(waybar, SIGUSR2)
      #expect(
        eventually(within: .seconds(10)) {
          let now = home.widgets()
          return now.count >= 2 && Set(now).intersection(before).count == 1
        })
      kill(waybar, SIGKILL)
      #expect(eventually(within: .seconds(1)) { home.widgets().count == 1 })
      BarTests.expectNoSurvivor(try BarTests.requiredProcess(named: "swaybar", home), home)
    }
  }
}
