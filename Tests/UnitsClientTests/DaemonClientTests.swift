import Foundation
import TestSupport
import Testing
import Units
import UnitsClient
import UnitsJSON
import UnitsLinux
import UnitsProtocol
import UnitsStore

@Suite struct DaemonClientTests {
  let scratch = Scratch()

  @Test func `a client does through the daemon what it does without`() throws {
    let daemon = try scratch.startDaemon()
    let client = scratch.client()
    #expect(try client.unitSystem() == ShownSystem(system: .imperial))
    #expect(client.route == .daemon)
    #expect(try client.toggle() == .metric)
    try client.set(["a": .integer(1)])
    let result = try client.compareAndSet(expected: ["a": .integer(2)], values: ["a": .null])
    #expect(result.outcome == .comparisonFailed)
    #expect(result.values.object == ["a": .integer(1)])
    #expect(try client.list().keys == ["a", "dev.units.system"])
    #expect(try scratch.directClient().list() == client.list())
    let stored = try client.addRecords([
      try NewRecord(type: .distance, value: 1609.344, time: .now(), source: "test")
    ])
    #expect(stored.map(\.source) == ["test"])
    var glanced: JSONObject?
    let summary = try client.glance(["a"], RecordSpan(type: .distance, dayContaining: .now())) {
      glanced = $0.object
    }
    #expect(glanced == ["a": .integer(1)])
    #expect(summary.last == stored[0])
    let status = try client.status()
    #expect(status.socket == scratch.socketPath)
    #expect(status.groups.map(\.name) == ["group.dev.units"])
    daemon.signal(SIGTERM)
  }

  @Test func `a daemon that was restarted is connected to anew`() throws {
    let first = try scratch.startDaemon()
    let client = scratch.client()
    try client.set(["a": .integer(1)])
    first.signal(SIGKILL)
    let second = try scratch.startDaemon()
    try client.set(["b": .integer(2)])
    #expect(client.route == .daemon)
    second.signal(SIGTERM)
    try client.set(["c": .integer(3)])
    #expect(client.route == .store)
    #expect(try client.list().keys == ["a", "b", "c"])
  }

  @Test func `a stuck daemon delays a read and does not stop it`() throws {
    try scratch.client().set(["dev.units.system": .string("metric")])
    let stuck = try FalseDaemon(at: scratch.socketPath, serving: nil)
    let begin = MonotonicTime.now()
    let client = scratch.client(timeout: .milliseconds(200))
    #expect(try client.unitSystem() == ShownSystem(system: .metric))
    #expect(client.route == .store)
    #expect(MonotonicTime.now() < begin + .seconds(5))
    withExtendedLifetime(stuck) {}
  }

  @Test func `a daemon that left a read unanswered is waited for once`() throws {
    let stuck = try FalseDaemon(at: scratch.socketPath, serving: nil)
    let client = scratch.client(timeout: .seconds(4))
    let begin = MonotonicTime.now()
    #expect(try client.get(["a"]).members.isEmpty)
    #expect(MonotonicTime.now() >= begin + .seconds(2))
    // From now on everything goes directly, changes too.
    let middle = MonotonicTime.now()
    try client.set(["a": .integer(1)])
    #expect(try client.get(["a"])["a"] == .integer(1))
    _ = try client.addRecords([try NewRecord(type: .distance, value: 1, time: .now())])
    #expect(try client.listRecords(RecordQuery()).next()?.count == 1)
    #expect(client.route == .store)
    #expect(MonotonicTime.now() < middle + .seconds(2))
    withExtendedLifetime(stuck) {}
  }

  @Test func `all calls of one command have one time`() throws {
    let stuck = try FalseDaemon(at: scratch.socketPath, serving: nil)
    var options = scratch.options(timeout: .milliseconds(400))
    options.route = .daemonOnly
    options.beginOneTime()
    let client = GroupClient(options: options)
    let begin = MonotonicTime.now()
    for _ in 0..<10 { #expect(throws: ClientError.self) { try client.set(["a": .integer(1)]) } }
    #expect(MonotonicTime.now() < begin + .seconds(2))
    withExtendedLifetime(stuck) {}
  }

  @Test func `a first default goes around a stuck daemon`() throws {
    let stuck = try FalseDaemon(at: scratch.socketPath, serving: nil)
    let client = scratch.client(timeout: .milliseconds(200))
    #expect(try client.unitSystem() == ShownSystem(system: .imperial))
    #expect(scratch.content?.contains("imperial") == true)
    withExtendedLifetime(stuck) {}
  }

  @Test func `a change whose reply is lost is unknown and not done directly`() throws {
    let stuck = try FalseDaemon(at: scratch.socketPath, serving: nil)
    let client = scratch.client(timeout: .milliseconds(50))
    #expect(throws: ClientError.outcomeUnknown(socket: scratch.socketPath)) {
      try client.set(["a": .integer(1)])
    }
    #expect(throws: ClientError.outcomeUnknown(socket: scratch.socketPath)) {
      try client.addRecords([try NewRecord(type: .distance, value: 1, time: .now())])
    }
    // Only its read was sent.
    #expect(throws: ClientError.timedOut(socket: scratch.socketPath)) { try client.toggle() }
    #expect(scratch.content == nil)
    withExtendedLifetime(stuck) {}
  }

  @Test func `a toggle whose reply is lost is not tried again`() throws {
    // The read is answered, and then the stream ends.
    let reply = #"{"parameters":{"values":{},"epoch":"e","revision":0}}"# + "\0"
    let daemon = try FalseDaemon(at: scratch.socketPath, answering: Array(reply.utf8))
    #expect(throws: ClientError.self) { try scratch.client().toggle() }
    #expect(scratch.content == nil)
    withExtendedLifetime(daemon) {}
  }

  @Test(arguments: [
    ("", ClientErrorPattern.outcomeUnknown),
    (#"{"parameters":{"epo"#, .outcomeUnknown),
    ("what?\0", .violation),
    ("{\"error\":\"dev.units.preferences.Busy\",\"parameters\":{\"path\":\"/l\"}}\0", .busy),
    ("{\"error\":\"org.example.Odd\"}\0", .unknown),
    ("{\"error\":\"org.varlink.service.PermissionDenied\"}\0", .service),
    ("{\"parameters\":{\"epoch\":1}}\0", .malformed),
  ])
  func `a reply that is none is told as what it is`(
    reply: String, pattern: ClientErrorPattern
  ) throws {
    let daemon = try FalseDaemon(at: scratch.socketPath, answering: Array(reply.utf8))
    #expect {
      try scratch.client().set(["a": .integer(1)])
    } throws: { error in
      ClientErrorPattern(error as? ClientError) == pattern
    }
    #expect(scratch.content == nil)
    withExtendedLifetime(daemon) {}
  }
}

enum ClientErrorPattern: Sendable {
  case outcomeUnknown, violation, busy, unknown, service, malformed

  init?(_ error: ClientError?) {
    switch error {
    case .outcomeUnknown: self = .outcomeUnknown
    case .violation: self = .violation
    case .preferences(.busy): self = .busy
    case .unknown: self = .unknown
    case .service: self = .service
    case .malformedReply: self = .malformed
    default: return nil
    }
  }
}
