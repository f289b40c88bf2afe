import AppGroup
import Foundation
import Observation
import Testing
import Units
import UnitsClient
import UnitsLinux

extension Key where Value == Int {
  fileprivate static var count: Self { Key("count", default: 0) }
}

extension Key where Value == Bool {
  fileprivate static var flag: Self { Key("flag", default: false) }
}

/// Hearing of changes, whoever makes them.
@Suite struct ObservationTests {
  typealias Way = GroupDefaultsTests.Way

  @Test(.timeLimit(.minutes(10)), arguments: Way.allCases)
  func `a sequence begins with the present value and brings each new one`(_ way: Way) async throws {
    let (sandbox, daemon) = try GroupDefaultsTests.sandbox(way)
    defer { daemon?.stop() }
    let writer = sandbox.group()
    try await writer.set(1, forKey: "count")
    var iterator = sandbox.group().changes(of: .count).makeAsyncIterator()
    for count in 1...10 {
      #expect(await iterator.next() == count)
      try await writer.set(true, forKey: "flag.\(count)")
      try await writer.set(count + 1, forKey: "count")
    }
    #expect(await iterator.next() == 11)
    try await writer.removeObject(forKey: "count")
    #expect(await iterator.next() == 0)
  }

  @Test(.timeLimit(.minutes(10))) func `the latest wins for a slow consumer`() async throws {
    let sandbox = try Sandbox()
    let group = sandbox.group()
    var iterator = group.changes(of: .count).makeAsyncIterator()
    #expect(await iterator.next() == 0)
    for count in 1...50 { group[.count] = count }
    var seen: [Int] = []
    while seen.last != 50, let next = await iterator.next() { seen.append(next) }
    #expect(seen == seen.sorted())
    #expect(seen.count < 50)
  }

  @Test(.timeLimit(.minutes(10))) func `a sequence ends when its task is cancelled`() async throws {
    let sandbox = try Sandbox()
    let group = sandbox.group()
    let (began, announce) = AsyncStream.makeStream(of: Int.self)
    let task = Task {
      var last = -1
      for await count in group.changes(of: .count) {
        last = count
        announce.yield(count)
      }
      return last
    }
    for await _ in began { break }
    task.cancel()
    #expect(await task.value == 0)
  }

  @Test(.timeLimit(.minutes(10)), arguments: Way.allCases)
  func `a callback hears another program, and may write`(_ way: Way) async throws {
    let (sandbox, daemon) = try GroupDefaultsTests.sandbox(way)
    defer { daemon?.stop() }
    let group = sandbox.group()
    let (told, announce) = AsyncStream.makeStream(of: Int.self)
    let observation = group.observe(.count) { [weak group] count in
      group?.setOrLog(count * 2, forKey: "double")
      announce.yield(group?.integer(forKey: "double") ?? -1)
    }
    var values = told.makeAsyncIterator()
    #expect(await values.next() == 0)
    #expect(try sandbox.probe("toggle-once") == "")
    try await sandbox.group().set(7, forKey: "count")
    #expect(await values.next() == 14)
    observation.cancel()
    try await sandbox.group().set(8, forKey: "count")
    #expect(group.synchronize())
    #expect(group[.count] == 8)
    #expect(group.integer(forKey: "double") == 14)
  }

  @Test(.timeLimit(.minutes(10)), arguments: Way.allCases)
  func `a property is tracked by the Observation framework`(_ way: Way) async throws {
    let (sandbox, daemon) = try GroupDefaultsTests.sandbox(way)
    defer { daemon?.stop() }
    @SharedStorage(.flag, store: sandbox.group()) var flag
    let (changed, announce) = AsyncStream.makeStream(of: Void.self)
    var changes = changed.makeAsyncIterator()
    for expected in [true, false, true] {
      let seen = withObservationTracking {
        flag
      } onChange: {
        announce.yield()
      }
      #expect(seen == !expected)
      try await sandbox.group().set(expected, forKey: "flag")
      await changes.next()
      #expect(flag == expected)
    }
  }

  @Test func `a property reads, writes and binds`() throws {
    let sandbox = try Sandbox()
    @SharedStorage(.count, store: sandbox.group()) var count
    #expect(count == 0)
    count = 5
    #expect(count == 5)
    $count.set($count.get() + 1)
    #expect(count == 6)
    $count.wrappedValue += 1
    #expect(sandbox.group()[.count] == 7)
  }

  @Test(.timeLimit(.minutes(10)))
  func `a group outlives its daemon, and finds the next one`() async throws {
    let sandbox = try Sandbox()
    let group = sandbox.group()
    var states = group.connectionStates.makeAsyncIterator()
    func wait(for wanted: GroupDefaults.ConnectionState) async {
      while let state = await states.next(), state != wanted {}
    }
    await wait(for: .store)
    var daemon = try sandbox.startDaemon()
    await wait(for: .daemon)
    #expect(group.backing == .daemon)
    try await group.set(1, forKey: "count")
    var counts = group.changes(of: .count).makeAsyncIterator()
    #expect(await counts.next() == 1)
    daemon.kill()
    await wait(for: .store)
    try await sandbox.group().set(2, forKey: "count")
    #expect(await counts.next() == 2)
    daemon = try sandbox.startDaemon()
    await wait(for: .daemon)
    try await sandbox.group().set(3, forKey: "count")
    #expect(await counts.next() == 3)
    try await group.set(4, forKey: "count")
    #expect(group[.count] == 4)
    daemon.stop()
  }

  @Test(.timeLimit(.minutes(10)))
  func `a daemon that was named and is missing is told`() async throws {
    let sandbox = try Sandbox()
    var variables = sandbox.variables
    variables["UNITS_SOCKET"] = sandbox.root.appending(path: "none.sock").path
    let group = GroupDefaults(options: .init(environment: .init(variables)))
    group.register(defaults: ["count": 3])
    guard case .unavailable = group.connectionState else {
      Issue.record("\(group.connectionState)")
      return
    }
    #expect(group.backing == nil)
    #expect(group[.count] == 3)
    await #expect(throws: AppGroupError.self) { try await group.set(1, forKey: "count") }
    #expect(!group.synchronize())
  }

  @Test(.timeLimit(.minutes(10))) func `a group that goes ends its threads`() async throws {
    let sandbox = try Sandbox()
    weak var gone: GroupDefaults?
    do {
      let group = sandbox.group()
      gone = group
      var iterator = group.changes(of: .count).makeAsyncIterator()
      #expect(await iterator.next() == 0)
    }
    while gone != nil { await Task.yield() }
    #expect(gone == nil)
  }
}
