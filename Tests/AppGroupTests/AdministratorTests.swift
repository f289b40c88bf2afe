import AppGroup
import Foundation
import Testing
import Units

/// Administrators' values and locks, as a program sees them.
@Suite(.timeLimit(.minutes(10))) struct AdministratorTests {
  @Test(arguments: GroupDefaultsTests.Way.allCases)
  func `a default is read, told when it changes, and cannot be set where it is locked`(
    _ way: GroupDefaultsTests.Way
  ) async throws {
    let (sandbox, daemon) = try GroupDefaultsTests.sandbox(way)
    defer { daemon?.stop() }
    try sandbox.administer("json", #"{"count":7,"other":1}"#)
    let group = sandbox.group()
    #expect(group.integer(forKey: "count") == 7)
    var changes = group.changes(of: Key<Int>("count", default: 0)).makeAsyncIterator()
    #expect(await changes.next() == 7)
    try sandbox.administer("json", #"{"count":8,"other":1}"#)
    #expect(await changes.next() == 8)
    try await group.set(9, forKey: "count")
    #expect(group.integer(forKey: "count") == 9)
    #expect(await changes.next() == 9)
    try await group.removeObject(forKey: "count")
    #expect(group.integer(forKey: "count") == 8)
    #expect(await changes.next() == 8)
    // Set to what it was already: nobody sees a change, and nobody waits for one.
    try await group.set(1, forKey: "other")
    try sandbox.administer("mandatory", "count\n")
    #expect(group.synchronize())
    let path = sandbox.root.appending(path: "xdg/units/group.dev.units.mandatory").path
    await #expect(throws: AppGroupError.locked(key: "count", path: path)) {
      try await group.set(10, forKey: "count")
    }
    #expect(group.integer(forKey: "count") == 8)
  }
}
