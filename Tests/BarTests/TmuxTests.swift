import Foundation
import TestSupport
import Testing
import Units

extension BarTests {
  @Suite struct TmuxTests {
    @Test func `tmux shows it, is clicked, and is not outlived`() throws {
      guard Requirement.areMet(.peer("tmux"), .peer("xterm"), and: Screen.programs) else { return }
      let home = try BarTests.home()
      home.environment["TMUX_TMPDIR"] = "\(home.path)/run"
      home.environment["LC_ALL"] = "C.UTF-8"
      home.environment["LC_MEASUREMENT"] = "en_US.UTF-8"
      try home.set(system: .imperial)
      let file = try home.write("tmux.conf", BarTests.snippet(for: "tmux"))
      let screen = try Screen()
      let terminal = try BarTests.start(
        "xterm -fa 'DejaVu Sans Mono' -fs 12 -geometry 58x5+0+0 -e tmux -f \(file) new 'sleep 999'",
        home, on: screen)
      let line = Screen.Region(x: 380, y: 70, width: 220, height: 50)
      // Not at the first status interval only, after a quarter of a minute.
      try screen.shows(BarTests.miles, in: line, as: "tmux-1", within: .seconds(10))
      let x = 540
      try screen.click(x: x, y: 88)
      try screen.shows(BarTests.kilometers, in: line, as: "tmux-2")
      // Two changes within a second: the second one waits in tmux until it is said again.
      for system in [UnitSystem.imperial, .metric, .imperial] { try home.set(system: system) }
      try screen.shows(BarTests.miles, in: line, as: "tmux-3", within: .seconds(5))
      try home.set("dev.units.bar.template", "#[fg=red]{value} % of it")
      try screen.shows("#[fg=red]3.1 %", in: line, as: "tmux-4")
      let server = try BarTests.requiredProcess(named: "tmux: server", home)
      BarTests.expectNoSurvivor(server, home)
      #expect(terminal.ends(within: .seconds(10)))
    }
  }
}
