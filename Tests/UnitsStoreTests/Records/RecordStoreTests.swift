import Foundation
import Testing
import Units
import UnitsLinux

@testable import UnitsStore

@Suite struct RecordStoreTests {
  private let fixture: RecordFixture
  private let store: RecordStore

  init() throws {
    fixture = try RecordFixture()
    store = RecordStore(path: fixture.path)
  }

  @Test func `reading an absent database finds nothing and creates nothing`() throws {
    #expect(try store.whole() == .empty)
    #expect(try store.dataVersion(deadline: .soon) == nil)
    #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.root) == [])
  }

  @Test func `adding nothing creates nothing`() throws {
    #expect(try store.add([], now: morning.instant, deadline: .soon) == [])
    #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.root) == [])
  }

  @Test func `directories and files made on the way are private`() throws {
    try store.add(distance(5000))
    try store.touchChanged()
    #expect(try fixture.mode(of: fixture.root + "/share") == 0o700)
    #expect(try fixture.mode(of: fixture.directory) == 0o700)
    let names = try fixture.names()
    #expect(
      names == ["group.changed", "group.sqlite", "group.sqlite-shm", "group.sqlite-wal"])
    for name in names { #expect(try fixture.mode(of: "\(fixture.directory)/\(name)") == 0o600) }
  }

  @Test func `a summary has count, sum, least, greatest and last`() throws {
    try store.add(distance(5000, after: 60), distance(2500, after: 0), distance(7000, after: 30))
    let summary = try store.whole()
    #expect(summary.count == 3)
    #expect(summary.sum == 14_500)
    #expect(summary.minimum == 2500)
    #expect(summary.maximum == 7000)
    #expect(summary.last?.value == 5000)
  }

  @Test func `a span begins with its first moment and ends before its last`() throws {
    for seconds in [-1, 0, 1, 59, 60] as [Int64] {
      try store.add(distance(Double(100 + seconds), after: seconds))
    }
    let minute = try store.summary(
      type: .distance, since: instant(0), until: instant(60), deadline: .soon)
    #expect(minute.count == 3)
    #expect(minute.minimum == 100)
    #expect(minute.maximum == 159)
    let backwards = try store.summary(
      type: .distance, since: instant(60), until: instant(0), deadline: .soon)
    #expect(backwards == .empty)
  }

  @Test func `types are summed up apart`() throws {
    try store.add(
      distance(5000), NewRecord(type: .weight, value: 90, time: morning),
      NewRecord(type: .heartRate, value: 62, time: morning))
    #expect(try store.whole(.distance).sum == 5000)
    #expect(try store.whole(.weight).sum == 90)
    #expect(try store.whole(.heartRate).last?.type == .heartRate)
    #expect(try store.whole(.height) == .empty)
  }

  @Test func `a record comes back as it was handed in`() throws {
    let offset = try #require(UTCOffset(minutes: -210))
    let time = Timestamp(try #require(Instant(microseconds: -1_234_567)), offset: offset)
    let id = try #require(RecordID("a17f22e2-79b0-8cc3-98c4-dc0c0c07398f"))
    let new = try NewRecord(
      id: id, type: .temperature, value: -273.15, time: time, note: "né\n\"quoted\"",
      source: "sensor")
    let addition = try #require(try store.add(new).first)
    #expect(addition.outcome == .added)
    let last = try store.whole(.temperature).last
    #expect(last == addition.record)
    #expect(
      last
        == Record(
          id: id, type: .temperature, value: -273.15, time: time, note: "né\n\"quoted\"",
          source: "sensor"))
  }

  @Test func `records without an id get rising ones of the present time`() throws {
    let additions = try store.add(distance(1, after: -1000), distance(2), distance(3))
    let ids = additions.map(\.record.id)
    #expect(ids == ids.sorted())
    #expect(Set(ids).count == 3)
    #expect(Int64(ids[0].high >> 16) == morning.instant.microseconds / 1000)
  }

  @Test func `of records at one moment the last is that of the greatest id`() throws {
    try store.add(
      distance(1, id: RecordID(high: 5, low: 9)), distance(2, id: RecordID(high: 6, low: 1)),
      distance(3, id: RecordID(high: 5, low: 10)))
    #expect(try store.whole().last?.value == 2)
  }

  @Test func `a record whose id is there already changes nothing`() throws {
    let id = RecordID(high: 1, low: 2)
    try store.add(distance(5000, id: id, note: "first"))
    let again = try store.add(distance(7000, id: id), distance(1), distance(2, id: id))
    #expect(again.map(\.outcome) == [.alreadyPresent, .added, .alreadyPresent])
    #expect(again[0].record.value == 5000)
    #expect(again[2].record.note == "first")
    #expect(try store.whole().sum == 5001)
  }

