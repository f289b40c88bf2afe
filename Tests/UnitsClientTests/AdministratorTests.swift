import Foundation
import TestSupport
import Testing
import Units
import UnitsClient
import UnitsJSON
import UnitsLinux
import UnitsProtocol
import UnitsStore

/// What administrators say below the user's values, and what they keep to themselves; through a
/// daemon and without one alike.
@Suite(.timeLimit(.minutes(10))) struct AdministratorTests {
  enum Way: CaseIterable { case daemon, store }

  private let scratch = Scratch()

  /// A client on one of the ways, and the daemon that it needs.
  private func client(_ way: Way) throws -> (GroupClient, StartedDaemon?) {
    guard way == .daemon else { return (scratch.directClient(), nil) }
    return (scratch.client(), try scratch.startDaemon())
  }

  private var defaultsPath: String { "\(scratch.root)/site/units/group.dev.units.json" }
  private var lockPath: String { "\(scratch.root)/site/units/group.dev.units.mandatory" }

  @Test(arguments: Way.allCases)
  func `a default shows until the user sets the key, and again when it is unset`(_ way: Way) throws
  {
    try scratch.administer("json", #"{"theme":"dark","size":10}"#)
    let (client, daemon) = try client(way)
    #expect(try client.get(["theme", "absent"]).object == ["theme": .string("dark")])
    #expect(try client.list().keys == ["size", "theme"])
    #expect(try client.ownValues().isEmpty)
    #expect(!FileManager.default.fileExists(atPath: scratch.configuration))
    try client.set(["theme": .string("light")])
    #expect(try client.get(["theme"]).object == ["theme": .string("light")])
    #expect(try client.ownValues().object == ["theme": .string("light")])
    #expect(try String(contentsOfFile: scratch.file, encoding: .utf8).contains("size") == false)
    try client.set(["theme": .null])
    #expect(try client.get(["theme"]).object == ["theme": .string("dark")])
    // The user's own word, though it is the same: it stands when the default changes.
    try client.set(["size": .integer(10)])
    try scratch.administer("json", #"{"theme":"blue","size":12}"#)
    #expect(try client.list().object == ["size": .integer(10), "theme": .string("blue")])
    withExtendedLifetime(daemon) {}
  }

  @Test(arguments: Way.allCases)
  func `a comparison is with what is seen`(_ way: Way) throws {
    try scratch.administer("json", #"{"n":1}"#)
    let (client, daemon) = try client(way)
    let absent = try client.compareAndSet(expected: ["n": .null], values: ["n": .integer(2)])
    #expect(absent.outcome == .comparisonFailed && absent.values.object == ["n": .integer(1)])
    let held = try client.compareAndSet(expected: ["n": .integer(1)], values: ["n": .integer(2)])
    #expect(held.outcome == .applied && held.values.object == ["n": .integer(2)])
    let unset = try client.compareAndSet(expected: ["n": .integer(2)], values: ["n": .null])
    #expect(unset.outcome == .applied && unset.values.object == ["n": .integer(1)])
    withExtendedLifetime(daemon) {}
  }

  @Test(arguments: Way.allCases)
  func `the first default is for who finds the unit system absent in every layer`(_ way: Way) throws
  {
    // The locale is American.
    try scratch.administer("json", #"{"dev.units.system":"metric"}"#, in: .distribution)
    let (client, daemon) = try client(way)
    #expect(try client.unitSystem() == ShownSystem(system: .metric))
    #expect(!FileManager.default.fileExists(atPath: scratch.file))
    #expect(try client.toggle() == .imperial)
    #expect(try client.toggle() == .metric)
    #expect(try client.ownValues().object == ["dev.units.system": .string("metric")])
    // Locked without a value, it is left to the locale, in silence.
    try client.set(["dev.units.system": .null])
    try scratch.administer("json", "{}", in: .distribution)
    try scratch.administer("mandatory", "dev.units.system\n", in: .distribution)
    #expect(try client.unitSystem() == ShownSystem(system: .imperial))
    #expect(try client.ownValues().isEmpty)
    withExtendedLifetime(daemon) {}
  }

  @Test(arguments: Way.allCases)
  func `a locked key has the administrators' value, whatever the user's file says`(_ way: Way)
    throws
  {
    let (client, daemon) = try client(way)
    try client.set(["theme": .string("light"), "n": .integer(1)])
    try scratch.administer("json", #"{"theme":"dark"}"#)
    try scratch.administer("mandatory", "# the looks\n theme \r\n\nempty # nobody has it\n")
    #expect(try client.list().object == ["n": .integer(1), "theme": .string("dark")])
    #expect(try client.ownValues().object == ["n": .integer(1)])
    let lock = ClientError.preferences(.locked(key: "theme", path: lockPath))
    #expect(lock.kind == .notPermitted)
    #expect(throws: lock) { try client.set(["n": .integer(2), "theme": .string("dark")]) }
    #expect(throws: lock) { try client.set(["theme": .null]) }
    #expect(throws: lock) {
      _ = try client.compareAndSet(
        expected: ["theme": .string("dark")], values: ["theme": .string("light")])
    }
    #expect(throws: ClientError.preferences(.locked(key: "empty", path: lockPath))) {
      try client.set(["empty": .bool(true)])
    }
    #expect(try client.get(["n"]).object == ["n": .integer(1)], "all or none")
    // A comparison that fails is the honest no; a group that is replaced keeps what is hidden.
    let failed = try client.compareAndSet(
      expected: ["theme": .string("light")], values: ["theme": .string("x")])
    #expect(failed.outcome == .comparisonFailed)
    try client.set(["m": .integer(5)], extent: .replace)
    #expect(try client.list().object == ["m": .integer(5), "theme": .string("dark")])
    try FileManager.default.removeItem(atPath: lockPath)
    // A list that is gone may be about to be saved.
    #expect(try client.get(["theme"]).object == ["theme": .string("dark")])
    let deadline = MonotonicTime.now() + .seconds(30)
    while try client.get(["theme"])["theme"] != .string("light"), !deadline.isPast {}
    #expect(try client.get(["theme"]).object == ["theme": .string("light")])
    withExtendedLifetime(daemon) {}
  }

  @Test(arguments: Way.allCases)
  func `an explanation names the files`(_ way: Way) throws {
    try scratch.administer("json", #"{"a":1,"b":1}"#)
    try scratch.administer("json", #"{"b":2,"c":2,"d":2}"#, in: .distribution)
    try scratch.administer("mandatory", "c\nlocked\n")
    let (client, daemon) = try client(way)
    try client.set(["a": .integer(0)])
    let distribution = "\(scratch.root)/distribution/units/group.dev.units.json"
    func explanation(
      _ value: JSONValue?, _ path: String?, _ lock: String? = nil, ignored: JSONValue? = nil
    ) -> Explanation {
      Explanation(value: value, path: path, lockPath: lock, ignored: ignored)
    }
    #expect(try client.explanation(of: "a") == explanation(.integer(0), scratch.file))
    #expect(try client.explanation(of: "b") == explanation(.integer(1), defaultsPath))
    #expect(try client.explanation(of: "c") == explanation(.integer(2), distribution, lockPath))
    #expect(try client.explanation(of: "d") == explanation(.integer(2), distribution))
    #expect(try client.explanation(of: "locked") == explanation(nil, nil, lockPath))
    #expect(try client.explanation(of: "none") == explanation(nil, nil))
    try scratch.administer("mandatory", "a\n", in: .distribution)
    #expect(
      try client.explanation(of: "a")
        == explanation(
          .integer(1), defaultsPath, "\(scratch.root)/distribution/units/group.dev.units.mandatory",
          ignored: .integer(0)))
    #expect(throws: ClientError.preferences(.invalidKey(key: "", reason: "empty key"))) {
      try client.explanation(of: "")
    }
    withExtendedLifetime(daemon) {}
  }

  @Test(arguments: Way.allCases)
  func `changes of their files are told, and only what is seen`(_ way: Way) throws {
    let daemon = way == .daemon ? try scratch.startDaemon() : nil
    var options = scratch.options()
    if way == .store { options.route = .directOnly }
    let loop = try EventLoop()
    let events = Guarded<[GroupFollower.PreferencesUpdate]>([])
    let follower = GroupFollower(options: options, interests: .preferences, loop: loop) { event in
      guard case .preferences(let update) = event else { return }
      events.withLock { $0.append(update) }
      loop.stop()
    }
    try follower.start()
    /// The next patch that is told.
    func next(_ what: String) throws -> JSONObject {
      let deadline = loop.after(.seconds(60)) { loop.stop() }
      while events.withLock({ $0.isEmpty }) {
        let before = MonotonicTime.now()
        try loop.run()
        try #require(
          MonotonicTime.now().nanoseconds - before.nanoseconds < 59_000_000_000, "\(what)")
      }
      loop.cancel(deadline)
      return events.withLock { $0.removeFirst() }.patch.changes.object
    }
    #expect(try next("nothing at first").isEmpty)
    // Not even the directories were there.
    try scratch.administer("json", #"{"theme":"dark"}"#)
    #expect(try next("a default") == ["theme": .string("dark")])
    let writer = way == .daemon ? scratch.client() : scratch.directClient()
    // Set to what it is already, nobody sees a change; the next patch is of something else.
    try writer.set(["theme": .string("dark")])
    try scratch.administer("json", #"{"theme":"blue"}"#)
    try scratch.administer("json", #"{"theme":"grey","n":1}"#, in: .distribution)
    #expect(try next("another default") == ["n": .integer(1)])
    try scratch.administer("mandatory", "theme\n")
    #expect(try next("a lock") == ["theme": .string("blue")])
    try scratch.administer("mandatory", "")
    #expect(try next("no lock") == ["theme": .string("dark")])
    try writer.set(["theme": .null])
    #expect(try next("unset") == ["theme": .string("blue")])
    try FileManager.default.removeItem(atPath: "\(scratch.root)/site")
    #expect(try next("gone") == ["theme": .string("grey")])
    follower.stop()
    withExtendedLifetime(daemon) {}
  }

  @Test(arguments: Way.allCases)
  func `a file of theirs that is damaged leaves its last good content in service`(_ way: Way) throws
  {
    try scratch.administer("json", #"{"theme":"dark"}"#)
    try scratch.administer("mandatory", "theme\n")
    let (client, daemon) = try client(way)
    #expect(try client.list().object == ["theme": .string("dark")])
    for text in ["{", "[]", #"{"theme":null,"":1}"#, String(repeating: " ", count: 2 << 20)] {
      try scratch.administer("json", text)
      #expect(try client.list().object == ["theme": .string("dark")])
    }
    try client.set(["n": .integer(1)])
    try scratch.administer("json", #"{"theme":"blue"}"#)
    #expect(try client.list().object == ["n": .integer(1), "theme": .string("blue")])
    withExtendedLifetime(daemon) {}
  }

  @Test func `without a good content there is none, and the user's values stand`() throws {
    try scratch.administer("json", "{")
    let client = scratch.directClient()
    try client.set(["n": .integer(1)])
    #expect(try client.list().object == ["n": .integer(1)])
  }
}
