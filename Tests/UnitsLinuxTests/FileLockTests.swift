import Foundation
import Testing
import UnitsLinux

@Suite(.timeLimit(.minutes(10))) struct FileLockTests {
  private let directory: TestDirectory

  init() throws {
    directory = try TestDirectory()
  }

  private func isFree(_ path: String) throws -> Bool {
    guard let lock = try FileLock.attempt(at: path) else { return false }
    _ = lock.identity
    return true
  }

  /// Waits for a writer and reads what it writes.
  private func readPipe(_ path: String) throws -> [UInt8] {
    try openFile(path, flags: O_RDONLY).readToEnd(path: path, limit: 100)
  }

  /// Runs the body while the lock is held here.
  private func holding(_ path: String, _ body: () throws -> Void) throws {
    guard let lock = try FileLock.attempt(at: path) else {
      Issue.record("a fresh lock is free")
      return
    }
    try body()
    _ = lock.identity
  }

  @Test func `a lock is held until its value goes, and its file stays`() throws {
    let path = directory("g.lock")
    try holding(path) {
      let isFree = try isFree(path)
      #expect(!isFree)
    }
    #expect(try isFree(path))
    #expect(try directory.names == ["g.lock"])
    #expect(try directory.mode(of: "g.lock") == 0o600)
  }

  @Test func `waiting for a held lock ends at the deadline`() throws {
    let path = directory("g.lock")
    guard let lock = try FileLock.attempt(at: path) else {
      Issue.record("a fresh lock is free")
      return
    }
    let start = MonotonicTime.now()
    if let second = try FileLock.acquire(at: path, deadline: start + .milliseconds(30)) {
      Issue.record("two hold \(second.identity)")
    }
    let waited = MonotonicTime.now().nanoseconds - start.nanoseconds
    #expect(waited >= 30_000_000)
    // A deadline in the past is one try.
    let third = try FileLock.acquire(at: path, deadline: start)
    if third != nil { Issue.record("two hold a lock") }
    #expect(lock.identity.mode == 0o600)
  }

  @Test func `who makes a lockfile is told before it is there, and who finds one is not`() throws {
    let path = directory("g.lock")
    for round in 0..<2 {
      var made = 0
      let lock = try FileLock.attempt(at: path) { () throws(SystemError) in
        made += 1
        #expect(try FileIdentity.following(path) == nil)
      }
      let isHeld = lock != nil
      #expect(isHeld)
      #expect(made == (round == 0 ? 1 : 0))
    }
    try FileManager.default.removeItem(atPath: path)
    let refused = SystemError(operation: "fsync", path: directory.path, code: EIO)
    #expect(throws: refused) {
      _ = try FileLock.attempt(at: path) { () throws(SystemError) in throw refused } != nil
    }
    #expect(try directory.names.isEmpty)
  }

  @Test func `a lock on a lockfile that was replaced is no lock`() throws {
    let path = directory("g.lock")
    guard let old = try FileLock.attempt(at: path) else {
      Issue.record("a fresh lock is free")
      return
    }
    try FileManager.default.removeItem(atPath: path)
    try directory.write("", to: "g.lock")
    guard let new = try FileLock.attempt(at: path) else {
      Issue.record("the new file is nobody's")
      return
    }
    #expect(new.identity.inode != old.identity.inode)
    #expect(try FileIdentity.following(path)?.inode == new.identity.inode)
  }

  @Test func `who waits while the lockfile is replaced gets the lock of the new one`() throws {
    // A process holds the lock, deletes the file, makes a new one and locks that before it lets the
    // first go: a waiter that has the first one open must start again.
    let path = directory("g.lock")
    let go = directory("go")
    try directory.write("", to: "g.lock")
    #expect(mkfifo(go, 0o600) == 0)
    let script = """
      exec 8>>"$1"; flock 8
      printf h > "$2"
      rm "$1"; exec 9>>"$1"; flock 9
      exec 8>&-
      read line < "$2"
      """
    let holder = Foundation.Process()
    holder.executableURL = URL(fileURLWithPath: "/bin/sh")
    holder.arguments = ["-c", script, "sh", path, go]
    try holder.run()
    defer {
      holder.terminate()
      holder.waitUntilExit()
    }
    // The first lock is held once the holder has written.
    #expect(try readPipe(go) == Array("h".utf8))
    let result = try HandOverQueue<UInt64>()
    let waiter = try WorkerThread(name: "waiter") {
      do {
        if let lock = try FileLock.acquire(at: path, deadline: .now() + .seconds(30)) {
          result.push(lock.identity.inode)
        }
      } catch {
        Issue.record(error)
      }
    }
    // Lets the holder end; opening waits until it reads.
    let writer = try openFile(go, flags: O_WRONLY)
    try writer.writeAll(Array("\n".utf8))
    waiter.join()
    #expect(result.drain() == [try FileIdentity.following(path)?.inode])
  }

  @Test(arguments: ["KILL", "TERM"])
  func `the kernel lets a dead holder's lock go`(signal: String) throws {
    let path = directory("g.lock")
    let ready = directory("ready")
    let never = directory("never")
    for pipe in [ready, never] { #expect(mkfifo(pipe, 0o600) == 0) }
    let holder = Foundation.Process()
    holder.executableURL = URL(fileURLWithPath: "/bin/sh")
    // The shell itself holds it, so that killing the shell is killing the holder.
    let script = "exec 8<>\"$3\"; exec 9>\"$1\"; flock 9; echo > \"$2\"; read x <&8"
    holder.arguments = ["-c", script, "sh", path, ready, never]
    try holder.run()
    #expect(try readPipe(ready) == Array("\n".utf8))
    #expect(try !isFree(path))
    try shell("kill -\(signal) \"$1\"", "\(holder.processIdentifier)")
    holder.waitUntilExit()
    #expect(try isFree(path))
  }

  @Test func `a lockfile that is a symbolic link is refused`() throws {
    try directory.write("", to: "elsewhere")
    try directory.link("g.lock", to: "elsewhere")
    let path = directory("g.lock")
    #expect(throws: SystemError(operation: "open", path: path, code: ELOOP)) {
      _ = try FileLock.attempt(at: path)
    }
  }
}
