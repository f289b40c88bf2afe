import Foundation
import TestSupport
import Testing
import Units
import UnitsClient
import UnitsLinux
import UnitsStore

/// How a client reaches the records.
enum Way: CaseIterable, Sendable {
  case daemon
  case directly
}

@Suite(.timeLimit(.minutes(10))) struct RecordClientTests {
  let scratch = Scratch()

  /// So many distances, a second apart from 2026-11-30T00:00:00Z on.
  private static func records(_ numbers: Range<Int>) throws -> [Record] {
    try numbers.map { number in
      Record(
        id: RecordID(high: 1, low: UInt64(number)), type: .distance, value: Double(number + 1),
        time: Timestamp(try #require(Instant(seconds: 1_795_996_800 + Int64(number)))),
        note: number % 3 == 0 ? "every third" : nil)
    }
  }

  private func list(_ list: RecordList) throws -> [Record] {
    var records: [Record] = []
    while let page = try list.next() { records += page }
    return records
  }

  private func importAll(_ records: [Record], through client: GroupClient) throws -> RecordImport {
    let merging = client.importRecords()
    for start in stride(from: 0, to: records.count, by: RecordImport.batchSize) {
      let end = min(start + RecordImport.batchSize, records.count)
      try merging.add(Array(records[start..<end]))
    }
    try merging.finish()
    return merging
  }

  @Test(arguments: Way.allCases)
  func `what is imported is listed, summed up and removed`(way: Way) throws {
    let daemon = way == .daemon ? try scratch.startDaemon() : nil
    let client = scratch.client()
    let records = try Self.records(0..<1_700)
    let first = try importAll(records, through: client)
    #expect((first.count, first.addedCount) == (1_700, 1_700))
    let second = try importAll(records + Self.records(1_690..<1_710), through: client)
    #expect((second.count, second.addedCount) == (1_720, 10))

    let all = try Self.records(0..<1_710)
    #expect(try list(client.listRecords(RecordQuery(order: .oldestFirst))) == all)
    #expect(try list(client.listRecords(RecordQuery())) == all.reversed())
    #expect(
      try list(client.listRecords(RecordQuery(), limit: 700)) == Array(all.reversed().prefix(700)))
    #expect(try list(client.listRecords(RecordQuery(), limit: 0)).isEmpty)
    #expect(try list(client.listRecords(RecordQuery(type: .weight))).isEmpty)
    let query = RecordQuery(
      type: .distance, since: all[3].time.instant, until: all[5].time.instant)
    #expect(try list(client.listRecords(query)).map(\.value) == [5, 4])

    let spans = all.prefix(100).map {
      RecordSpan(
        type: .distance, since: $0.time.instant,
        until: Instant(microseconds: $0.time.instant.microseconds + 1) ?? .latest)
    }
    #expect(try client.summaries(spans).map(\.sum) == all.prefix(100).map(\.value))
    #expect(client.route == (way == .daemon ? .daemon : .store))

    let removed = try client.removeRecords([all[7].id, RecordID(high: 2, low: 2), all[6].id])
    #expect(removed == [all[7], all[6]])
    #expect(try client.removeRecords([all[7].id]).isEmpty)
    #expect(try list(client.listRecords(RecordQuery())).count == 1_708)
    daemon?.signal(SIGTERM)
  }

  @Test func `records with the longest notes are imported, however large that makes them`() throws {
    let daemon = try scratch.startDaemon()
    let client = scratch.client()
    let note = String(repeating: "\"", count: NewRecord.noteLimit)
    let records = try Self.records(0..<500).map { record in
      Record(
        id: record.id, type: record.type, value: record.value, time: record.time, note: note)
    }
    let merging = try importAll(records, through: client)
    #expect((merging.count, merging.addedCount) == (500, 500))
    #expect(try list(client.listRecords(RecordQuery(order: .oldestFirst))) == records)
    daemon.signal(SIGTERM)
  }

  @Test func `a list goes on directly where the daemon is lost`() throws {
    let daemon = try scratch.startDaemon()
    let all = try Self.records(0..<20_000)
    _ = try importAll(all, through: scratch.client())
    let rest = scratch.client().listRecords(RecordQuery(order: .oldestFirst))
    var records = try #require(try rest.next())
    daemon.signal(SIGKILL)
    while let page = try rest.next() { records += page }
    #expect(records == all)
  }

  @Test func `an import goes on directly where the daemon is lost`() throws {
    let daemon = try scratch.startDaemon()
    let all = try Self.records(0..<5_000)
    let merging = scratch.client().importRecords()
    try merging.add(Array(all[..<500]))
    try merging.add(Array(all[500..<1_000]))
    daemon.signal(SIGKILL)
    for start in stride(from: 1_000, to: 5_000, by: 500) {
      try merging.add(Array(all[start..<(start + 500)]))
    }
    try merging.finish()
    #expect(merging.count == 5_000)
    #expect(try list(scratch.client().listRecords(RecordQuery(order: .oldestFirst))) == all)
  }

  @Test func `with a named socket nothing is done directly`() throws {
    var options = scratch.options(timeout: .milliseconds(200))
    options.socket = SocketAddress(path: scratch.socketPath, choice: .named)
    options.route = .daemonOnly
    let client = GroupClient(options: options)
    #expect(throws: ClientError.self) { try client.listRecords(RecordQuery()).next() }
    #expect(throws: ClientError.self) { try client.importRecords().add(Self.records(0..<1)) }
    let stuck = try FalseDaemon(at: scratch.socketPath, serving: nil)
    #expect(throws: ClientError.outcomeUnknown(socket: scratch.socketPath)) {
      try client.listRecords(RecordQuery()).next()
    }
    // It was waited for, and is not again so soon.
    #expect(throws: ClientError.timedOut(socket: scratch.socketPath)) {
      try client.importRecords().add(Self.records(0..<1))
    }
    let merging = GroupClient(options: options).importRecords()
    try merging.add(Self.records(0..<1))
    #expect(throws: ClientError.outcomeUnknown(socket: scratch.socketPath)) {
      try merging.finish()
    }
    #expect(!FileManager.default.fileExists(atPath: scratch.database))
    withExtendedLifetime(stuck) {}
  }

  @Test func `a stuck daemon delays a list and an import and does not stop them`() throws {
    let stuck = try FalseDaemon(at: scratch.socketPath, serving: nil)
    let client = scratch.client(timeout: .milliseconds(200))
    let records = try Self.records(0..<3)
    let merging = try importAll(records, through: client)
    #expect((merging.count, merging.addedCount) == (3, 3))
    #expect(try list(client.listRecords(RecordQuery(order: .oldestFirst))) == records)
    withExtendedLifetime(stuck) {}
  }

  @Test func `a removal whose reply is lost is unknown and not done directly`() throws {
    _ = try importAll(Self.records(0..<2), through: scratch.directClient())
    let stuck = try FalseDaemon(at: scratch.socketPath, serving: nil)
    #expect(throws: ClientError.outcomeUnknown(socket: scratch.socketPath)) {
      try scratch.client(timeout: .milliseconds(50)).removeRecords([RecordID(high: 1, low: 0)])
    }
    #expect(try list(scratch.directClient().listRecords(RecordQuery())).count == 2)
    withExtendedLifetime(stuck) {}
  }
}
