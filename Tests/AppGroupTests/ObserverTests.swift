import Foundation
import Observation
import Testing
import Units
import UnitsLinux

@testable import AppGroup

private enum Keys {
  static let flag = Key("flag", default: false)
  static let count = Key("count", default: 0)
  static let window = Key("window", default: Window())
}

private struct Window: Codable, Equatable, Sendable {
  var width = 640
  var title = ""
}

/// What observers are told: what the key sees, and whatever others do.
@Suite(.timeLimit(.minutes(10))) struct ObserverTests {
  let sandbox: Sandbox
  let group: GroupDefaults

  init() throws {
    sandbox = try Sandbox()
    group = sandbox.group()
  }

  @Test func `what reads the same is told once`() throws {
    let told = Told<Bool>()
    let observation = group.observe(Keys.flag) { told.add($0) }
    defer { observation.cancel() }
    #expect(told.wait(for: 1) == [false])
    for value in [false, 0, "NO", 0.0] as [any Sendable] {
      try group.set(value, forKey: "flag")
    }
    try group.removeObject(forKey: "flag")
    try group.set(true, forKey: "flag")
    #expect(told.wait(for: 2) == [false, true])
    try group.set("yes", forKey: "flag")
    try group.set(false, forKey: "flag")
    #expect(told.wait(for: 3) == [false, true, false])
  }

  @Test func `an observer that is blocked stops no other`() throws {
    let gate = DispatchSemaphore(value: 0)
    let blocked = Told<Int>()
    let (one, other) = (Told<Int>(), Told<Int>())
    let observations = [
      group.observe(Keys.count) { count in
        blocked.add(count)
        gate.wait()
      },
      group.observe(Keys.count) { one.add($0) },
      group.observe(Keys.count) { other.add($0) },
    ]
    #expect(blocked.wait(for: 1) == [0])
    #expect(one.wait(for: 1) == [0])
    #expect(other.wait(for: 1) == [0])
    for count in 1...5 {
      try group.set(count, forKey: "count")
      #expect(one.wait(for: count + 1).last == count)
      #expect(other.wait(for: count + 1).last == count)
    }
    #expect(blocked.all == [0])
    for _ in 0..<2 { gate.signal() }
    // Then the latest, once.
    #expect(blocked.wait(for: 2) == [0, 5])
    for observation in observations { observation.cancel() }
    gate.signal()
  }

  @Test func `the old value is told with the new one`() throws {
    try group.set(1, forKey: "count")
    let told = Told<[Int]>()
    let observation = group.observe(Keys.count) { old, new in told.add([old, new]) }
    defer { observation.cancel() }
    try group.set(2, forKey: "count")
    #expect(told.wait(for: 1) == [[1, 2]])
    try group.removeObject(forKey: "count")
    #expect(told.wait(for: 2) == [[1, 2], [2, 0]])
  }

  @Test func `several keys, and the whole group, are told with old and new values`() async throws {
    try await group.set(1, forKey: "count")
    let (some, all) = (Told<String>(), Told<[String]>())
    let observations = [
      group.observe(anyOf: Keys.count, Keys.flag) { change in
        some.add(
          "\(change.names) \(change.old(Keys.count))-\(change.new(Keys.count))"
            + " \(change.contains(Keys.flag)) \(change.new(Keys.flag))")
      },
      group.observeAll { all.add($0.names) },
    ]
    defer { for observation in observations { observation.cancel() } }
    var changes = group.allChanges.makeAsyncIterator()
    try await group.set("x", forKey: "other")
    #expect(all.wait(for: 1) == [["other"]])
    #expect(await changes.next()?.new("other") == .string("x"))
    try await group.transaction {
      $0[Keys.count] = 5
      $0[Keys.flag] = true
    }
    #expect(some.wait(for: 1) == [#"["count", "flag"] 1-5 true true"#])
    #expect(all.wait(for: 2) == [["other"], ["count", "flag"]])
    let second = await changes.next()
    #expect(second?.old("count") == .integer(1))
    #expect(second?.old("flag") == nil)
  }

  @Test func `a property by its name has the default that it is written with`() throws {
    @SharedStorage("count", store: group) var count = 3
    @SharedStorage("window", store: group) var window = Window()
    #expect(count == 3)
    count = 4
    #expect(group[Keys.count] == 4)
    $count.update { $0 += 1 }
    #expect(count == 5)
    // A part is written without what another program set meanwhile being lost.
    let title = $window.title
    try sandbox.group().update(Keys.window) { $0.width = 800 }
    title.set("Diary")
    title.update { $0 += "!" }
    #expect(title.get() == "Diary!")
    #expect(sandbox.group()[Keys.window] == Window(width: 800, title: "Diary!"))
  }

  @Observable fileprivate final class Model {
    @ObservationIgnored let count: SharedPreference<Int>
    @ObservationIgnored @SharedStorage var flag: Bool
    var factor = 1
    var product: Int { count.value * factor }

    init(_ group: GroupDefaults) {
      count = SharedPreference(Keys.count, store: group)
      _flag = SharedStorage(Keys.flag, store: group)
    }
  }

  @Test func `a model that is observable hears of both kinds of properties`() async throws {
    let model = Model(group)
    let (changed, announce) = AsyncStream.makeStream(of: Void.self)
    var changes = changed.makeAsyncIterator()
    func track() -> Int {
      withObservationTracking {
        model.flag ? 0 : model.product
      } onChange: {
        announce.yield()
      }
    }
    #expect(track() == 0)
    try await sandbox.group().set(7, forKey: "count")
    await changes.next()
    #expect(track() == 7)
    model.factor = 2
    await changes.next()
    #expect(track() == 14)
    model.flag = true
    await changes.next()
    #expect(track() == 0)
    try model.count.update { $0 += 1 }
    #expect(sandbox.group()[Keys.count] == 8)
  }

  @Test func `records are told one by one, and as lists`() async throws {
    let day = Date(timeIntervalSince1970: 1_796_000_000)
    let records = (0..<1200).map {
      MeasurementRecord(type: .distance, value: Double($0 + 1), date: day + Double($0))
    }
    try group.add(Array(records[..<1000]))
    try group.add(Array(records[1000...]))
    var seen: [String] = []
    for try await record in sandbox.group().allRecords(of: .distance) { seen.append(record.id) }
    #expect(seen == records.reversed().map(\.id))
    var lists = group.recordChanges(of: .distance, in: .always, limit: 2).makeAsyncIterator()
    #expect(await lists.next()?.map(\.id) == [records[1199].id, records[1198].id])
    try sandbox.group().remove(records[1199])
    while let list = await lists.next(), list.first?.id != records[1198].id {}
  }

  @Test func `a record is itself before it is stored, and coded`() throws {
    let record = MeasurementRecord(type: .heartRate, value: 60, note: "calm")
    #expect(abs(record.date.timeIntervalSinceNow) < 60)
    let stored = try group.add(record)
    #expect(stored.id == record.id)
    try group.add(record)
    #expect(try group.summary(of: .heartRate).count == 1)
    for one in [record, stored] {
      let data = try JSONEncoder().encode(one)
      #expect(try JSONDecoder().decode(MeasurementRecord.self, from: data) == one)
      group[Key("last", default: MeasurementRecord?.none)] = one
      #expect(sandbox.group()[Key("last", default: MeasurementRecord?.none)] == one)
    }
  }

  @Test func `a unit is chosen by the system`() {
    #expect(MeasurementType.distance.targetUnit(isMetric: true) == .kilometer)
    #expect(MeasurementType.distance.targetUnit(isMetric: false) == .mile)
  }
}
