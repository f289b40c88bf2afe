import Foundation
import Testing
import Units
import UnitsClient
import UnitsJSON
import UnitsLinux
import UnitsProtocol
import UnitsStore
import Varlink

@Suite struct DirectClientTests {
  let scratch = Scratch()

  @Test func `what is set is read, listed and removed`() throws {
    let client = scratch.client()
    try client.set(["b": .integer(1), "a": .string("x")])
    #expect(client.route == .store)
    #expect(try client.get(["a", "absent"]).object == ["a": .string("x")])
    #expect(try scratch.client().list().keys == ["a", "b"])
    try client.set(["a": .null])
    #expect(try scratch.client().list().object == ["b": .integer(1)])
    try client.set(["c": .bool(true)], extent: .replace)
    #expect(try scratch.client().list().object == ["c": .bool(true)])
  }

  @Test func `a comparison that fails changes nothing and tells what is stored`() throws {
    let client = scratch.client()
    try client.set(["n": .integer(1)])
    let failed = try client.compareAndSet(
      expected: ["n": .double(1.0)], values: ["n": .integer(2)])
    #expect(failed.outcome == .comparisonFailed)
    #expect(failed.values.object == ["n": .integer(1)])
    let held = try client.compareAndSet(expected: ["n": .integer(1)], values: ["n": .integer(2)])
    #expect(held.outcome == .applied)
    #expect(held.values.object == ["n": .integer(2)])
  }

  @Test func `a value that the key cannot have is refused with the allowed words`() throws {
    let client = scratch.client()
    #expect(
      throws: ClientError.preferences(
        .invalidValue(
          key: "dev.units.system", reason: "not a unit system", allowed: ["metric", "imperial"]))
    ) {
      try client.set(["dev.units.system": .string("furlong")])
    }
    #expect(client.route == nil)
  }

  @Test func `a toggle starts from the locale's system`() throws {
    #expect(try scratch.client().toggle() == .metric)
    #expect(try scratch.client().toggle() == .imperial)
  }

  @Test func `a toggle of a word that is none takes the locale's other`() throws {
    try scratch.write(#"{"dev.units.system": "furlong"}"#)
    #expect(try scratch.client().toggle() == .metric)
  }

  @Test func `two programs toggle as often as they are told to`() throws {
    try scratch.client().set(["dev.units.system": .string("metric")])
    let environment = scratch.environment
    let first = try WorkerThread(name: "first") { toggleOften(environment) }
    let second = try WorkerThread(name: "second") { toggleOften(environment) }
    first.join()
    second.join()
    // Fifty toggles together: an even number leads back.
    #expect(try scratch.client().unitSystem().system == .metric)
  }

  @Test func `added records are summed up, and their watchers are told`() throws {
    let client = scratch.client()
    let time = Timestamp.now()
    let stored = try client.addRecords([
      try NewRecord(type: .distance, value: 5000, time: time),
      try NewRecord(type: .distance, value: 2500, time: time, note: "back"),
    ])
    #expect(stored.map(\.note) == [nil, "back"])
    let day = RecordSpan(type: .distance, dayContaining: time.instant)
    let summary = try scratch.client().summary(day)
    #expect(summary.count == 2)
    #expect(summary.sum == 7500)
    let changed = scratch.database.replacingOccurrences(of: ".sqlite", with: ".changed")
    #expect(FileManager.default.fileExists(atPath: changed))
  }

  @Test func `a glance has both or tells what is missing`() throws {
    let client = scratch.client()
    let today = RecordSpan(type: .distance, dayContaining: .now())
    var seen: [JSONObject] = []
    try scratch.write(#"{"a": 1, "b": 2}"#)
    #expect(try client.glance(["a"], today) { seen.append($0.object) } == .empty)
    #expect(seen == [["a": .integer(1)]])
    let database = URL(fileURLWithPath: scratch.database)
    try FileManager.default.createDirectory(
      at: database.deletingLastPathComponent(), withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    try Data("no database".utf8).write(to: database)
    #expect(throws: ClientError.self) {
      try client.glance(["b"], today) { seen.append($0.object) }
    }
    #expect(seen.last == ["b": .integer(2)])
    try scratch.write("{")
    #expect(throws: ClientError.self) {
      try client.glance(["a"], today) { seen.append($0.object) }
    }
    #expect(seen.count == 2)
  }

  @Test func `without HOME there is no store`() {
    let client = GroupClient(
      options: ClientOptions(environment: Environment(["XDG_RUNTIME_DIR": scratch.root])))
    #expect(throws: ClientError.noStore) { try client.list() }
  }

  @Test func `a named socket forbids the direct way`() {
    var options = scratch.options()
    options.socket = SocketAddress(path: scratch.socketPath, choice: .named)
    options.route = .daemonOnly
    let client = GroupClient(options: options)
    #expect(
      throws: ClientError.notRunning(
        SystemError(operation: "connect", path: scratch.socketPath, code: ENOENT))
    ) {
      try client.list()
    }
    #expect(client.route == nil)
  }

  @Test(arguments: [
    (ClientError.noStore, "no place for the store: HOME is not set", ClientError.Kind.inputOutput),
    (.timedOut(socket: "/s"), "timed out: /s", .temporary),
    (.outcomeUnknown(socket: "/s"), "outcome unknown (the reply was lost): /s", .temporary),
    (
      .notRunning(SystemError(operation: "connect", path: "/s", code: ENOENT)),
      "no daemon (No such file or directory): /s", .unavailable
    ),
    (
      .unreachable(SystemError(operation: "connect", path: "/s", code: EACCES)),
      "connect /s: Permission denied", .notPermitted
    ),
    (.violation(.notAnObject, socket: "/s"), "message is not an object: /s", .inputOutput),
    (
      .malformedReply(parameter: "values", socket: "/s"), "reply without a usable values: /s",
      .inputOutput
    ),
    (.unknown(name: "a.b.C"), "unknown error: a.b.C", .inputOutput),
    (
      .preferences(.notDurable(path: "/f", reason: "No space left on device")),
      "not durable (No space left on device): /f", .inputOutput
    ),
    (
      .preferences(.notDurable(path: "/f", reason: "Permission denied")),
      "not durable (Permission denied): /f", .notPermitted
    ),
    (.preferences(.busy(path: "/f")), "locked by another process: /f", .temporary),
    (.records(.damaged(path: "/d", reason: nil)), "damaged: /d", .badData),
  ])
  func `an error says what happened and of what kind it is`(
    error: ClientError, text: String, kind: ClientError.Kind
  ) {
    #expect(error.description == text)
    #expect(error.kind == kind)
  }
}

/// What a program does that toggles 25 times.
private func toggleOften(_ environment: UnitsLinux.Environment) {
  let client = GroupClient(options: ClientOptions(environment: environment, timeout: .seconds(20)))
  for _ in 0..<25 {
    do { _ = try client.toggle() } catch { Issue.record("\(error)") }
  }
}
