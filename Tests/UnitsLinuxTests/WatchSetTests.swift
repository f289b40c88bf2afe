import Foundation
import Testing
import UnitsLinux

/// A drain right after a change sees it, because the kernel queues the event before the call that
/// caused it returns: so no test here waits.
@Suite(.timeLimit(.minutes(10))) struct WatchSetTests {
  private let directory: TestDirectory
  private let watch: FileWatch

  init() throws {
    directory = try TestDirectory()
    watch = try FileWatch()
  }

  private func armed(_ names: String...) throws -> WatchSet<String> {
    var set = WatchSet<String>(watch: watch)
    for name in names {
      #expect(try set.arm(name, PathWatch(resolving: directory(name)).places) == nil)
    }
    return set
  }

  private func concerned(_ set: WatchSet<String>) throws -> Set<String> {
    set.keys(concernedBy: try watch.drain())
  }

  @Test func `a write in place is told once it has ended`() throws {
    try directory.write("1", to: "f")
    let set = try armed("f")
    let file = try openFile(directory("f"), flags: O_WRONLY)
    try file.writeAll([0x32])
    #expect(try concerned(set) == [])
    _ = consume file
    #expect(try concerned(set) == ["f"])
    #expect(try concerned(set) == [])
  }

  @Test func `each write is told where that was asked for`() throws {
    try directory.write("1", to: "f")
    var set = WatchSet<String>(watch: watch)
    #expect(try set.arm("f", PathWatch(resolving: directory("f")).places, .everyWrite) == nil)
    let file = try openFile(directory("f"), flags: O_WRONLY)
    try file.writeAll([0x32])
    #expect(try concerned(set) == ["f"])
    _ = consume file
  }

  /// Whether all that has happened is that the file under this name was replaced.
  private func isReplacement(_ set: WatchSet<String>, of name: String) throws -> Bool {
    guard case .replacement(let path)? = set.touches(by: try watch.drain())[name] else {
      return false
    }
    return path == directory(name)
  }

  @Test func `a replacement is told from a write in place and from a change on the way`() throws {
    try directory.makeFolder("a")
    try directory.write("1", to: "a/f")
    let set = try armed("a/f")
    try directory.write("2", to: "a/g")
    rename("a/g", "a/f")
    #expect(try isReplacement(set, of: "a/f"))
    try directory.write("3", to: "a/f")
    #expect(try !isReplacement(set, of: "a/f"))
    try directory.write("4", to: "a/g")
    rename("a/g", "a/f")
    rename("a", "b")
    #expect(try !isReplacement(set, of: "a/f"))
  }

  @Test func `a directory that is missing is no file that was replaced`() throws {
    try directory.makeFolder("a")
    let set = try armed("a/b/f")
    try directory.makeFolder("a/b")
    guard case .replacement(let path)? = set.touches(by: try watch.drain())["a/b/f"] else {
      Issue.record("the directory's coming was not told")
      return
    }
    #expect(path == directory("a/b"))
    #expect(try FileIdentity.following(path)?.isDirectory == true)
  }

  private func rename(_ old: String, _ new: String) {
    #expect(Foundation.rename(directory(old), directory(new)) == 0)
  }

  @Test func `a rename over the file, away from it, its making and its removal are told`() throws {
    try directory.makeFolder("a")
    try directory.write("1", to: "a/f")
    let set = try armed("a/f")
    try directory.write("2", to: "a/g")
    #expect(try concerned(set) == [])
    rename("a/g", "a/f")
    #expect(try concerned(set) == ["a/f"])
    rename("a/f", "a/g")
    #expect(try concerned(set) == ["a/f"])
    try directory.write("3", to: "a/f")
    #expect(try concerned(set) == ["a/f"])
    try FileManager.default.removeItem(atPath: directory("a/f"))
    #expect(try concerned(set) == ["a/f"])
    #expect(link(directory("a/g"), directory("a/f")) == 0)
    #expect(try concerned(set) == ["a/f"])
  }

  @Test func `a change of a link's target in another directory is told`() throws {
    for folder in ["a", "b", "c"] { try directory.makeFolder(folder) }
    try directory.link("a/f", to: "../b/g")
    try directory.link("b/g", to: "../c/h")
    try directory.write("1", to: "c/h")
    var set = try armed("a/f")
    try directory.write("2", to: "c/h")
    #expect(try concerned(set) == ["a/f"])
    try directory.write("2", to: "c/new")
    rename("c/new", "c/h")
    #expect(try concerned(set) == ["a/f"])
    // The link in the middle leads elsewhere from now on.
    try directory.write("3", to: "a/direct")
    try directory.link("b/new", to: "../a/direct")
    rename("b/new", "b/g")
    #expect(try concerned(set) == ["a/f"])
    #expect(try set.arm("a/f", PathWatch(resolving: directory("a/f")).places) == nil)
    try directory.write("4", to: "c/h")
    #expect(try concerned(set) == [])
    try directory.write("4", to: "a/direct")
    #expect(try concerned(set) == ["a/f"])
  }

  @Test func `a replaced directory is told, and watched once armed again`() throws {
    try directory.makeFolder("a")
    try directory.write("1", to: "a/f")
    var set = try armed("a/f")
    rename("a", "old")
    #expect(try concerned(set) == ["a/f"])
    try directory.makeFolder("a")
    #expect(try concerned(set) == ["a/f"])
    #expect(try set.arm("a/f", PathWatch(resolving: directory("a/f")).places) == nil)
    #expect(try concerned(set) == [])
    try directory.write("2", to: "a/f")
    #expect(try concerned(set) == ["a/f"])
    try directory.write("2", to: "old/f")
    #expect(try concerned(set) == [])
  }

  @Test func `a removed directory is told, and its successor watched`() throws {
    try directory.makeFolder("a")
    try directory.write("1", to: "a/f")
    var set = try armed("a/f")
    try FileManager.default.removeItem(atPath: directory("a"))
    #expect(try concerned(set) == ["a/f"])
    #expect(try set.arm("a/f", PathWatch(resolving: directory("a/f")).places) == nil)
    _ = try concerned(set)
    try directory.makeFolder("a")
    #expect(try concerned(set) == ["a/f"])
    #expect(try set.arm("a/f", PathWatch(resolving: directory("a/f")).places) == nil)
    try directory.write("2", to: "a/f")
    #expect(try concerned(set) == ["a/f"])
  }

  @Test func `two files in one directory share a watch and are told apart`() throws {
    try directory.write("", to: "f")
    try directory.write("", to: "g")
    var set = try armed("f", "g")
    try directory.write("1", to: "f")
    #expect(try concerned(set) == ["f"])
    set.disarm("f")
    try directory.write("2", to: "f")
    try directory.write("2", to: "g")
    #expect(try concerned(set) == ["g"])
    set.disarm("g")
    try directory.write("3", to: "g")
    #expect(try !watch.drain().events.contains { $0.name == "g" })
  }

  @Test func `arming again leaves the other keys of a directory watched`() throws {
    try directory.makeFolder("a")
    for name in ["a/f", "a/g"] { try directory.write("", to: name) }
    var set = try armed("a/f", "a/g")
    #expect(try set.arm("a/f", PathWatch(resolving: directory("elsewhere")).places) == nil)
    try directory.write("1", to: "a/g")
    try directory.write("1", to: "a/f")
    #expect(try concerned(set) == ["a/g"])
  }

  @Test func `lost events concern everybody`() throws {
    let set = try armed("f", "g")
    var drained = FileWatch.Drained()
    #expect(set.keys(concernedBy: drained) == [])
    drained.overflowed = true
    #expect(set.keys(concernedBy: drained) == ["f", "g"])
  }

  @Test func `an overflow of the kernel's queue is told`() throws {
    let set = try armed("f", "g")
    let limit = try String(
      contentsOfFile: "/proc/sys/fs/inotify/max_queued_events", encoding: .utf8)
    let events = try #require(Int(limit.trimmingCharacters(in: .whitespacesAndNewlines)))
    guard events <= 65_536 else {
      print("skipped: the queue holds \(events) events, too many to fill in a test")
      return
    }
    // Two names by turns: equal events in a row would become one.
    try directory.write("", to: "x")
    for _ in 0...(events / 2) {
      #expect(Foundation.rename(directory("x"), directory("y")) == 0)
      #expect(Foundation.rename(directory("y"), directory("x")) == 0)
    }
    let drained = try watch.drain()
    #expect(drained.overflowed)
    #expect(set.keys(concernedBy: drained) == ["f", "g"])
    #expect(try !watch.drain().overflowed)
  }

  @Test func `a place that cannot be watched is reported, the others are`() throws {
    try directory.makeFolder("a")
    let path = try PathWatch(resolving: directory("a/f"))
    try FileManager.default.removeItem(atPath: directory("a"))
    var set = WatchSet<String>(watch: watch)
    let error = SystemError(operation: "inotify_add_watch", path: directory("a"), code: ENOENT)
    #expect(set.arm("f", path.places) == error)
    try directory.makeFolder("a")
    #expect(try concerned(set) == ["f"])
  }
}
