import Foundation
import Testing
import UnitsLinux

@Suite struct AtomicFileTests {
  private let directory: TestDirectory

  init() throws {
    directory = try TestDirectory()
  }

  private func replace(
    _ name: String, with text: String, willRename: (FileIdentity) -> Void = { _ in }
  ) throws(AtomicFile.Failure) -> FileIdentity {
    let known: FileIdentity?
    do throws(SystemError) {
      known = try LinuxKernel.shared.identity(ofLink: directory(name))
    } catch {
      throw .notReplaced(error)
    }
    return try AtomicFile.replace(
      directory(name), with: Array(text.utf8),
      expecting: known.map { .file($0, content: nil) } ?? .absent, temporaryName: "f.tmp",
      rescue: { _ in },
      mayReplace: {
        willRename($0)
        return .granted
      })
  }

  @Test func `a new file is its owner's alone`() throws {
    let identity = try replace("f", with: "new")
    #expect(try directory.read("f") == "new")
    #expect(try directory.mode(of: "f") == 0o600)
    #expect(try FileIdentity.following(directory("f")) == identity)
    #expect(try directory.names == ["f"])
  }

  @Test(arguments: [0o644, 0o640, 0o600, 0o444, 0o755] as [UInt32])
  func `the mode of the file that is replaced is kept`(mode: UInt32) throws {
    try directory.write("old", to: "f")
    #expect(chmod(directory("f"), mode) == 0)
    _ = try replace("f", with: "new")
    #expect(try directory.read("f") == "new")
    #expect(try directory.mode(of: "f") == mode)
  }

  @Test func `the identity told before the rename is that after it`() throws {
    try directory.write("old", to: "f")
    var told: FileIdentity?
    let path = directory("f")
    let identity = try replace("f", with: "newer") { identity in
      told = identity
      // Nobody can see it yet.
      #expect((try? String(contentsOfFile: path, encoding: .utf8)) == "old")
    }
    #expect(told?.isSameFile(as: identity) == true)
    #expect(identity.size == 5)
  }

  @Test(arguments: [0o600, 0o400] as [UInt32])
  func `what a killed predecessor left is overwritten`(mode: UInt32) throws {
    try directory.write(String(repeating: "left over ", count: 100), to: "f.tmp")
    #expect(chmod(directory("f.tmp"), mode) == 0)
    _ = try replace("f", with: "new")
    #expect(try directory.read("f") == "new")
    #expect(try directory.names == ["f"])
  }

  @Test func `a symbolic link under the temporary name goes, and what it leads to stays`() throws {
    try directory.write("victim", to: "victim")
    try directory.link("f.tmp", to: "victim")
    _ = try replace("f", with: "new")
    #expect(try directory.read("victim") == "victim")
    #expect(try directory.read("f") == "new")
    #expect(try directory.names.sorted() == ["f", "victim"])
  }

  @Test func `a second name of another file under the temporary name goes, the file stays`() throws
  {
    try directory.write("victim", to: "victim")
    #expect(link(directory("victim"), directory("f.tmp")) == 0)
    _ = try replace("f", with: "new")
    #expect(try directory.read("victim") == "victim")
    #expect(try directory.read("f") == "new")
  }

  @Test func `a pipe under the temporary name is not waited for`() throws {
    #expect(mkfifo(directory("f.tmp"), 0o600) == 0)
    _ = try replace("f", with: "new")
    #expect(try directory.read("f") == "new")
    #expect(try directory.names == ["f"])
  }

  @Test func `a directory under the temporary name is refused`() throws {
    try directory.makeFolder("f.tmp")
    let error = SystemError(operation: "open", path: directory("f.tmp"), code: EEXIST)
    #expect(throws: AtomicFile.Failure.notReplaced(error)) { _ = try replace("f", with: "new") }
  }

  /// Replaces `f`, which is taken to be as `known` says, while `meanwhile` does something to it.
  private func race(
    _ known: AtomicFile.Expectation, _ meanwhile: () throws -> Void
  ) throws -> AtomicFile.Failure? {
    do {
      _ = try AtomicFile.replace(
        directory("f"), with: Array("ours".utf8), expecting: known, temporaryName: "f.tmp",
        rescue: { _ in },
        mayReplace: { _ in
          do { try meanwhile() } catch { Issue.record(error) }
          return .granted
        })
      return nil
    } catch {
      return error
    }
  }

