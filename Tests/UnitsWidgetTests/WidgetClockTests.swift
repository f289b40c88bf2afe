import TestSupport
import Testing
import Units
import UnitsClient
import UnitsLinux
import UnitsStore

@testable import UnitsWidget

/// A clock that is set, and a machine that has slept: both tell the widget by its alarm, which is on
/// the clock that people set and goes off when that is set (`WidgetMidnightTests`). Then this holds.
struct WidgetClockTests {
  /// What people set, here in hand.
  private final class SetClock {
    var instant: Instant
    init(_ instant: Instant) { self.instant = instant }
  }

  private func model(_ home: Home, _ clock: SetClock) -> WidgetModel {
    WidgetModel(options: WidgetOptions(client: home.options), client: home.client()) {
      clock.instant
    }
  }

  private func instant(_ base: Instant, plus seconds: Int64) throws -> Instant {
    try #require(Instant(seconds: base.seconds + seconds))
  }

  @Test(arguments: [1, 3, 400])
  func `a clock set forward begins the day that it shows, and set back the one that was`(
    days: Int64
  ) throws {
    let home = try Home()
    try home.log(.distance, 5_000)
    let present = Instant.now()
    let clock = SetClock(present)
    let model = model(home, clock)
    try model.glance()
    #expect(model.face.text == "3.1 mi today")
    let end = try #require(model.dayEnd)
    clock.instant = try instant(present, plus: days * 86_400)
    try model.refresh()
    #expect(model.face.text == "0.0 mi today")
    #expect(try #require(model.dayEnd) > clock.instant.seconds)
    clock.instant = present
    try model.refresh()
    #expect(model.face.text == "3.1 mi today")
    #expect(model.dayEnd == end)
    clock.instant = try instant(present, plus: -days * 86_400)
    try model.refresh()
    #expect(model.face.text == "0.0 mi today")
    #expect(try #require(model.dayEnd) < present.seconds)
  }

  @Test func `a clock set within the day asks nothing`() throws {
    let home = try Home()
    try home.log(.distance, 5_000)
    let start = LocalCalendar.day(containing: Instant.now().seconds).start
    let clock = SetClock(try #require(Instant(seconds: start)))
    let model = model(home, clock)
    try model.glance()
    #expect(model.face.text == "3.1 mi today")
    try home.log(.distance, 1_000)
    clock.instant = try instant(clock.instant, plus: 3_600)
    try model.refresh()
    #expect(model.face.text == "3.1 mi today")
    model.invalidate()
    try model.refresh()
    #expect(model.face.text == "3.7 mi today")
  }
}
