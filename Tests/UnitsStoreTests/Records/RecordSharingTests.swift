import Foundation
import Testing
import Units
import UnitsLinux

@testable import UnitsStore

/// Several programs at one database.
@Suite struct RecordSharingTests {
  private let fixture: RecordFixture
  private let store: RecordStore

  init() throws {
    fixture = try RecordFixture()
    store = RecordStore(path: fixture.path)
  }

  @Test func `two stores see each other's commits`() throws {
    let other = RecordStore(path: fixture.path)
    try store.add(distance(5000))
    #expect(try other.whole().sum == 5000)
    try other.add(distance(2500))
    #expect(try store.whole().sum == 7500)
  }

  @Test func `the data version changes with others' commits and not with own ones`() throws {
    try store.add(distance(1))
    let first = try #require(try store.dataVersion(deadline: .soon))
    try store.add(distance(2))
    #expect(try store.dataVersion(deadline: .soon) == first)
    try RecordStore(path: fixture.path).add(distance(3))
    #expect(try store.dataVersion(deadline: .soon) != first)
  }

  @Test func `a database that was removed is made anew`() throws {
    try store.add(distance(1))
    let version = try store.dataVersion(deadline: .soon)
    try FileManager.default.removeItem(atPath: fixture.path)
    #expect(try store.whole() == .empty)
    #expect(try store.dataVersion(deadline: .soon) == nil)
    try store.add(distance(2))
    #expect(try RecordStore(path: fixture.path).whole().sum == 2)
    #expect(try store.dataVersion(deadline: .soon) != version)
  }

  @Test func `a touch is told as a file closed after writing`() throws {
    try fixture.makeDirectory()
    let watch = try FileWatch()
    let number = try watch.add(fixture.directory)
    try store.touchChanged()
    _ = try watch.drain()
    // Once the file is there, only its closing is told.
    try store.touchChanged()
    let events = try watch.drain().events
    #expect(events.map(\.name) == ["group.changed"])
    #expect(events.map(\.watch) == [number])
  }

  @Test func `a touch without a directory names what is missing`() throws {
    let error = #expect(throws: SystemError.self) { try store.touchChanged() }
    #expect(
      error?.description == "open \(fixture.directory)/group.changed: No such file or directory")
  }

  @Test func `a lock held past the deadline is busy`() throws {
    try store.add(distance(1))
    let other = try fixture.otherConnection()
    try other.execute("BEGIN IMMEDIATE")
    let start = MonotonicTime.now()
    let error = #expect(throws: RecordStoreError.self) {
      try store.add(
        [distance(2)], now: morning.instant, deadline: start + .milliseconds(60))
    }
    #expect(error?.description == "locked by another process: \(fixture.path)")
    #expect(MonotonicTime.now() >= start + .milliseconds(60))
    // Readers do not wait for a writer.
    let summary = try store.summary(
      type: .distance, since: .earliest, until: .latest, deadline: .now())
    #expect(summary.count == 1)
    try other.execute("ROLLBACK")
    try store.add(distance(3))
    #expect(try store.whole().sum == 4)
  }

  @Test func `a lock let go within the deadline is waited for`() throws {
    try store.add(distance(1))
    let other = try fixture.otherConnection()
    try other.execute("BEGIN IMMEDIATE; DELETE FROM records")
    let path = fixture.path
    let tried = DispatchSemaphore(value: 0)
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      tried.signal()
      _ = try? RecordStore(path: path).add(distance(2))
      done.signal()
    }
    tried.wait()
    try other.execute("COMMIT")
    done.wait()
    #expect(try store.whole().sum == 2)
  }

  @Test func `racers that make the database at once all add their records`() throws {
    for _ in 0..<10 {
      let fixture = try RecordFixture()
      let path = fixture.path
      DispatchQueue.concurrentPerform(iterations: 8) { number in
        #expect(throws: Never.self) {
          let store = RecordStore(path: path)
          try store.add(distance(Double(number + 1)))
          #expect(try store.whole().count >= 1)
        }
      }
      #expect(try RecordStore(path: path).whole().sum == 36)
    }
  }
}