  private func known(content: [UInt8]? = nil) throws -> AtomicFile.Expectation {
    .file(try #require(try FileIdentity.following(directory("f"))), content: content)
  }

  @Test func `what somebody saves by renaming in between is put back`() throws {
    try directory.write("old", to: "f")
    let failure = try race(known()) {
      try directory.write("theirs", to: "f.new")
      #expect(rename(directory("f.new"), directory("f")) == 0)
    }
    #expect(failure == .overtaken)
    #expect(try directory.read("f") == "theirs")
    #expect(try directory.names == ["f"])
  }

  @Test func `what somebody writes in place in between is put back`() throws {
    try directory.write("old", to: "f")
    #expect(try race(known()) { try directory.write("theirs", to: "f") } == .overtaken)
    #expect(try directory.read("f") == "theirs")
  }

  @Test func `a change that leaves no trace in the file's times is told by the content`() throws {
    try directory.write("old", to: "f")
    let status = try #require(try FileIdentity.following(directory("f")))
    let failure = try race(known(content: Array("old".utf8))) {
      try directory.write("new", to: "f")
      let seconds = Int(status.modified / 1_000_000_000)
      let time = timespec(tv_sec: seconds, tv_nsec: Int(status.modified % 1_000_000_000))
      #expect(utimensat(AT_FDCWD, directory("f"), [time, time], 0) == 0)
    }
    #expect(failure == .overtaken)
    #expect(try directory.read("f") == "new")
  }

  @Test func `a file that comes into being in between stays, one that goes is not brought back`()
    throws
  {
    #expect(try race(.absent) { try directory.write("theirs", to: "f") } == .overtaken)
    #expect(try directory.read("f") == "theirs")
    let failure = try race(known()) { _ = unlink(directory("f")) }
    #expect(failure == .overtaken)
    #expect(try directory.names == [])
  }

  @Test func `who may not replace leaves everything as it is`() throws {
    try directory.write("old", to: "f")
    #expect(throws: AtomicFile.Failure.overtaken) {
      _ = try AtomicFile.replace(
        directory("f"), with: Array("ours".utf8), expecting: try known(), temporaryName: "f.tmp",
        rescue: { _ in }, mayReplace: { _ in .refused })
    }
    #expect(try directory.read("f") == "old")
    #expect(try directory.names == ["f"])
  }

  @Test func `a missing directory replaces nothing`() throws {
    let error = SystemError(operation: "open", path: directory("missing"), code: ENOENT)
    #expect(throws: AtomicFile.Failure.notReplaced(error)) {
      _ = try replace("missing/f", with: "new")
    }
  }

  @Test func `a target that is a directory stays, and no temporary file does`() throws {
    try directory.makeFolder("f")
    let failure = #expect(throws: AtomicFile.Failure.self) { _ = try replace("f", with: "new") }
    #expect(failure?.cause == SystemError(operation: "rename", path: directory("f"), code: EISDIR))
    #expect(try directory.names == ["f"])
  }

  @Test func `a full disk leaves the old content and no temporary file`() throws {
    let folder = try directory.makeFolder("tiny")
    let mount = "mount -t tmpfs -o size=16k,mode=0700 units-test \"$1\""
    guard isSuperuser, try shell(mount, folder) == 0 else {
      skip(missing: "permission to mount a small file system")
      return
    }
    defer { _ = try? shell("umount -l \"$1\"", folder) }
    _ = try replace("tiny/f", with: "old")
    let large = String(repeating: "x", count: 100_000)
    let failure = #expect(throws: AtomicFile.Failure.self) {
      _ = try replace("tiny/f", with: large)
    }
    let cause = SystemError(operation: "write", path: directory("tiny/f.tmp"), code: ENOSPC)
    #expect(failure == .notReplaced(cause))
    #expect(cause.reason == "No space left on device")
    #expect(try directory.read("tiny/f") == "old")
    #expect(try Directory.names(in: folder) == ["f"])
    _ = try replace("tiny/f", with: "new")
    #expect(try directory.read("tiny/f") == "new")
  }

  @Test func `a failed replacement closes what it opened`() throws {
    // Counted in a process of its own numbers: those that lead into this test's directory.
    func open() throws -> [String] {
      try Directory.names(in: "/proc/self/fd").compactMap {
        try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)")
      }.filter { $0.hasPrefix(directory.path) }
    }
    try directory.makeFolder("f")
    for _ in 0..<3 {
      #expect(throws: AtomicFile.Failure.self) { _ = try replace("f", with: "new") }
    }
    _ = try replace("g", with: "new")
    #expect(try open() == [])
  }
}
