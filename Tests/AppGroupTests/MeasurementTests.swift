import AppGroup
import Foundation
import Testing
import Units

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
    #expect(stored.id != nil)
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
