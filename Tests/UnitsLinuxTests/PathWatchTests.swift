import Foundation
import Testing
import UnitsLinux

@Suite struct PathWatchTests {
  private let directory: TestDirectory

  init() throws {
    directory = try TestDirectory()
  }

  /// The places below the test's directory, as `directory/name`, and the target, both relative to it.
  private func resolve(_ name: String) throws -> (places: [String], target: String) {
    let watch = try PathWatch(resolving: directory(name))
    let prefix = directory.path + "/"
    func relative(_ path: String) -> String {
      path.hasPrefix(prefix) ? String(path.dropFirst(prefix.count)) : path
    }
    let inside = watch.places.filter { $0.directory.hasPrefix(directory.path) }
    return (inside.map { relative("\($0.directory)/\($0.name)") }, relative(watch.target))
  }

  @Test func `a plain file is watched by its name and its directory's`() throws {
    try directory.makeFolder("a/b")
    try directory.write("", to: "a/b/f")
    let (places, target) = try resolve("a/b/f")
    #expect(places == ["a/b", "a/b/f"])
    #expect(target == "a/b/f")
  }

  @Test func `a missing file is watched where it will be`() throws {
    try directory.makeFolder("a/b")
    let (places, target) = try resolve("a/b/f")
    #expect(places == ["a/b", "a/b/f"])
    #expect(target == "a/b/f")
  }

  @Test func `of missing directories the first is watched`() throws {
    try directory.makeFolder("a")
    let (places, target) = try resolve("a/b/c/f")
    #expect(places == ["a/b"])
    #expect(target == "a/b/c/f")
  }

  @Test func `each link of a chain is watched where it stands`() throws {
    for folder in ["a", "b", "c", "d"] { try directory.makeFolder(folder) }
    try directory.link("a/f", to: directory("b/g"))
    try directory.link("b/g", to: "../c/h")
    try directory.link("c/h", to: "./../d/./i")
    try directory.write("", to: "d/i")
    let (places, target) = try resolve("a/f")
    #expect(places == ["a", "a/f", "b", "b/g", "c", "c/h", "d", "d/i"])
    #expect(target == "d/i")
  }

  @Test func `a dangling link leads to where the file would be made`() throws {
    for folder in ["a", "b"] { try directory.makeFolder(folder) }
    try directory.link("a/f", to: "../b/missing")
    try directory.link("a/deep", to: "../b/no/such/file")
    #expect(try resolve("a/f").target == "b/missing")
    #expect(try resolve("a/f").places == ["a", "a/f", "b", "b/missing"])
    #expect(try resolve("a/deep").target == "b/no/such/file")
    #expect(try resolve("a/deep").places == ["a", "a/deep", "b/no"])
  }

  @Test func `a directory that is a link is watched too`() throws {
    try directory.makeFolder("real/units")
    try directory.makeFolder("home")
    try directory.link("home/config", to: "../real")
    try directory.write("", to: "real/units/f")
    let (places, target) = try resolve("home/config/units/f")
    #expect(places == ["home/config", "real/units", "real/units/f"])
    #expect(target == "real/units/f")
  }

  @Test func `a loop of links ends with the kernel's word`() throws {
    try directory.link("f", to: "g")
    try directory.link("g", to: "f")
    let path = directory("f")
    let error = #expect(throws: SystemError.self) { _ = try PathWatch(resolving: path) }
    #expect(error?.description == "open \(path): Too many levels of symbolic links")
  }

  @Test(arguments: [40, 41])
  func `as many links are followed as by the kernel`(count: Int) throws {
    for link in 0..<count { try directory.link("l\(link)", to: "l\(link + 1)") }
    try directory.write("", to: "l\(count)")
    let path = directory("l0")
    let kernelFollows = try? FileIdentity.following(path)
    let walked = try? PathWatch(resolving: path)
    #expect((kernelFollows != nil) == (count == 40))
    #expect((walked != nil) == (count == 40))
  }

  @Test func `dots, doubled slashes and the root are understood`() throws {
    try directory.makeFolder("a")
    try directory.write("", to: "f")
    #expect(try resolve("a/..//./f").target == "f")
    #expect(try PathWatch(resolving: "/").target == "/")
    #expect(try PathWatch(resolving: "/..").target == "/")
    #expect(try PathWatch(resolving: "/../etc").target == "/etc")
  }

  @Test func `a name that begins with a combining character is one name`() throws {
    try directory.makeFolder("a")
    try directory.write("", to: "a/\u{301}f")
    #expect(try resolve("a/\u{301}f").target == "a/\u{301}f")
    #expect(try resolve("a/\u{301}f").places == ["a", "a/\u{301}f"])
  }

  @Test func `a link to a name that is not UTF-8 is refused, not followed elsewhere`() throws {
    let path = directory("f")
    #expect(symlink([0x66, -1, 0] as [CChar], path) == 0)
    #expect(throws: SystemError(operation: "readlink", path: path, code: EILSEQ)) {
      _ = try PathWatch(resolving: path)
    }
  }

  @Test func `a directory that may not be searched is an error`() throws {
    // The superuser may search everything.
    guard !isSuperuser else { return }
    try directory.makeFolder("closed")
    #expect(chmod(directory("closed"), 0) == 0)
    let path = directory("closed/f")
    #expect(throws: SystemError(operation: "lstat", path: path, code: EACCES)) {
      _ = try PathWatch(resolving: path)
    }
    #expect(chmod(directory("closed"), 0o700) == 0)
  }
}
