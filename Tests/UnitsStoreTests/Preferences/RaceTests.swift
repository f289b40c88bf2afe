import Foundation
import Synchronization
import Testing
import UnitsJSON
import UnitsLinux
import UnitsProtocol

@testable import UnitsStore

@Suite(.serialized, .timeLimit(.minutes(10))) struct RaceTests {
  private let fixture: PreferenceFixture

  init() throws {
    fixture = try PreferenceFixture()
  }

  private static let racers = 16

  /// Runs the body in as many threads as there are racers, each with a store of its own.
  private func race(_ body: @escaping @Sendable (PreferenceStore, Int) throws -> Void) {
    let errors = Guarded<[String]>([])
    let fixture = self.fixture
    let group = DispatchGroup()
    for racer in 0..<Self.racers {
      group.enter()
      Thread.detachNewThread {
        defer { group.leave() }
        do { try body(fixture.makeStore(), racer) } catch {
          errors.withLock { $0.append("\(error)") }
        }
      }
    }
    group.wait()
    #expect(errors.withLock { $0 } == [])
  }

  @Test func `counters raced by compare-and-set lose nothing`() throws {
    let each = 25
    race { store, racer in
      var done = 0
      while done < each {
        _ = try store.look(.untilBelieved)
        let now = store.values["n"] ?? .null
        let receipt = try store.compareAndSet(
          ["n": now], ["n": .integer((now.integerValue ?? 0) + 1), "last": .integer(racer)])
        if receipt.outcome == .applied { done += 1 }
      }
    }
    let store = fixture.makeStore()
    _ = try store.look(.once)
    #expect(store.values["n"] == .integer(Self.racers * each))
    #expect(try fixture.names() == ["group.dev.units.json", "group.dev.units.lock"])
  }

  @Test func `writers of different keys do not undo each other`() throws {
    race { store, racer in
      for round in 0..<10 { try store.set(["k\(racer).\(round)": .integer(round)]) }
    }
    let store = fixture.makeStore()
    _ = try store.look(.once)
    #expect(store.values.count == Self.racers * 10)
  }

  @Test func `a raced first default is written once and answered alike`() throws {
    for _ in 0..<20 {
      let round = try PreferenceFixture()
      let writes = Atomic(0)
      let words = Guarded<Set<String>>([])
      let group = DispatchGroup()
      for racer in 0..<Self.racers {
        group.enter()
        Thread.detachNewThread {
          defer { group.leave() }
          let store = round.makeStore()
          store.willReplace = { _ in writes.add(1, ordering: .relaxed) }
          let word = racer.isMultiple(of: 2) ? "metric" : "imperial"
          let key = PreferenceKey.unitSystem
          do {
            let receipt = try store.compareAndSet(
              [key: .null], [key: .string(word)], origin: .automatic)
            let stored = receipt.values[key]?.stringValue ?? "nothing"
            words.withLock { _ = $0.insert(stored) }
          } catch {
            words.withLock { _ = $0.insert("\(error)") }
          }
        }
      }
      group.wait()
      #expect(writes.load(ordering: .relaxed) == 1)
      let answers = words.withLock { $0 }
      #expect(answers.count == 1)
      let store = round.makeStore()
      _ = try store.look(.once)
      #expect(store.values[PreferenceKey.unitSystem]?.stringValue == answers.first)
    }
  }

  @Test func `readers beside a writer see one state or another, never half of one`() throws {
    let isDone = Atomic(false)
    let fixture = self.fixture
    try fixture.makeStore().set(["a": .integer(0), "b": .integer(0)])
    let reader = try WorkerThread(name: "reader") {
      let store = fixture.makeStore()
      while !isDone.load(ordering: .relaxed) {
        do {
          let finding = try store.look(.once)
          if finding == .suspected { Issue.record("half a state was read") }
          if store.values["a"] != store.values["b"] { Issue.record("\(store.values)") }
        } catch {
          Issue.record(error)
        }
      }
    }
    let store = fixture.makeStore()
    for number in 1...200 { try store.set(["a": .integer(number), "b": .integer(number)]) }
    isDone.store(true, ordering: .relaxed)
    reader.join()
  }
}
