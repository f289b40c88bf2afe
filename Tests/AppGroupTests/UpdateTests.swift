import AppGroup
import Foundation
import Testing

private enum Keys {
  static let count = Key("count", default: 0)
  static let flag = Key("flag", default: false)
  static let words = Key("words", default: [String]())
  static let left = Key("left", default: 100)
  static let right = Key("right", default: 0)
  static let size = Key("size", default: 12, in: 6...72)
}

/// Reading and changing in one: nobody's change is lost.
@Suite(.timeLimit(.minutes(10))) struct UpdateTests {
  typealias Way = GroupDefaultsTests.Way

  private struct Refused: Error {}

  @Test(arguments: Way.allCases)
  func `an update reads, changes, stores and returns`(_ way: Way) throws {
    let (sandbox, daemon) = try GroupDefaultsTests.sandbox(way)
    defer { daemon?.stop() }
    let group = sandbox.group()
    group.register(defaults: ["count": 10])
    let before = try group.update(Keys.count) { count in
      defer { count += 1 }
      return count
    }
    #expect(before == 10)
    #expect(group[Keys.count] == 11)
    try group.update(Keys.words) { $0.append("a") }
    #expect(group[Keys.words] == ["a"])
    #expect(try group.toggle(Keys.flag))
    #expect(try !group.toggle(Keys.flag))
    #expect(throws: Refused.self) {
      try group.update(Keys.count) { count in
        count = 99
        throw Refused()
      }
    }
    #expect(group[Keys.count] == 11)
    #expect(throws: AppGroupError.invalidValue(key: "size", reason: "not in 6...72: 73")) {
      try group.update(Keys.size) { $0 = 73 }
    }
    #expect(group[Keys.size] == 12)
    try group.set(5, forKey: "size")
    #expect(group[Keys.size] == 12)
  }

  @Test func `a value is set if it is what was expected`() throws {
    let sandbox = try Sandbox()
    let group = sandbox.group()
    #expect(try group.compareAndSet(Keys.count, expected: 0, new: 1))
    #expect(try !group.compareAndSet(Keys.count, expected: 0, new: 2))
    #expect(group[Keys.count] == 1)
  }

  @Test(arguments: Way.allCases)
  func `a transaction is all or none, one commit, one notice`(_ way: Way) throws {
    let (sandbox, daemon) = try GroupDefaultsTests.sandbox(way)
    defer { daemon?.stop() }
    let group = sandbox.group()
    let changes = Told<[String]>()
    let observation = group.observeAll { changes.add($0.names) }
    defer { observation.cancel() }
    try group.transaction {
      $0[Keys.left] -= 30
      $0[Keys.right] += 30
      $0[Keys.flag] = true
      $0.set("x", forKey: "word")
      #expect($0[Keys.left] == 70)
    }
    #expect(group[Keys.left] == 70)
    #expect(group[Keys.right] == 30)
    #expect(changes.wait(for: 1) == [["flag", "left", "right", "word"]])
    #expect(throws: AppGroupError.self) {
      try group.transaction {
        $0[Keys.left] = 0
        $0[Keys.size] = 1000
      }
    }
    #expect(throws: Refused.self) {
      try group.transaction {
        $0[Keys.left] = 0
        throw Refused()
      }
    }
    #expect(group[Keys.left] == 70)
    try group.transaction {
      $0.reset(Keys.left)
      $0.set(nil, forKey: "word")
    }
    #expect(group.object(forKey: "word") == nil)
    #expect(group.object(forKey: "left") == nil)
    try group.reset(Keys.right, Keys.flag)
    #expect(group.dictionaryRepresentation().isEmpty)
    try group.set(1, forKey: "a")
    try group.set(2, forKey: "b")
    try group.removeAll()
    #expect(group.dictionaryRepresentation().isEmpty)
  }

  @Test(arguments: Way.allCases)
  func `transactions in many threads keep a sum`(_ way: Way) throws {
    let (sandbox, daemon) = try GroupDefaultsTests.sandbox(way)
    defer { daemon?.stop() }
    let groups = [sandbox.group(), sandbox.group()]
    DispatchQueue.concurrentPerform(iterations: 6) { thread in
      for turn in 0..<10 {
        do {
          try groups[thread % 2].transaction {
            $0[Keys.left] -= turn
            $0[Keys.right] += turn
          }
        } catch {
          Issue.record(error)
        }
      }
    }
    #expect(groups[0].synchronize())
    #expect(groups[0][Keys.right] == 6 * 45)
    #expect(groups[0][Keys.left] == 100 - 6 * 45)
  }

  @Test(arguments: Way.allCases)
  func `a hundred tasks count to a hundred, and block no thread of the pool`(
    _ way: Way
  ) async throws {
    let (sandbox, daemon) = try GroupDefaultsTests.sandbox(way)
    defer { daemon?.stop() }
    let group = sandbox.group()
    try await withThrowingTaskGroup(of: Void.self) { tasks in
      for number in 0..<100 {
        tasks.addTask {
          try await group.update(Keys.count) { $0 += 1 }
          try await group.set(number, forKey: "last")
        }
      }
      try await tasks.waitForAll()
    }
    #expect(group[Keys.count] == 100)
    #expect(try await group.toggle(Keys.flag))
    try await group.transaction { $0[Keys.left] = $0[Keys.count] }
    #expect(group[Keys.left] == 100)
    #expect(try await group.compareAndSet(Keys.left, expected: 100, new: 1))
    try await group.reset(Keys.left)
    try await group.removeObject(forKey: "last")
    #expect(group[Keys.left] == 100)
    await #expect(throws: AppGroupError.self) { try await group.set(0..<1, forKey: "last") }
  }

  enum Mixture: CaseIterable { case daemon, store, mixed }

  @Test(arguments: Mixture.allCases)
  func `eight programs count to eight thousand`(_ mixture: Mixture) throws {
    let full = ProcessInfo.processInfo.environment["UNITS_LONG"] != nil
    let turns = full ? 1000 : 100
    let sandbox = try Sandbox()
    let daemon = mixture == .store ? nil : try sandbox.startDaemon()
    defer { daemon?.stop() }
    let start = ContinuousClock.now
    let programs = try (0..<8).map { number in
      // A runtime directory without a socket: these go to the files, beside the daemon.
      let isDirect = mixture == .mixed && number.isMultiple(of: 2)
      return try sandbox.startProbe(
        ["count", "n", "\(turns)"],
        overriding: isDirect ? ["XDG_RUNTIME_DIR": sandbox.root.path] : [:])
    }
    for program in programs { #expect(program.line() == "ready") }
    for program in programs { program.send("\n") }
    let attempts = programs.map { Int($0.outputToEnd()) }
    #expect(attempts.allSatisfy { $0 != nil })
    #expect(sandbox.group().integer(forKey: "n") == 8 * turns)
    print(
      "8 programs x \(turns) updates (\(mixture)): \(sandbox.group().integer(forKey: "n")), in",
      attempts.compactMap(\.self).reduce(0, +), "attempts and", ContinuousClock.now - start)
  }

  @Test func `keys are told locked`() throws {
    let sandbox = try Sandbox()
    let group = sandbox.group()
    try sandbox.administer("json", #"{"count":7}"#)
    try sandbox.administer("mandatory", "count\n")
    #expect(try group.isLocked(Keys.count))
    #expect(try !group.isLocked("other"))
    #expect(throws: AppGroupError.self) { try group.update(Keys.count) { $0 += 1 } }
    #expect(group[Keys.count] == 7)
  }
}

/// What a callback was told, for a test that waits for it.
final class Told<Element: Sendable>: @unchecked Sendable {
  private let condition = NSCondition()
  private var elements: [Element] = []

  func add(_ element: Element) {
    condition.withLock {
      elements.append(element)
      condition.broadcast()
    }
  }

  var all: [Element] { condition.withLock { elements } }

  /// Waits until so many were told, a minute at most, and returns all.
  func wait(for count: Int) -> [Element] {
    let limit = Date(timeIntervalSinceNow: 60)
    return condition.withLock {
      while elements.count < count, condition.wait(until: limit) {}
      return elements
    }
  }
}
