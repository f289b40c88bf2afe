import CUnitsLinux
import Foundation
import Testing
import Units
import UnitsClient
import UnitsLinux
import UnitsStore

@testable import AppGroup

/// Measurements: stored in base units, summed up, followed.
@Suite struct MeasurementTests {
  typealias Way = GroupDefaultsTests.Way

  @Test(arguments: Way.allCases)
  func `what was added is summed up`(_ way: Way) throws {
    let (sandbox, daemon) = try GroupDefaultsTests.sandbox(way)
    defer { daemon?.stop() }
    let group = sandbox.group()
    let now = Date(timeIntervalSince1970: 1_796_000_000.25)
    let stored = try group.add(
      MeasurementRecord(type: .distance, value: 5000, date: now, note: "rain", source: "watch"))
    #expect(stored.offset != nil)
    #expect(stored.date == now)
    try group.add([
      MeasurementRecord(type: .distance, value: 3000, date: now - 1),
      MeasurementRecord(type: .weight, value: 70, date: now),
    ])
    let summary = try sandbox.group().summary(of: .distance, in: .day(of: now))
    #expect(summary.count == 2)
    #expect(summary.sum == 8000)
    #expect(summary.minimum == 3000)
    #expect(summary.maximum == 5000)
    #expect(summary.last == stored)
    #expect(try group.summary(of: .distance, in: .between(now, now + 1)).sum == 5000)
    #expect(try group.summary(of: .distance, in: .between(now - 9, now - 5)).count == 0)
    // A record that is stored is added once.
    try group.add(stored)
    #expect(try group.summary(of: .distance, in: .day(of: now)).count == 2)
  }

