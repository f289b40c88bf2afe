import Testing
import Units
import UnitsLinux

@testable import UnitsStore

@Suite struct RecordListTests {
  private let fixture: RecordFixture
  private let store: RecordStore

  init() throws {
    fixture = try RecordFixture()
    store = RecordStore(path: fixture.path)
  }

  /// The whole list, page by page.
  private func list(_ query: RecordQuery, pageSize: Int = RecordPage.countLimit) throws -> [Record]
  {
    var records: [Record] = []
    var place: RecordPlace? = RecordPlace(beforeAllOf: query)
    while let from = place {
      let page = try store.page(of: query, from: from, limit: pageSize, deadline: .soon)
      records += page.records
      place = page.next
    }
    return records
  }

  @Test func `a list of an absent database is empty and creates nothing`() throws {
    #expect(try list(RecordQuery()).isEmpty)
    #expect(try store.remove([RecordID(high: 1, low: 2)], deadline: .soon).isEmpty)
    #expect(throws: (any Error).self) { try fixture.names() }
  }

  /// Records of three types, several of them at one moment.
  private func fill() throws -> [Record] {
    var new: [NewRecord] = []
    for number in 0..<60 {
      let type = [MeasurementType.distance, .weight, .heartRate][number % 3]
      let id = RecordID(high: UInt64(number * 7919 % 61), low: UInt64(number))
      new.append(
        try NewRecord(
          id: id, type: type, value: Double(number + 1),
          time: Timestamp(instant(Int64(number / 7 * 10)))))
    }
    return try store.add(new, now: morning.instant, deadline: .soon).map(\.record)
  }

  private static let types: [MeasurementType?] = [nil, .distance, .weight, .temperature]

