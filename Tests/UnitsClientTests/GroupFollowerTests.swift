import Foundation
import TestSupport
import Testing
import Units
import UnitsClient
import UnitsJSON
import UnitsLinux
import UnitsStore

@Suite struct GroupFollowerTests {
  let scratch = Scratch()

  @Test func `without a daemon the file is followed`() throws {
    let listener = try Listener(scratch)
    #expect(listener.updates.map(\.content) == [.complete])
    try scratch.directClient().set(["a": .integer(1)])
    try listener.turn { listener.values == ["a": .integer(1)] }
    try scratch.directClient().set(["a": .null, "b": .integer(2)])
    try listener.turn { listener.values == ["b": .integer(2)] }
    #expect(listener.updates.last?.patch.changes.object == ["a": .null, "b": .integer(2)])
    try scratch.write(#"{"b": 3}"#)
    try listener.turn { listener.values == ["b": .integer(3)] }
    #expect(listener.updates.dropFirst().allSatisfy { $0.content == .change })
  }

  @Test func `a damaged file is a problem, and the state stands`() throws {
    try scratch.write(#"{"a": 1}"#)
    let listener = try Listener(scratch)
    try scratch.write(#"{"a": "#)
    try listener.turn { !listener.problems.isEmpty }
    #expect(listener.values == ["a": .integer(1)])
    try scratch.write(#"{"a": 2}"#)
    try listener.turn { listener.values == ["a": .integer(2)] }
    #expect(listener.problems.count == 1)
  }

  @Test func `a file that is damaged from the start begins with an empty state`() throws {
    try scratch.write("[]")
    let listener = try Listener(scratch)
    try listener.turn { !listener.updates.isEmpty }
    #expect(listener.values == [:])
    #expect(listener.problems.count == 1)
  }

  @Test func `a file that is gone is believed at the second look`() throws {
    try scratch.write(#"{"a": 1}"#)
    let listener = try Listener(scratch)
    try FileManager.default.removeItem(atPath: scratch.file)
    try listener.turn { listener.values == [:] }
    #expect(listener.updates.count == 2)
  }

  @Test func `records that others add are told`() throws {
    let listener = try Listener(scratch)
    #expect(listener.recordChanges == 1)
    _ = try scratch.directClient().addRecords([
      try NewRecord(type: .distance, value: 1, time: .now())
    ])
    try listener.turn { listener.recordChanges == 2 }
    // A foreign writer touches nothing but the database.
    let store = RecordStore(path: scratch.database)
    _ = try store.add(
      [try NewRecord(type: .weight, value: 80, time: .now())], now: .now(),
      deadline: .now() + .seconds(5))
    try listener.turn { listener.recordChanges == 3 }
  }

  @Test func `through a daemon every change is told once`() throws {
    try scratch.write(#"{"a": 1}"#)
    let daemon = try scratch.startDaemon()
    let listener = try Listener(scratch)
    try listener.turn { listener.values == ["a": .integer(1)] && listener.recordChanges > 0 }
    #expect(listener.follower.route == .daemon)
    #expect(listener.updates.first?.revision != nil)
    try scratch.client().set(["a": .integer(2)])
    try listener.turn { listener.values == ["a": .integer(2)] }
    let changes = listener.recordChanges
    _ = try scratch.client().addRecords([try NewRecord(type: .distance, value: 1, time: .now())])
    try listener.turn { listener.recordChanges > changes }
    #expect(listener.updates.count == 2)
    withExtendedLifetime(daemon) {}
  }

  @Test func `a daemon that dies and comes back is followed, and only differences are told`() throws
  {
    try scratch.write(#"{"a": 1}"#)
    let first = try scratch.startDaemon()
    let listener = try Listener(scratch)
    try listener.turn { listener.follower.route == .daemon && !listener.updates.isEmpty }
    first.signal(SIGKILL)
    try listener.turn { listener.follower.route == .store }
    try scratch.client().set(["a": .integer(2)])
    try listener.turn { listener.values == ["a": .integer(2)] }
    #expect(listener.updates.last?.revision == nil)
    let second = try scratch.startDaemon()
    try listener.turn { listener.follower.route == .daemon }
    let client = scratch.client()
    try client.set(["a": .integer(3)])
    #expect(client.route == .daemon)
    try listener.turn { listener.values == ["a": .integer(3)] }
    #expect(listener.updates.count == 3)
    #expect(listener.updates.last?.revision != nil)
    second.signal(SIGTERM)
    try listener.turn { listener.follower.route == .store }
  }

  @Test func `a daemon that comes later is noticed, though not even its directory was there`()
    throws
  {
    let listener = try Listener(scratch)
    #expect(listener.follower.route == .store)
    let daemon = try scratch.startDaemon()
    try listener.turn { listener.follower.route == .daemon }
    withExtendedLifetime(daemon) {}
  }

  @Test func `a daemon that accepts and is stuck does not hold up the first state`() throws {
    try scratch.write(#"{"a": 1}"#)
    let stuck = try FalseDaemon(at: scratch.socketPath, serving: nil)
    let listener = try Listener(scratch)
    try listener.turn { listener.values == ["a": .integer(1)] }
    #expect(listener.follower.route == .store)
    try scratch.write(#"{"a": 2}"#)
    try listener.turn { listener.values == ["a": .integer(2)] }
    withExtendedLifetime(stuck) {}
  }

  @Test func `an older word of a daemon that comes is not told against the file`() throws {
    try scratch.write(#"{"a": 2}"#)
    let listener = try Listener(scratch)
    let reply =
      #"{"parameters":{"values":{"a":1},"complete":true,"epoch":"e","revision":1},"#
      + #""continues":true}"# + "\0"
    let daemon = try FalseDaemon(at: scratch.socketPath, answering: Array(reply.utf8))
    // The monitor of records takes the same reply for its own, by which it is known to have come.
    try listener.turn { listener.recordChanges > 1 }
    try scratch.write(#"{"a": 3}"#)
    try listener.turn { listener.values == ["a": .integer(3)] }
    #expect(listener.updates.map(\.values.object) == [["a": .integer(2)], ["a": .integer(3)]])
    withExtendedLifetime(daemon) {}
  }

  @Test func `a stopped daemon that goes on tells what was missed`() throws {
    let daemon = try scratch.startDaemon()
    let listener = try Listener(scratch)
    try listener.turn { listener.follower.route == .daemon && !listener.updates.isEmpty }
    daemon.signal(SIGSTOP)
    try scratch.directClient().set(["a": .integer(1)])
    daemon.signal(SIGCONT)
    try listener.turn { listener.values == ["a": .integer(1)] }
  }

  @Test func `a named socket with nobody behind it is a problem and no state`() throws {
    let listener = try Listener(scratch) { options in
      options.socket = SocketAddress(path: scratch.socketPath, choice: .named)
      options.route = .daemonOnly
    }
    #expect(listener.updates.isEmpty)
    #expect(listener.problems.count == 1)
    let daemon = try scratch.startDaemon()
    try listener.turn { !listener.updates.isEmpty }
    withExtendedLifetime(daemon) {}
  }

  @Test func `when nothing happens nothing wakes`() throws {
    let listener = try Listener(scratch)
    // Longer than every timer that an event starts, all of which are over in half a second.
    try listener.settle(.seconds(1))
    var turns = 0
    listener.loop.beforeSleep = { turns += 1 }
    let begin = MonotonicTime.now()
    try listener.loop.turn(limit: .seconds(2))
    #expect(turns == 1)
    #expect(MonotonicTime.now() > begin + .milliseconds(1990))
  }
}

/// A follower with what it told.
private final class Listener {
  let loop: EventLoop
  private(set) var updates: [GroupFollower.PreferencesUpdate] = []
  private(set) var recordChanges = 0
  private(set) var problems: [ClientError] = []
  private(set) lazy var follower = GroupFollower(
    options: options, interests: [.preferences, .records], loop: loop
  ) { [unowned self] event in
    switch event {
    case .preferences(let update): updates.append(update)
    case .recordsChanged: recordChanges += 1
    case .problem(let error): problems.append(error)
    }
  }
  private let options: ClientOptions

  init(_ scratch: Scratch, _ change: (inout ClientOptions) -> Void = { _ in }) throws {
    loop = try EventLoop()
    var options = scratch.options()
    change(&options)
    self.options = options
    try follower.start()
  }

  deinit {
    follower.stop()
  }

  var values: JSONObject? { updates.last?.values.object }

  /// Turns the loop until the condition holds, ten seconds at most.
  func turn(
    until condition: () throws -> Bool, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let deadline = MonotonicTime.now() + .seconds(10)
    while try !condition() {
      try #require(!deadline.isPast, "never came true", sourceLocation: sourceLocation)
      try loop.turn(limit: .milliseconds(100))
    }
  }

  func settle(_ time: Duration) throws {
    let end = MonotonicTime.now() + time
    while !end.isPast { try loop.turn(limit: .milliseconds(50)) }
  }
}