  @Test(arguments: Way.allCases)
  func `a type may have a system of its own`(_ way: Way) throws {
    let (sandbox, daemon) = try GroupDefaultsTests.sandbox(way)
    defer { daemon?.stop() }
    let group = sandbox.group()
    group.unitSystem = .metric
    #expect(group.unitSystem(for: .distance) == .metric)
    try group.setUnitSystem(.imperial, for: .distance)
    #expect(group.unitSystem(for: .distance) == .imperial)
    #expect(group.unitSystem(for: .weight) == .metric)
    #expect(group.unitSystem == .metric)
    #expect(sandbox.group().unitSystem(for: .distance) == .imperial)
    #expect(group.string(forKey: SharedDefaults.Keys.Units.system(of: .distance)) == "imperial")
    try group.setUnitSystem(nil, for: .distance)
    #expect(group.unitSystem(for: .distance) == .metric)
    #expect(throws: AppGroupError.self) {
      try group.set("furlong", forKey: SharedDefaults.Keys.Units.system(of: .heartRate))
    }
  }

  @Test(arguments: Way.allCases)
  func `what was added is listed, the latest first, and removed`(_ way: Way) throws {
    let (sandbox, daemon) = try GroupDefaultsTests.sandbox(way)
    defer { daemon?.stop() }
    let group = sandbox.group()
    let day = Date(timeIntervalSince1970: 1_796_000_000)
    let stored = try group.add([
      MeasurementRecord(type: .distance, value: 3000, date: day - 1),
      MeasurementRecord(type: .weight, value: 70, date: day, note: "before breakfast"),
      MeasurementRecord(type: .distance, value: 5000, date: day + 1, source: "watch"),
    ])
    #expect(stored.allSatisfy { $0.offset != nil })
    let other = sandbox.group()
    #expect(try other.records(in: .day(of: day)) == stored.reversed())
    #expect(try other.records(of: .distance, in: .always) == [stored[2], stored[0]])
    #expect(try other.records(in: .always, limit: 1) == [stored[2]])
    #expect(try other.records(in: .between(day, day + 1)) == [stored[1]])
    #expect(try other.records(of: .height, in: .always).isEmpty)

    #expect(try other.remove(stored[1]))
    #expect(try !other.remove(stored[1]))
    #expect(try !group.remove(MeasurementRecord(type: .distance, value: 1, date: day)))
    #expect(try group.records(in: .always) == [stored[2], stored[0]])
    let ids = stored.map(\.id) + ["no id"]
    #expect(try group.removeRecords(ids: ids) == [stored[0], stored[2]])
    #expect(try other.records(in: .always).isEmpty)
    // What was removed can be put back as it was.
    try other.add(stored)
    #expect(try group.records(in: .always) == stored.reversed())
  }

  @Test func `a record that is added again keeps the offset where it was taken`() throws {
    let (first, second) = (try Sandbox(), try Sandbox())
    let day = try #require(Instant(seconds: 1_796_000_000))
    let record = Record(
      id: RecordID(high: 1, low: 2), type: .distance, value: 5000,
      time: Timestamp(day, offset: try #require(UTCOffset(minutes: -570))))
    let importing = GroupClient(options: first.options).importRecords()
    try importing.add([record])
    try importing.finish()
    let read = try first.group().records(in: .always)
    #expect(read.map(\.offset?.minutes) == [-570])
    try second.group().add(read)
    #expect(try second.group().records(in: .always) == read)
  }

  /// A clock that stands still until it is set.
  private final class StandingClock: Sendable {
    private struct State {
      var now: Instant
      var timer: CInt?
      var moment = Instant.latest
    }

    private let state: Guarded<State>

    init(_ now: Instant) {
      state = Guarded(State(now: now))
    }

    var clock: DayClock {
      DayClock(
        now: { [state] in state.withLock { $0.now } },
        arm: { [state] timer, moment in
          let descriptor = timer.descriptor
          state.withLock {
            $0.timer = descriptor
            $0.moment = moment
            Self.ringIfDue($0)
          }
        })
    }

    /// Sets the clock; whoever waits for that moment is woken.
    func set(to now: Instant) {
      state.withLock {
        $0.now = now
        Self.ringIfDue($0)
      }
    }

    /// A moment long past fires at once.
    private static func ringIfDue(_ state: State) {
      guard let timer = state.timer, state.now >= state.moment else { return }
      _ = units_timer_set_absolute(timer, 1, 0)
    }
  }

  @Test(.timeLimit(.minutes(10)), arguments: Way.allCases)
  func `today is another day from midnight on`(_ way: Way) async throws {
    let (sandbox, daemon) = try GroupDefaultsTests.sandbox(way)
    defer { daemon?.stop() }
    let day = LocalCalendar.day(containing: 1_796_000_000)
    let (start, end) = (
      try #require(Instant(seconds: day.start)), try #require(Instant(seconds: day.end))
    )
    let clock = StandingClock(try #require(Instant(microseconds: end.microseconds - 1)))
    let group = GroupDefaults(options: sandbox.options, clock: clock.clock)
    for (moment, value) in [(start, 1000.0), (end, 300.0)] {
      try group.add(
        MeasurementRecord(
          type: .distance, value: value, date: Date(timeIntervalSince1970: Double(moment.seconds)))
      )
    }
    #expect(try group.summary(of: .distance).sum == 1000)
    #expect(try group.records().map(\.value) == [1000])
    var summaries = group.summaries(of: .distance).makeAsyncIterator()
    #expect(await summaries.next()?.sum == 1000)
    clock.set(to: end)
    while let sum = await summaries.next()?.sum, sum != 300 { #expect(sum == 1000) }
    #expect(try group.records().map(\.value) == [300])
    // And the midnight after it.
    let next = LocalCalendar.day(containing: day.end)
    clock.set(to: try #require(Instant(seconds: next.end)))
    while let sum = await summaries.next()?.sum, sum != 0 { #expect(sum == 300) }
  }

  @Test func `an impossible measurement is refused, and nothing of its batch is stored`() throws {
    let sandbox = try Sandbox()
    let group = sandbox.group()
    #expect(
      throws: AppGroupError.invalidRecord(reason: "distance must be above zero: -5.0")
    ) {
      try group.add([
        MeasurementRecord(type: .distance, value: 5, date: Date()),
        MeasurementRecord(type: .distance, value: -5, date: Date()),
      ])
    }
    #expect(try group.summary(of: .distance).count == 0)
  }

  @Test(.timeLimit(.minutes(10)), arguments: Way.allCases)
  func `summaries follow what other programs add`(_ way: Way) async throws {
    let (sandbox, daemon) = try GroupDefaultsTests.sandbox(way)
    defer { daemon?.stop() }
    let day = Date(timeIntervalSince1970: 1_796_000_000)
    let writer = sandbox.group()
    var summaries = sandbox.group().summaries(of: .distance, in: .day(of: day)).makeAsyncIterator()
    #expect(await summaries.next()?.sum == 0)
    for total in 1...3 {
      try writer.add(MeasurementRecord(type: .distance, value: 1000, date: day))
      while let sum = await summaries.next()?.sum, sum != Double(total) * 1000 {}
    }
  }
}
