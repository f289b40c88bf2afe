import Foundation
import TestSupport
import Testing

/// When the time zone becomes another one.
struct WidgetTimeZoneTests {
  private static let zones = "/usr/share/zoneinfo"

  @Test func `a new time zone of the machine re-arms the alarm`() throws {
    guard Requirement.areMet(.root, .file("\(Self.zones)/Pacific/Kiritimati"), .peer("unshare"))
    else { return }
    let home = try Home()
    home.environment["TZ"] = nil
    // A folder /etc for the widget alone, so that the machine's clock is left in peace.
    let folder = "\(home.path)/etc"
    let widget = try home.shell(
      """
      set -e
      mkdir \(folder)
      cp -P /etc/ld.so.cache \(folder)
      ln -s \(Self.zones)/Etc/UTC \(folder)/localtime
      exec unshare --mount sh -c 'mount --bind \(folder) /etc && exec unitsbar --follow'
      """)
    #expect(widget.nextLine() == "0.0 mi today")
    // Nothing else is left to do that could have it look at the day.
    #expect(
      eventually(within: .seconds(30)) { ProcessTable.isAsleepWithoutTimeout(widget.process) })
    let before = try #require(ProcessTable.secondsUntilTimer(of: widget.process))
    let hour = 3_600
    // Fourteen hours east: the next midnight is never that of Greenwich.
    let change = try home.shell(
      """
      ln -s \(Self.zones)/Pacific/Kiritimati \(folder)/next && mv -T \(folder)/next \(folder)/localtime
      """)
    #expect(change.ends(within: .seconds(5)))
    #expect(
      eventually {
        guard let now = ProcessTable.secondsUntilTimer(of: widget.process) else { return false }
        return abs(now - before) > hour
      })
  }
}
