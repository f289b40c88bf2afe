import Foundation
import TestSupport
import Testing
import Units

extension WidgetLifeTests {
  /// When the machine sleeps and wakes, and when its clock is set: the widget shows what holds then.
  /// No machine is put to sleep for it (`Sleep`). One after another with those that watch a widget
  /// that nothing wakes: here every widget of the machine is woken.
  @Suite struct WidgetSleepTests {
    private static let zones = "/usr/share/zoneinfo"

    @Test(arguments: [false, true])
    func `what changed while it was frozen is shown when it wakes`(withDaemon: Bool) throws {
      guard Requirement.areMet(and: Sleep.requirements) else { return }
      let home = try Home()
      let daemon = withDaemon ? try home.startDaemon() : nil
      try home.log(.distance, 5_000)
      let widget = try home.unitsbar("--follow")
      #expect(widget.nextLine() == "3.1 mi today")
      try Sleep.during(of: widget.process) {
        try home.set(system: .metric)
        try home.log(.distance, 1_000)
      }
      try Sleep.jolt()
      #expect(widget.comesToSay("6.0 km today"))
      #expect(widget.nextLine(within: .milliseconds(500)) == nil)
      #expect(daemon?.status() == nil)
    }

    @Test func `a midnight that it slept through is made up for`() throws {
      guard Requirement.areMet(and: Sleep.requirements) else { return }
      let home = try Home(timeZone: WidgetMidnightTests.timeZone(midnightIn: 4))
      try home.log(.distance, 5_000)
      let widget = try home.unitsbar("--follow")
      #expect(widget.nextLine() == "3.1 mi today")
      try Sleep.during(of: widget.process) {
        #expect(widget.nextLine(within: .seconds(5)) == nil)
      }
      #expect(widget.nextLine() == "0.0 mi today")
    }

    @Test func `a clock that is set, be it by nothing, has it look at the day again`() throws {
      guard
        Requirement.areMet(
          .file("\(Self.zones)/Etc/GMT-12"), .peer("unshare"), and: Sleep.requirements)
      else { return }
      let home = try Home()
      home.environment["TZ"] = nil
      // Today where it is noon, yesterday where it is midnight.
      try home.log(.distance, 5_000, secondsAgo: 7_200)
      // The zone changes where nobody watches, behind two links. So only the clock can be what has it
      // look.
      let folder = "\(home.path)/etc"
      let hidden = "\(home.path)/hidden"
      func setting(_ name: String) -> String {
        "ln -s \(Self.zones)/\(name) \(hidden)/next && mv -T \(hidden)/next \(hidden)/zone"
      }
      let widget = try home.shell(
        """
        set -e
        mkdir \(folder) \(hidden)
        cp -P /etc/ld.so.cache \(folder)
        \(setting(Self.zone(atHour: 12)))
        ln -s \(hidden)/zone \(folder)/localtime
        exec unshare --mount sh -c 'mount --bind \(folder) /etc && exec unitsbar --follow'
        """)
      #expect(widget.nextLine() == "3.1 mi today")
      #expect(
        eventually(within: .seconds(30)) {
          ProcessTable.isAsleepWithoutTimeout(widget.process)
        })
      let change = try home.shell(setting(Self.zone(atHour: 0)))
      #expect(change.ends(within: .seconds(5)))
      #expect(widget.nextLine(within: .milliseconds(500)) == nil)
      try Sleep.jolt()
      #expect(widget.nextLine() == "0.0 mi today")
    }

    /// The time zone in which it is that hour now.
    private static func zone(atHour hour: Int) -> String {
      var east = hour - Int(Date().timeIntervalSince1970) / 3_600 % 24
      if east < -12 { east += 24 }
      // Their names count westwards.
      return "Etc/GMT\(east > 0 ? "-" : "+")\(abs(east))"
    }
  }
}
