import Foundation
import Synchronization
import Testing
import UnitsLinux

@Suite(.timeLimit(.minutes(10))) struct LockTests {
  /// Replaces the lockfile again and again, but only while it holds the lock: whoever holds the lock
  /// of the present file can rely on it.
  private final class Replacer: Sendable {
    let path: String
    let isDone = Atomic(false)
    let count = Atomic(0)

    init(path: String) {
      self.path = path
    }

    func run() {
      while !isDone.load(ordering: .relaxed) {
        do {
          guard let lock = try FileLock.attempt(at: path) else { continue }
          replace(under: lock)
        } catch {
          Issue.record(error)
          return
        }
      }
    }

    private func replace(under lock: borrowing FileLock) {
      let isMade = FileManager.default.createFile(atPath: "\(path).new", contents: nil)
      if isMade, rename("\(path).new", path) == 0 { count.add(1, ordering: .relaxed) }
    }
  }

  @Test func `a lock is of the file that has the name, however often that is replaced`() throws {
    let folder = try TestFolder(on: .memory)
    let replacer = Replacer(path: "\(folder.path)/group.lock")
    let thread = try WorkerThread(name: "replacer") { replacer.run() }
    let deadline = MonotonicTime.now() + Client.patience
    var stale = 0
    while replacer.count.load(ordering: .relaxed) < 5_000, stale == 0, !deadline.isPast {
      guard let lock = try FileLock.attempt(at: replacer.path) else { continue }
      if try FileIdentity.following(replacer.path)?.inode != lock.identity.inode { stale += 1 }
    }
    replacer.isDone.store(true, ordering: .relaxed)
    thread.join()
    #expect(stale == 0)
  }
}
