import Foundation
import TestSupport
import Testing
import Units

/// When today becomes yesterday.
struct WidgetMidnightTests {
  /// A time zone, as POSIX writes them, in which the next midnight is that many seconds away.
  static func timeZone(midnightIn seconds: Int) -> String {
    let day = 86_400
    let ofDay = Int(Date().timeIntervalSince1970) % day
    var east = (2 * day - seconds - ofDay) % day
    if east > day / 2 { east -= day }
    // POSIX counts westwards.
    let sign = east > 0 ? "-" : "+"
    let size = abs(east)
    return "LOC\(sign)\(size / 3600):\(size / 60 % 60):\(size % 60)"
  }

  @Test func `at local midnight a new day begins with nothing`() throws {
    let home = try Home(timeZone: Self.timeZone(midnightIn: 4))
    try home.log(.distance, 5_000)
    let widget = try home.unitsbar("--follow")
    #expect(widget.nextLine() == "3.1 mi today")
    #expect(widget.nextLine(within: .seconds(6)) == "0.0 mi today")
    try home.log(.distance, 1_000)
    #expect(widget.nextLine() == "0.6 mi today")
  }

  @Test func `the alarm is absolute, on the clock that people set, and notices that`() throws {
    let home = try Home(timeZone: Self.timeZone(midnightIn: 3_600))
    let widget = try home.unitsbar("--follow")
    #expect(widget.nextLine() != nil)
    let timer = try #require(
      ProcessTable.descriptors(of: widget.process).first { $0.value == "anon_inode:[timerfd]" })
    let information = { ProcessTable.information(of: widget.process, descriptor: timer.key) }
    // CLOCK_REALTIME; TFD_TIMER_ABSTIME and TFD_TIMER_CANCEL_ON_SET in octal.
    #expect(information()["clockid"] == "0")
    #expect(eventually { information()["settime flags"] == "03" })
    let left = ProcessTable.secondsUntilTimer(of: widget.process)
    #expect(try (3_500...3_600).contains(#require(left)))
  }
}
