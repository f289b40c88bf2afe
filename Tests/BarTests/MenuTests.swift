import Foundation
import TestSupport
import Testing
import Units

extension BarTests {
  /// `unitsctl pick --menu` with the real menus: what they show is read from the screen, and keys are
  /// pressed.
  @Suite struct MenuTests {
    /// Where a menu has its two lines, or the one line with both.
    private static let lines: [String: [Screen.Region]] = [
      "dmenu": [Screen.Region(x: 0, y: 0, width: 600, height: 20)],
      "fuzzel": [51, 70].map { Screen.Region(x: 140, y: $0, width: 300, height: 20) },
      "rofi": [53, 76].map { Screen.Region(x: 154, y: $0, width: 280, height: 20) },
      "wofi": [70, 94].map { Screen.Region(x: 150, y: $0, width: 300, height: 22) },
    ]
    private static let patience: Duration = .seconds(60)

    @Test(arguments: ["rofi", "dmenu"])
    func `a menu of X11 shows both, stores what is chosen, and nothing at Escape`(
      menu: String
    ) throws {
      guard Requirement.areMet(.peer(menu), .program(.unitsctl), and: Screen.programs) else {
        return
      }
      // rofi ends at once where the C library does not have the locale.
      let home = try Home(language: "C.UTF-8")
      try home.set(system: .metric)
      let screen = try Screen()
      home.environment["DISPLAY"] = screen.display
      try choose(menu, home, screen) { try home.shell("exec unitsctl \($0)") }
    }

    @Test(arguments: ["fuzzel", "wofi"])
    func `a menu of Wayland shows both, stores what is chosen, and nothing at Escape`(
      menu: String
    ) throws {
      guard Requirement.areMet(.peer(menu), .program(.unitsctl), and: Sway.programs) else {
        return
      }
      let home = try Home(language: "C.UTF-8")
      let sway = try Sway(home) { try Sway.run("unitsctl set metric", $0) }
      defer { sway.end() }
      let display = "wayland-1"
      try #require(
        eventually(within: Self.patience) { access("\(home.path)/run/\(display)", F_OK) == 0 })
      home.environment["WAYLAND_DISPLAY"] = display
      try choose(menu, home, sway.screen) { try Sway.start("unitsctl \($0)", home) }
    }

    private func choose(
      _ menu: String, _ home: Home, _ screen: Screen,
      _ unitsctl: (String) throws -> RunningProgram
    ) throws {
      // Twice: no menu may remember what was chosen and show it first.
      for chosen in [UnitSystem.imperial, .metric] {
        let left = try unitsctl("pick --menu \(menu)")
        try shows(menu, screen, now: chosen.other)
        try screen.press(["Escape"])
        #expect(left.ends(within: Self.patience))
        #expect(left.status() == 1)
        #expect(left.rest() == "")
        #expect(home.preferences?.contains("\"\(chosen.other.rawValue)\"") == true)

        let used = try unitsctl("pick --menu \(menu)")
        try shows(menu, screen, now: chosen.other)
        // The word narrows the list down to its line.
        try screen.press(chosen.rawValue.map(String.init) + ["Return"])
        #expect(used.ends(within: Self.patience))
        #expect(used.status() == 0)
        #expect(used.rest() == "\(chosen.rawValue)\n")
        #expect(home.preferences?.contains("\"\(chosen.rawValue)\"") == true)
      }
    }

    private func shows(_ menu: String, _ screen: Screen, now: UnitSystem) throws {
      let texts = [UnitSystem.metric, .imperial].map { $0.rawValue + ($0 == now ? " (now)" : "") }
      let regions = try #require(Self.lines[menu])
      for (index, region) in regions.enumerated() {
        try screen.shows(
          regions.count == 1 ? texts.joined(separator: " ") : texts[index], in: region,
          as: "\(menu)-\(now.rawValue)", within: Self.patience)
      }
    }
  }
}
