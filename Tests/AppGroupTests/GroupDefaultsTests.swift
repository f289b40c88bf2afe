import AppGroup
import Foundation
import Testing
import Units

/// Reading, writing and removing, with the daemon and without.
@Suite struct GroupDefaultsTests {
  enum Way: CaseIterable { case daemon, store }

  /// A sandbox, and its daemon where there is to be one.
  static func sandbox(_ way: Way) throws -> (Sandbox, RunningDaemon?) {
    let sandbox = try Sandbox()
    return (sandbox, way == .daemon ? try sandbox.startDaemon() : nil)
  }

  @Test(arguments: Way.allCases)
  func `what was set is read, here and elsewhere`(_ way: Way) throws {
    let (sandbox, daemon) = try Self.sandbox(way)
    defer { daemon?.stop() }
    let one = sandbox.group()
    let other = sandbox.group()
    #expect(other.integer(forKey: "count") == 0)
    for count in 1...20 {
      try one.set(count, forKey: "count")
      #expect(one.integer(forKey: "count") == count)
      #expect(other.synchronize())
      #expect(other.integer(forKey: "count") == count)
    }
    #expect(one.backing == (way == .daemon ? .daemon : .store))
    try one.removeObject(forKey: "count")
    #expect(one.object(forKey: "count") == nil)
    #expect(try sandbox.preferencesText() == "{}\n")
  }

  @Test(arguments: Way.allCases)
  func `setting nil removes`(_ way: Way) throws {
    let (sandbox, daemon) = try Self.sandbox(way)
    defer { daemon?.stop() }
    let group = sandbox.group()
    try group.set("a", forKey: "key")
    try group.set(nil, forKey: "key")
    #expect(group.object(forKey: "key") == nil)
    let nothing: Int? = nil
    try group.set(nothing, forKey: "key")
    #expect(group.dictionaryRepresentation().isEmpty)
  }

  @Test(arguments: Way.allCases)
  func `changes that undo each other in one commit hold nobody up`(_ way: Way) throws {
    let (sandbox, daemon) = try Self.sandbox(way)
    defer { daemon?.stop() }
    let group = sandbox.group()
    #expect(!group.bool(forKey: "flag"))
    let started = ContinuousClock.now
    DispatchQueue.concurrentPerform(iterations: 8) { thread in
      for turn in 0..<20 { group.setOrLog((turn + thread).isMultiple(of: 2), forKey: "flag") }
    }
    #expect(ContinuousClock.now - started < .seconds(20))
    #expect(group.synchronize())
    #expect(try sandbox.preferencesText().contains("\(group.bool(forKey: "flag"))"))
  }

  @Test func `registered values lie below stored ones and are never stored`() throws {
    let sandbox = try Sandbox()
    let group = sandbox.group()
    group.register(defaults: ["theme": "dark", "size": 12])
    #expect(group.string(forKey: "theme") == "dark")
    try group.set("light", forKey: "theme")
    #expect(group.string(forKey: "theme") == "light")
    #expect(group.dictionaryRepresentation()["size"] as? Int == 12)
    try group.removeObject(forKey: "theme")
    #expect(group.string(forKey: "theme") == "dark")
    group.register(defaults: ["theme": "blue"])
    #expect(group.string(forKey: "theme") == "blue")
    #expect(group.integer(forKey: "size") == 12)
    #expect(try sandbox.preferencesText() == "{}\n")
    #expect(sandbox.group().object(forKey: "theme") == nil)
  }

  @Test func `keys are told apart by their bytes`() throws {
    let sandbox = try Sandbox()
    let group = sandbox.group()
    try group.set(1, forKey: "caf\u{e9}")
    try group.set(2, forKey: "cafe\u{301}")
    #expect(group.integer(forKey: "caf\u{e9}") == 1)
    #expect(group.integer(forKey: "cafe\u{301}") == 2)
  }

  @Test func `a text that is composed otherwise is another value`() throws {
    let sandbox = try Sandbox()
    let group = sandbox.group()
    try group.set("\u{e9}", forKey: "text")
    try group.set("e\u{301}", forKey: "text")
    #expect(group.string(forKey: "text").map { Array($0.utf8) } == Array("e\u{301}".utf8))
  }

  @Test func `what has no place in the store is refused and changes nothing`() throws {
    let sandbox = try Sandbox()
    let group = sandbox.group()
    #expect(
      throws: AppGroupError.invalidValue(
        key: "key", reason: "Range<Int> has no place in a property list")
    ) { try group.set(0..<1, forKey: "key") }
    #expect(throws: AppGroupError.invalidKey(key: "a=b", reason: "equals sign in key")) {
      try group.set(1, forKey: "a=b")
    }
    #expect(throws: AppGroupError.invalidKey(key: "", reason: "empty key")) {
      try group.removeObject(forKey: "")
    }
    #expect(throws: AppGroupError.self) { try group.set(Double.nan, forKey: "key") }
    #expect(throws: AppGroupError.self) { try group.set(UInt64.max, forKey: "key") }
    #expect(throws: AppGroupError.self) { try group.set(Date.distantFuture + 1e12, forKey: "key") }
    #expect(throws: AppGroupError.self) {
      try group.set("furlongs", forKey: SharedDefaults.Keys.Units.system)
    }
    #expect(throws: AppGroupError.self) {
      try group.set(String(repeating: "x", count: 1 << 20), forKey: "key")
    }
    group.setOrLog(0..<1, forKey: "key")
    #expect(group.dictionaryRepresentation().isEmpty)
  }

  @Test(arguments: ["", ".hidden", "a/b", "a b", String(repeating: "x", count: 201)])
  func `a name that is no group's is refused`(_ name: String) {
    #expect(GroupDefaults(suiteName: name) == nil)
  }

  @Test func `no name is the standard group's`() {
    #expect(GroupDefaults(suiteName: nil)?.suiteName == "group.dev.units")
    #expect(SharedDefaults.appGroup.suiteName == "group.dev.units")
    #expect(GroupDefaults(suiteName: "group.org.example")?.suiteName == "group.org.example")
  }

  @Test func `a damaged file is left alone and told`() throws {
    let sandbox = try Sandbox()
    try sandbox.write(preferences: #"{"a": 1,}"#)
    let group = sandbox.group()
    #expect(group.integer(forKey: "a") == 0)
    #expect(throws: AppGroupError.self) { try group.set(2, forKey: "a") }
    #expect(try sandbox.preferencesText() == #"{"a": 1,}"#)
  }
}
