// The lock that serialises writers of one group, whoever they are.
//
// `flock` belongs to the open file, so the kernel releases it when its holder dies, however it
// dies. The lockfile is never deleted by us; if somebody else deletes it, two programs could hold
// locks on two inodes of one name, so after taking the lock the inode is compared with the path's.

internal import CUnitsLinux
internal import Glibc

/// An exclusive lock on a lockfile, held until the value goes.
package struct FileLock: ~Copyable, Sendable {
  /// The lockfile's inode: names what is written under this lock.
  package let identity: FileIdentity
  private let descriptor: FileDescriptor

  private init(descriptor: consuming FileDescriptor, identity: FileIdentity) {
    self.descriptor = descriptor
    self.identity = identity
  }

  /// Tries once, without waiting; nil if somebody else holds it. open(2), flock(2)
  package static func attempt(at path: String) throws(SystemError) -> FileLock? {
    while true {
      let descriptor = try openFile(path, flags: O_RDWR | O_CREAT | O_NOFOLLOW, mode: 0o600)
      let number = descriptor.number
      do throws(SystemError) {
        try systemCall("flock", path) { flock(number, LOCK_EX | LOCK_NB) }
      } catch {
        if error.code == EWOULDBLOCK { return nil }
        throw error
      }
      let held = try FileIdentity(of: descriptor, path: path)
      if let named = try FileIdentity.following(path), named.device == held.device,
        named.inode == held.inode
      {
        return FileLock(descriptor: descriptor, identity: held)
      }
      // The name leads elsewhere by now: this lock guards nothing.
    }
  }

  /// Tries with growing pauses until the deadline; nil if it was held all the time.
  package static func acquire(
    at path: String, deadline: MonotonicTime
  ) throws(SystemError) -> FileLock? {
    var pause: CInt = 1
    while true {
      if let lock = try attempt(at: path) { return lock }
      let left = deadline.millisecondsFromNow()
      if left == 0 { return nil }
      _ = units_poll(-1, 0, min(pause, left))
      pause = min(pause * 2, longestPause)
    }
  }

  /// The longest pause between two tries, in milliseconds: short enough that a lock held for one
  /// commit (about a millisecond) is seen free soon, long enough to cost nothing.
  private static let longestPause: CInt = 16
}
