import Foundation
import TestSupport
import Testing
import Units

extension BarTests {
  @Suite struct X11BarTests {
    @Test func `lemonbar shows it, is clicked, and is not outlived`() throws {
      guard Requirement.areMet(.peer("lemonbar"), and: Screen.programs) else { return }
      let home = try BarTests.home()
      let screen = try Screen()
      // From a script that ends at once, as a window manager's start-up file does.
      let script = try home.write(
        "start",
        BarTests.snippet(for: "lemonbar").replacing(
          "lemonbar -p", with: "lemonbar -p -g 600x28+0+0 -B '#222222' -F '#dddddd'") + "\n")
      let shell = try BarTests.start("sh \(script)", home, on: screen)
      #expect(shell.ends(within: .seconds(10)))
      try screen.shows("mi today", in: BarTests.left, as: "lemonbar-1")
      try screen.click(x: 30, y: 14)
      try screen.shows("km today", in: BarTests.left, as: "lemonbar-2")
      #expect(home.preferences?.contains("metric") == true)
      try screen.click(x: 30, y: 14, button: 4)
      try screen.shows("km this week", in: BarTests.left, as: "lemonbar-3")
      BarTests.expectNoSurvivor(try BarTests.requiredProcess(named: "lemonbar", home), home)
    }

    @Test func `xmobar shows it, is clicked, and is not outlived`() throws {
      guard
        Requirement.areMet(.peer("xmobar"), .peer("dbus-run-session"), and: Screen.programs)
      else { return }
      let home = try BarTests.home()
      home.environment["LC_CTYPE"] = "C.UTF-8"
      let lines = try BarTests.snippet(for: "xmobar")
        .replacing("</action>\"", with: "</action> }{\"").split(separator: "\n")
      let file = try home.write(
        "xmobarrc",
        """
        Config { font = "xft:DejaVu Sans:size=12", bgColor = "#222222", fgColor = "#dddddd"
               , position = TopSize L 100 28
               , sepChar = "%", alignSep = "}{", \(lines.joined(separator: ", ")) }
        """)
      let screen = try Screen()
      let session = try BarTests.start("dbus-run-session -- xmobar \(file)", home, on: screen)
      try screen.shows(BarTests.miles, in: BarTests.left, as: "xmobar-1")
      try screen.click(x: 40, y: 14)
      try screen.shows(BarTests.kilometers, in: BarTests.left, as: "xmobar-2")
      try home.set("dev.units.bar.template", "<b> {value} %")
      try screen.shows("<b> 5.0 %", in: BarTests.left, as: "xmobar-3")
      BarTests.expectNoSurvivor(try BarTests.requiredProcess(named: "xmobar", home), home)
      #expect(session.ends(within: .seconds(10)))
    }
  }
}
