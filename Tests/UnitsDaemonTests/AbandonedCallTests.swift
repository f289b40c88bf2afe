// What a client asked for that has left is not begun: it may have done it another way since.

import Dispatch
import Glibc
import Testing
import Units
import UnitsDaemon
import UnitsJSON
import UnitsLinux
import UnitsStore

@Suite(.timeLimit(.minutes(10))) struct AbandonedCallTests {
  private static func oneway(_ call: String) -> String {
    String(call.dropLast()) + ",\"oneway\":true}"
  }

  private func addition(_ value: Int) -> String {
    Calls.call("records.Add", #"{"records":[{"type":"distance","value":\#(value)}]}"#)
  }

  private func recordCount(_ client: Client) throws -> Int {
    let list = #"{"method":"dev.units.records.List","more":true}"#
    return try ParsedReply(client.call(list)).parameters["records"]?.arrayValue?.count ?? -1
  }

  /// Waits until no other client is connected.
  private func waitUntilAlone(_ client: Client) throws {
    let deadline = MonotonicTime.now() + Client.patience
    while try ParsedReply(client.call(Calls.status)).parameters["connections"] != .integer(1) {
      if deadline.isPast { throw TestFailure("the others are still connected") }
    }
  }

  @Test func `of what came while the daemon stood only what wants no answer is done`() throws {
    let daemon = try DaemonProcess(try TestFolder(on: .memory))
    let other = try daemon.client()
    _ = try other.call(Calls.status)
    kill(daemon.identifier, SIGSTOP)
    do {
      let (writer, logger, sender) = (
        try daemon.client(), try daemon.client(), try daemon.client()
      )
      try writer.send(Calls.set(#"{"n":1}"#))
      try logger.send(addition(1_000))
      try sender.send(
        bytes: [Calls.set(#"{"a":1}"#), Self.oneway(Calls.set(#"{"b":1}"#))]
          .flatMap { Array($0.utf8) + [0] })
    }
    kill(daemon.identifier, SIGCONT)
    try waitUntilAlone(other)
    let values = try ParsedReply(other.call(Calls.get())).values
    #expect(values["n"] == nil && values["a"] == nil && values["b"] == .integer(1))
    #expect(try recordCount(other) == 0)
    #expect(daemon.end() == 0)
  }

  @Test func `a client that only ends its sending side is answered`() throws {
    let daemon = try DaemonProcess(try TestFolder(on: .memory))
    kill(daemon.identifier, SIGSTOP)
    let writer = try daemon.client()
    try writer.send(Calls.set(#"{"n":1}"#))
    try writer.finishSending()
    kill(daemon.identifier, SIGCONT)
    #expect(try writer.readToEnd().count == 1)
    #expect(try ParsedReply(daemon.client().call(Calls.get())).values["n"] == .integer(1))
    #expect(daemon.end() == 0)
  }

  @Test(arguments: [false, true])
  func `a commit that waits for the lock when its client leaves`(isOneway: Bool) throws {
    let daemon = try RunningDaemon()
    let other = try daemon.client()
    _ = try other.call(Calls.set(#"{"there":true}"#))
    do {
      let path = daemon.folder.paths.lock(of: .standard)
      guard let lock = try FileLock.attempt(at: path) else { throw TestFailure("locked: \(path)") }
      do {
        let writer = try daemon.client()
        let call = Calls.set(#"{"n":1}"#)
        try writer.send(isOneway ? Self.oneway(call) : call)
        // Whoever is answered later was received later.
        _ = try other.call(Calls.status)
      }
      if !isOneway { try waitUntilAlone(other) }
      _ = consume lock
    }
    _ = try other.call(Calls.set(#"{"m":1}"#))
    try waitUntilAlone(other)
    let values = try ParsedReply(other.call(Calls.get())).values
    #expect(values["n"] == (isOneway ? .integer(1) : nil))
  }

  @Test func `a record that waits for its turn when its client leaves`() throws {
    let gate = DispatchSemaphore(value: 0)
    let daemon = try RunningDaemon(TestFolder(on: .memory)) {
      GatedRecords(RecordStore(path: $0), gate: gate)
    }
    let (first, other) = (try daemon.client(), try daemon.client())
    let summary =
      #"{"type":"distance","since":"2026-01-01T00:00:00Z","until":"2027-01-01T00:00:00Z"}"#
    try first.send(Calls.call("records.Summary", summary))
    do {
      let logger = try daemon.client()
      try logger.send(addition(1_000))
      _ = try other.call(Calls.status)
    }
    // The loop hears of the one that left before it reads these.
    for _ in 0..<2 { _ = try other.call(Calls.status) }
    gate.signal()
    #expect(try ParsedReply(first.reply()).error == nil)
    #expect(try recordCount(other) == 0)
  }
}

/// Records whose sums wait for a gate.
private final class GatedRecords: RecordsDatabase {
  private let store: RecordStore
  private let gate: DispatchSemaphore

  init(_ store: RecordStore, gate: DispatchSemaphore) {
    self.store = store
    self.gate = gate
  }

  var path: String { store.path }
  var changedPath: String { store.changedPath }

  func add(
    _ records: [NewRecord], now: Instant, deadline: MonotonicTime
  ) throws(RecordStoreError) -> [Addition] {
    try store.add(records, now: now, deadline: deadline)
  }

  func merge(
    _ records: [Record], deadline: MonotonicTime
  ) throws(RecordStoreError) -> MergeReceipt {
    try store.merge(records, deadline: deadline)
  }

  func remove(_ ids: [RecordID], deadline: MonotonicTime) throws(RecordStoreError) -> [Record] {
    try store.remove(ids, deadline: deadline)
  }

  func page(
    of query: RecordQuery, from place: RecordPlace, limit: Int, deadline: MonotonicTime
  ) throws(RecordStoreError) -> RecordPage {
    try store.page(of: query, from: place, limit: limit, deadline: deadline)
  }

  func summary(
    type: MeasurementType, since: Instant, until: Instant, deadline: MonotonicTime
  ) throws(RecordStoreError) -> RecordSummary {
    gate.wait()
    return try store.summary(type: type, since: since, until: until, deadline: deadline)
  }

  func touchChanged() throws(SystemError) { try store.touchChanged() }

  func dataVersion(deadline: MonotonicTime) throws(RecordStoreError) -> RecordStore.DataVersion? {
    try store.dataVersion(deadline: deadline)
  }
}