  @Test func `a thousand records are added, one more is refused`() throws {
    let thousand = try (0..<1000).map { try distance(1, after: $0) }
    #expect(try store.add(thousand, now: morning.instant, deadline: .soon).count == 1000)
    let error = #expect(throws: RecordStoreError.self) {
      try store.add(thousand + [distance(1)], now: morning.instant, deadline: .soon)
    }
    #expect(error?.description == "1001 records in one call exceed the limit of 1000")
    #expect(try store.whole().count == 1000)
  }

  @Test func `all records are added or none`() throws {
    try store.add(distance(1))
    let other = try fixture.otherConnection()
    try other.execute(
      """
      CREATE TRIGGER refuse BEFORE INSERT ON records WHEN NEW.note = 'bad'
      BEGIN SELECT RAISE(ABORT, 'refused'); END
      """)
    let error = #expect(throws: RecordStoreError.self) {
      try store.add(distance(2), distance(3, note: "bad"), distance(4))
    }
    guard case .database(let cause) = error else {
      Issue.record("not the database's error: \(String(describing: error))")
      return
    }
    #expect(cause.code == 19)
    #expect(cause.message == "refused")
    #expect(cause.statement == RecordStatements.insert)
    #expect(try store.whole().count == 1)
    try store.add(distance(5))
    #expect(try store.whole().sum == 6)
  }

  /// What an earlier version or another program may have stored.
  private func insert(_ value: Double, offset: Int64 = 0) throws {
    try fixture.otherConnection().prepare(
      "INSERT INTO records VALUES (randomblob(16), 'distance', ?, ?, ?, NULL, NULL)"
    ).run([.double(value), .integer(morning.instant.microseconds), .integer(offset)])
  }

  private func list() throws -> [Record] {
    let query = RecordQuery(order: .oldestFirst)
    return try store.page(of: query, from: RecordPlace(beforeAllOf: query), deadline: .soon).records
  }

  @Test func `a sum past the largest number stays there`() throws {
    let largest = Double.greatestFiniteMagnitude
    try store.add(distance(1))
    try insert(largest)
    try insert(largest)
    #expect(try store.whole().sum == largest)
  }

  @Test func `another program's infinity is read as the largest number, and costs no other record`()
    throws
  {
    try store.add(distance(1, after: -60))
    try insert(.infinity)
    let summary = try store.whole()
    #expect(summary.maximum == .greatestFiniteMagnitude)
    #expect(summary.sum == .greatestFiniteMagnitude)
    #expect(summary.last?.value == .greatestFiniteMagnitude)
    let records = try list()
    #expect(records.map(\.value) == [1, .greatestFiniteMagnitude])
    #expect(try store.remove([records[1].id], deadline: .soon) == [records[1]])
    #expect(try store.whole().sum == 1)
  }

  @Test(arguments: [Int64.max, .min, 9999])
  func `another program's offset that is none is read as UTC`(offset: Int64) throws {
    try store.add(distance(1, after: -60))
    try insert(5, offset: offset)
    #expect(try store.whole().last?.time.offset == .zero)
    #expect(try list().map(\.value) == [1, 5])
  }

  @Test(arguments: [Double.infinity, .nan, 1e308, 1e15.nextUp, -1])
  func `nothing that no measurement has is merged`(value: Double) throws {
    func record(_ low: UInt64, _ value: Double) -> Record {
      Record(id: RecordID(high: 1, low: low), type: .distance, value: value, time: morning)
    }
    let error = #expect(throws: RecordStoreError.self) {
      try store.merge([record(1, 5000), record(2, value)], deadline: .soon)
    }
    guard case .impossible(1, let cause) = error else {
      Issue.record("not the record's error: \(String(describing: error))")
      return
    }
    #expect(error?.description == cause.description)
    #expect(try store.whole() == .empty)
  }

  @Test func `a summary reads one range of the index, and its last record no more than one`()
    throws
  {
    try store.add(distance(1))
    let other = try fixture.otherConnection()
    func plan(_ statement: String) throws -> String? {
      try other.prepare("EXPLAIN QUERY PLAN " + statement)
        .firstRow([.text("distance"), .integer(0), .integer(1)])?.last?.textValue
    }
    let range = "records_by_time (type=? AND time>? AND time<?)"
    #expect(
      try plan(RecordStatements.totals) == "SEARCH records USING COVERING INDEX \(range)")
    #expect(try plan(RecordStatements.last) == "SEARCH records USING INDEX \(range)")
  }
}
