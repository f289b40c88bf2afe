import Foundation
import Testing
import UnitsJSON
import UnitsLinux
import UnitsProtocol

@testable import UnitsStore

@Suite struct SymbolicLinkTests {
  private let fixture: PreferenceFixture

  init() throws {
    fixture = try PreferenceFixture()
    try fixture.makeDirectory()
    try Directory.create("\(fixture.root)/dotfiles")
  }

  private var real: String { "\(fixture.root)/dotfiles/real.json" }

  private func link(to destination: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: fixture.path, withDestinationPath: destination)
  }

  private func destination() throws -> String {
    try FileManager.default.destinationOfSymbolicLink(atPath: fixture.path)
  }

  @Test(arguments: [0o644, 0o600, 0o664] as [UInt32])
  func `the link survives, its target is replaced, and the target's mode is kept`(
    mode: UInt32
  ) throws {
    try fixture.edit("{\"a\": 1}", real)
    #expect(chmod(real, mode) == 0)
    try link(to: "../dotfiles/real.json")
    let before = try fixture.identity()
    try fixture.makeStore().set(["b": .integer(2)])
    #expect(try destination() == "../dotfiles/real.json")
    #expect(try String(contentsOfFile: real, encoding: .utf8) == "{\n  \"a\": 1,\n  \"b\": 2\n}\n")
    #expect(try fixture.identity().inode != before.inode)
    #expect(try fixture.identity().mode == mode)
    #expect(try Directory.names(in: "\(fixture.root)/dotfiles") == ["real.json"])
    // The lock is beside the link.
    #expect(try fixture.names() == ["group.dev.units.json", "group.dev.units.lock"])
  }

  @Test func `a chain of links is followed to its end`() throws {
    try fixture.edit("{}", real)
    let middle = "\(fixture.root)/dotfiles/middle"
    try FileManager.default.createSymbolicLink(
      atPath: middle, withDestinationPath: "./real.json")
    try link(to: middle)
    try fixture.makeStore().set(["a": .integer(1)])
    #expect(try destination() == middle)
    #expect(try String(contentsOfFile: real, encoding: .utf8) == "{\n  \"a\": 1\n}\n")
  }

  @Test func `a dangling link's target is made`() throws {
    try link(to: "../dotfiles/real.json")
    let store = fixture.makeStore()
    #expect(try store.look(.once) == .unchanged)
    try store.set(["a": .integer(1)])
    #expect(try destination() == "../dotfiles/real.json")
    #expect(try String(contentsOfFile: real, encoding: .utf8) == "{\n  \"a\": 1\n}\n")
  }

  @Test func `a link into a missing directory is refused, and nothing is replaced`() throws {
    try link(to: "../nowhere/real.json")
    let store = fixture.makeStore()
    let error = #expect(throws: PreferenceError.self) { try store.set(["a": .integer(1)]) }
    #expect(
      error
        == .notDurable(path: "\(fixture.root)/nowhere", reason: "No such file or directory"))
    #expect(store.values.isEmpty)
    #expect(try destination() == "../nowhere/real.json")
  }

  @Test func `a loop of links is told`() throws {
    try link(to: "group.dev.units.json")
    let error = #expect(throws: PreferenceError.self) { try fixture.makeStore().look(.once) }
    #expect(
      error == .unreadable(path: fixture.path, reason: "Too many levels of symbolic links"))
  }

  @Test func `a link that leads elsewhere is a foreign change`() throws {
    try fixture.edit("{\"a\": 1}", real)
    let other = "\(fixture.root)/dotfiles/other.json"
    try fixture.edit("{\"a\": 2}", other)
    try link(to: real)
    let store = fixture.makeStore()
    _ = try store.look(.once)
    try FileManager.default.removeItem(atPath: fixture.path)
    try link(to: other)
    #expect(try store.look(.once) == .changed(Patch(SortedMembers(["a": .integer(2)]))))
    try store.set(["a": .integer(3)])
    #expect(try String(contentsOfFile: real, encoding: .utf8) == "{\"a\": 1}")
    #expect(try String(contentsOfFile: other, encoding: .utf8) == "{\n  \"a\": 3\n}\n")
  }

  @Test func `two links to one target use two locks and two temporary names`() throws {
    try fixture.edit("{}", real)
    let second = try #require(GroupName("second"))
    try link(to: real)
    try FileManager.default.createSymbolicLink(
      atPath: fixture.paths.preferences(of: second), withDestinationPath: real)
    let stores = [
      fixture.makeStore(), PreferenceStore(group: second, paths: fixture.paths),
    ]
    var temporaries: Set<String> = []
    for (number, store) in stores.enumerated() {
      store.willReplace = { [root = fixture.root] _ in
        let names = (try? Directory.names(in: "\(root)/dotfiles")) ?? []
        temporaries.formUnion(names.filter { $0.hasSuffix(".tmp") })
      }
      try store.set(["store\(number)": .integer(number)])
    }
    #expect(temporaries.count == 2)
    for store in stores { _ = try store.look(.once) }
    #expect(stores[0].values.keys == ["store0", "store1"])
    #expect(stores[1].values == stores[0].values)
  }

  @Test func `a directory that is a link is used, and one name as long as can be`() throws {
    let longest = String(repeating: "n", count: 255)
    let target = "\(fixture.root)/dotfiles/\(longest)"
    try fixture.edit("{}", target)
    try link(to: target)
    try fixture.makeStore().set(["a": .integer(1)])
    #expect(try String(contentsOfFile: target, encoding: .utf8) == "{\n  \"a\": 1\n}\n")

    let group = try #require(GroupName(String(repeating: "g", count: GroupName.maximumLength)))
    try FileManager.default.createSymbolicLink(
      atPath: "\(fixture.root)/link", withDestinationPath: "units")
    let paths = StorePaths(configurationDirectory: "\(fixture.root)/link", dataDirectory: "/no")
    try PreferenceStore(group: group, paths: paths).set(["a": .integer(1)])
    #expect(try FileIdentity.following(fixture.paths.preferences(of: group)) != nil)
  }
}
