import Foundation
import Testing
import UnitsLinux

@Suite struct DirectoryTests {
  private let directory: TestDirectory

  init() throws {
    directory = try TestDirectory()
  }

  @Test func `a chain of directories is made, each for its owner alone`() throws {
    try Directory.create(directory("a/b/c"))
    for name in ["a", "a/b", "a/b/c"] { #expect(try directory.mode(of: name) == 0o700) }
    try Directory.create(directory("a/b/c"))
    try Directory.create(directory("a/b/c/"))
    try Directory.create("/")
  }

  @Test func `a file in the way of a directory is an error`() throws {
    try directory.write("", to: "file")
    let path = directory("file/a")
    let error = SystemError(operation: "mkdir", path: path, code: ENOTDIR)
    #expect(throws: Directory.Refusal.system(error)) { try Directory.create(path) }
  }

  @Test func `nothing is made where another user is at home`() throws {
    guard isSuperuser else { return }
    let home = try directory.makeFolder("home")
    #expect(chown(home, 12_345, 12_345) == 0)
    #expect(throws: Directory.Refusal.otherOwner(path: home, owner: 12_345, user: 0)) {
      try Directory.create("\(home)/.config/units")
    }
    #expect(try Directory.names(in: home).isEmpty)
  }

  @Test func `a directory that everybody may write is refused`() throws {
    let path = try directory.makeFolder("open")
    #expect(chmod(path, 0o777) == 0)
    let refusal = #expect(throws: Directory.Refusal.self) { try Directory.check(path) }
    #expect(refusal == .writableByAll(path: path))
    #expect(refusal?.description == "directory is writable by everybody: \(path)")
    #expect(chmod(path, 0o775) == 0)
    try Directory.check(path)
  }

  @Test func `a directory of another owner is refused`() throws {
    var path = "/usr"
    if isSuperuser {
      path = try directory.makeFolder("foreign")
      #expect(chown(path, 12_345, 12_345) == 0)
    }
    let refusal = #expect(throws: Directory.Refusal.self) { try Directory.check(path) }
    let owner: UInt32 = isSuperuser ? 12_345 : 0
    #expect(refusal == .otherOwner(path: path, owner: owner, user: geteuid()))
    #expect(
      refusal?.description
        == "directory belongs to user \(owner), this is user \(geteuid()): \(path)")
  }

  @Test func `a missing directory is told as the kernel tells it`() throws {
    let path = directory("missing")
    let refusal = #expect(throws: Directory.Refusal.self) { try Directory.check(path) }
    #expect(refusal?.description == "stat \(path): No such file or directory")
  }

  @Test func `a store's directory may be reached by a link, a socket's may not`() throws {
    try directory.makeFolder("real")
    #expect(chmod(directory("real"), 0o700) == 0)
    try directory.link("link", to: "real")
    try Directory.check(directory("link"))
    try Directory.secureForSocket(directory("real"))
    let path = directory("link")
    let refusal = #expect(throws: Directory.Refusal.self) { try Directory.secureForSocket(path) }
    #expect(refusal == .symbolicLink(path: path))
    #expect(refusal?.description == "directory is a symbolic link or no directory: \(path)")
  }

  @Test func `a socket's directory is made, and refused where others may enter`() throws {
    let path = directory("run/units")
    try Directory.secureForSocket(path)
    #expect(try directory.mode(of: "run/units") == 0o700)
    #expect(chmod(path, 0o710) == 0)
    let refusal = #expect(throws: Directory.Refusal.self) { try Directory.secureForSocket(path) }
    #expect(refusal == .openToOthers(path: path))
    #expect(
      refusal?.description == "directory is open to other users (mode 0700 is due): \(path)")
    #expect(throws: Directory.Refusal.symbolicLink(path: try directory.write("", to: "file"))) {
      try Directory.secureForSocket(directory("file"))
    }
  }

  @Test func `a socket's directory of another owner is refused`() throws {
    guard isSuperuser else {
      #expect(throws: Directory.Refusal.otherOwner(path: "/usr", owner: 0, user: geteuid())) {
        try Directory.secureForSocket("/usr")
      }
      return
    }
    let path = try directory.makeFolder("foreign")
    #expect(chown(path, 12_345, 12_345) == 0)
    #expect(throws: Directory.Refusal.otherOwner(path: path, owner: 12_345, user: 0)) {
      try Directory.secureForSocket(path)
    }
  }

  @Test func `names are listed without the two dots`() throws {
    for name in ["b", ".hidden", "ü"] { try directory.write("", to: name) }
    #expect(try directory.names == [".hidden", "b", "ü"])
    let missing = directory("missing")
    #expect(throws: SystemError(operation: "opendir", path: missing, code: ENOENT)) {
      _ = try Directory.names(in: missing)
    }
  }
}
