// What goes wrong below the store. A directory's fsync cannot be made to fail inside a test; the
// suite that runs programs under strace injects that.

import Foundation
import Testing
import UnitsJSON
import UnitsLinux
import UnitsProtocol

@testable import UnitsStore

@Suite struct FaultTests {
  private let fixture: PreferenceFixture

  init() throws {
    fixture = try PreferenceFixture()
  }

  /// The name under which the store writes: taken, no commit can succeed.
  private func obstruct() throws -> String {
    let lock = try #require(
      try FileIdentity.following(fixture.paths.lock(of: fixture.group)))
    let path = "\(fixture.path).\(lock.device).\(lock.inode).tmp"
    #expect(mkdir(path, 0o700) == 0)
    return path
  }

  @Test func `a failed write fails every request and leaves file and state as they were`() throws {
    let store = fixture.makeStore()
    try store.set(["a": .integer(1), "b": .integer(2)])
    let before = (text: try fixture.text(), values: store.values, size: store.size)
    let obstacle = try obstruct()
    let many = Dictionary(uniqueKeysWithValues: (0..<20).map { ("k\($0)", JSONValue.integer($0)) })
    let requests = try [
      CommitRequest(["a": .integer(5), "c": .integer(1)]),
      CommitRequest(["a": .integer(6), "b": .null]),
      CommitRequest([:], condition: .expecting(SortedMembers(["a": .integer(99)]))),
      CommitRequest(JSONObject(members: many.map { .init(key: $0.key, value: $0.value) })),
      CommitRequest(["big": .string(String(repeating: "x", count: 1 << 20))]),
      CommitRequest(["z": .integer(1)], extent: .replace),
    ]
    let commit = try store.batch(requests)
    let reason = PreferenceError.notDurable(path: obstacle, reason: "File exists")
    for (index, result) in commit.results.enumerated() {
      guard case .failure(let error) = result else {
        Issue.record("request \(index) succeeded")
        continue
      }
      if index == 4 {
        guard case .tooLarge = error else { throw error }
      } else {
        #expect(error == reason)
      }
    }
    #expect(reason.description == "not durable (File exists): \(obstacle)")
    #expect(commit.patch.isEmpty)
    #expect(try fixture.text() == before.text)
    #expect(store.values == before.values)
    #expect(store.size == before.size)
    #expect(store.revision == 1)
    #expect(try store.look(.once) == .unchanged)

    try FileManager.default.removeItem(atPath: obstacle)
    #expect(try store.set(["c": .integer(3)]).revision == 2)
    #expect(store.values.keys == ["a", "b", "c"])
  }

  @Test func `what a killed writer left under the temporary name is overwritten`() throws {
    let store = fixture.makeStore()
    try store.set(["a": .integer(1)])
    let path = try obstruct()
    try FileManager.default.removeItem(atPath: path)
    try fixture.edit(String(repeating: "{\"half\": ", count: 100), path)
    try store.set(["a": .integer(2)])
    #expect(try fixture.text() == "{\n  \"a\": 2\n}\n")
    #expect(try fixture.names() == ["group.dev.units.json", "group.dev.units.lock"])
  }

  @Test func `a full disk leaves the old state, and a later write succeeds`() throws {
    try fixture.makeDirectory()
    let mount = "mount -t tmpfs -o size=64k,mode=0700 units-test \"$1\""
    guard geteuid() == 0, try shell(mount, fixture.directory) == 0 else {
      skip(missing: "permission to mount a small file system")
      return
    }
    defer { _ = try? shell("umount -l \"$1\"", fixture.directory) }
    let store = fixture.makeStore()
    try store.set(["a": .integer(1)])
    let error = #expect(throws: PreferenceError.self) {
      try store.set(["b": .string(String(repeating: "x", count: 200_000))])
    }
    guard case .notDurable(_, "No space left on device") = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(store.values.object == ["a": .integer(1)])
    #expect(try fixture.names() == ["group.dev.units.json", "group.dev.units.lock"])
    try store.set(["a": .integer(2)])
    #expect(try fixture.text() == "{\n  \"a\": 2\n}\n")
    // A copy of damage takes no room: it is a second name of the same file.
    try fixture.edit(String(repeating: "x", count: 40_000))
    try store.set(["a": .integer(3)])
    #expect(try fixture.copies().count == 1)
    #expect(try fixture.text() == "{\n  \"a\": 3\n}\n")
  }

  @Test func `a directory of another owner is refused for reading and writing`() throws {
    guard geteuid() == 0 else {
      let paths = StorePaths(configurationDirectory: "/usr", dataDirectory: "/usr")
      let store = PreferenceStore(group: .standard, paths: paths)
      #expect(throws: PreferenceError.self) { try store.look(.once) }
      return
    }
    try fixture.edit("{\"a\": 1}")
    #expect(chown(fixture.directory, 12_345, 12_345) == 0)
    let error = PreferenceError.refused(
      "directory belongs to user 12345, this is user 0: \(fixture.directory)")
    let store = fixture.makeStore()
    #expect(throws: error) { try store.look(.once) }
    #expect(throws: error) { try store.set(["a": .integer(2)]) }
    #expect(try fixture.text() == "{\"a\": 1}")
    #expect(try fixture.names() == ["group.dev.units.json"])
  }

  @Test func `a directory that everybody may write is refused`() throws {
    try fixture.edit("{\"a\": 1}")
    #expect(chmod(fixture.directory, 0o777) == 0)
    let error = PreferenceError.refused(
      "directory is writable by everybody: \(fixture.directory)")
    #expect(throws: error) { try fixture.makeStore().look(.once) }
    #expect(throws: error) { try fixture.makeStore().set(["a": .integer(2)]) }
    #expect(try fixture.names() == ["group.dev.units.json"])
  }

  @Test func `a directory under the file's name cannot be read`() throws {
    try Directory.create(fixture.path)
    let error = PreferenceError.unreadable(path: fixture.path, reason: "not a regular file")
    #expect(throws: error) { try fixture.makeStore().look(.once) }
  }

  @Test func `commits and refusals leave no descriptor open`() throws {
    func open() throws -> [String] {
      try Directory.names(in: "/proc/self/fd").compactMap {
        try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
      }.filter { $0.hasPrefix(fixture.root) }
    }
    let store = fixture.makeStore()
    try store.set(["a": .integer(1)])
    try fixture.edit("garbage")
    try store.set(["a": .integer(2)])
    let obstacle = try obstruct()
    #expect(throws: PreferenceError.self) { try store.set(["a": .integer(3)]) }
    try FileManager.default.removeItem(atPath: obstacle)
    try fixture.edit("garbage")
    #expect(throws: PreferenceError.self) { try fixture.makeStore().set(["a": .integer(3)]) }
    #expect(try open() == [])
  }
}