  @Test(arguments: types, [1, 2, 7, 60])
  func `a list has every record of its type once, whatever the size of its pages`(
    type: MeasurementType?, pageSize: Int
  ) throws {
    let all = try fill()
    let expected = all.filter { type == nil || $0.type == type }.sorted {
      ($0.time.instant, $0.id) < ($1.time.instant, $1.id)
    }
    #expect(
      try list(RecordQuery(type: type, order: .oldestFirst), pageSize: pageSize) == expected)
    #expect(try list(RecordQuery(type: type), pageSize: pageSize) == expected.reversed())
  }

  @Test(arguments: [RecordQuery.Order.newestFirst, .oldestFirst], types)
  func `a list begins with its first moment and ends before its last`(
    order: RecordQuery.Order, type: MeasurementType?
  ) throws {
    let all = try fill().filter { type == nil || $0.type == type }
    let span = instant(20)..<instant(50)
    let query = RecordQuery(
      type: type, since: span.lowerBound, until: span.upperBound, order: order)
    let found = try list(query, pageSize: 4)
    #expect(Set(found) == Set(all.filter { span.contains($0.time.instant) }))
    let backwards = RecordQuery(
      type: type, since: span.upperBound, until: span.lowerBound, order: order)
    #expect(try list(backwards).isEmpty)
  }

  @Test func `what is added and removed while a list is read moves nothing else in it`() throws {
    let query = RecordQuery(type: .distance)
    try store.add(distance(1, after: 10), distance(2, after: 20), distance(3, after: 30))
    let first = try store.page(
      of: query, from: RecordPlace(beforeAllOf: query), limit: 1, deadline: .soon)
    #expect(first.records.map(\.value) == [3])
    try store.add(distance(4, after: 40), distance(5, after: 15))
    #expect(try store.remove(first.records.map(\.id), deadline: .soon) == first.records)
    let place = try #require(first.next)
    let rest = try store.page(of: query, from: place, deadline: .soon)
    #expect(rest.records.map(\.value) == [2, 5, 1])
    #expect(rest.next == nil)
  }

  @Test func `a page of long notes has fewer records`() throws {
    let note = String(repeating: "x", count: NewRecord.noteLimit)
    for second in 0..<40 as Range<Int64> {
      try store.add(try distance(1, after: second, note: note))
    }
    let query = RecordQuery()
    let page = try store.page(
      of: query, from: RecordPlace(beforeAllOf: query), deadline: .soon)
    #expect(page.records.count == RecordPage.textLimit / NewRecord.noteLimit)
    #expect(page.next != nil)
    #expect(try list(query).count == 40)
  }

  @Test(arguments: [RecordQuery.Order.newestFirst, .oldestFirst])
  func `a page reads its own part of one range of the index for each type`(
    order: RecordQuery.Order
  ) throws {
    try store.add(distance(1))
    let other = try fixture.otherConnection()
    func plan(_ statement: String, _ parameters: [SQLiteValue]) throws -> [String] {
      var lines: [String] = []
      try other.prepare("EXPLAIN QUERY PLAN " + statement).forEachRow(parameters) { row in
        lines.append(row.last?.textValue ?? "")
        return .more
      }
      return lines
    }
    let parameters: [SQLiteValue] = [
      .integer(0), .integer(1), .blob([]), .integer(10), .text("distance"),
    ]
    let range =
      order == .newestFirst ? "time>? AND (time,id)<(?,?)" : "(time,id)>(?,?) AND time<?"
    let search = "SEARCH records USING INDEX records_by_time (type=? AND \(range))"
    #expect(try plan(RecordStatements.list(order), parameters) == [search])
    let merge = try plan(RecordStatements.listOfAllTypes(order), Array(parameters.dropLast()))
    #expect(merge.filter { $0 == search }.count == MeasurementType.allCases.count)
    #expect(!merge.contains { $0.contains("TEMP") || $0.contains("SCAN") })
  }

  @Test func `removing tells which records were there, and removes all or none`() throws {
    let ids = (1...4).map { RecordID(high: 0, low: $0) }
    try store.add(distance(1, id: ids[0]), distance(2, id: ids[1]), distance(3, id: ids[2]))
    let removed = try store.remove([ids[2], ids[3], ids[0], ids[2]], deadline: .soon)
    #expect(removed.map(\.value) == [3, 1])
    #expect(try store.remove([ids[2], ids[0]], deadline: .soon).isEmpty)
    #expect(try store.whole().sum == 2)
    let other = try fixture.otherConnection()
    try other.execute(
      """
      CREATE TRIGGER keep BEFORE DELETE ON records WHEN OLD.value = 2
      BEGIN SELECT RAISE(ABORT, 'kept'); END
      """)
    try store.add(distance(7, id: ids[0]))
    #expect(throws: RecordStoreError.self) {
      try store.remove([ids[0], ids[1]], deadline: .soon)
    }
    #expect(try store.whole().sum == 9)
  }

  @Test func `a thousand records are removed at once, one more is refused`() throws {
    let ids = (0...1000).map { RecordID(high: 9, low: UInt64($0)) }
    try store.add(distance(1))
    #expect(try store.remove(Array(ids.prefix(1000)), deadline: .soon).isEmpty)
    #expect(throws: RecordStoreError.tooMany(limit: 1000, count: 1001)) {
      try store.remove(ids, deadline: .soon)
    }
  }

  @Test func `merging adds what is new, leaves what is there, and tells the range`() throws {
    let ids = (1...3).map { RecordID(high: 0, low: $0) }
    try store.add(distance(1, id: ids[0]))
    func record(_ index: Int, _ seconds: Int64) -> Record {
      Record(
        id: ids[index], type: .distance, value: 100, time: Timestamp(instant(seconds)))
    }
    let receipt = try store.merge(
      [record(0, 5), record(1, 20), record(2, 10)], deadline: .soon)
    #expect(receipt.addedCount == 2)
    #expect(
      receipt.change
        == RecordsChange(
          type: .distance, since: instant(10),
          until: Instant(microseconds: instant(20).microseconds + 1)))
    #expect(try store.whole().sum == 201)
    let again = try store.merge([record(2, 10), record(1, 20)], deadline: .soon)
    #expect(again == MergeReceipt(addedCount: 0, change: nil))
    #expect(try store.whole().sum == 201)
  }
}
