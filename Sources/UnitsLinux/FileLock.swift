// The lock that serialises writers of one group, whoever they are.
//
// `flock` belongs to the open file, so the kernel releases it when its holder dies, however it
// dies. The lockfile is never deleted by us; if somebody else deletes it, two programs could hold
// locks on two inodes of one name, so after taking the lock the inode is compared with the path's,
// and once more before anything is replaced under it.

internal import Glibc

/// An exclusive lock on a lockfile, held until the value goes.
package struct FileLock: ~Copyable, Sendable {
  /// The lockfile's inode: names what is written under this lock.
  package let identity: FileIdentity
  private let path: String
  private let descriptor: FileDescriptor
  private let kernel: any Kernel

  /// Tries once, without waiting; nil if somebody else holds it. `willMake` is called before a lockfile
  /// is made where there is none. open(2), flock(2)
  package static func attempt(
    at path: String, on kernel: any Kernel = .linux,
    willMake: () throws(SystemError) -> Void = {}
  ) throws(SystemError) -> FileLock? {
    while true {
      let descriptor = try open(path, kernel, willMake)
      guard try kernel.lock(descriptor.number, path: path) else { return nil }
      let identity = try kernel.identity(of: descriptor.number, path: path)
      let lock = FileLock(
        identity: identity, path: path, descriptor: descriptor, kernel: kernel)
      if try lock.isNamed() { return lock }
      // The name leads elsewhere by now: this lock guards nothing.
    }
  }

  private static func open(
    _ path: String, _ kernel: any Kernel, _ willMake: () throws(SystemError) -> Void
  ) throws(SystemError) -> FileDescriptor {
    let flags = O_RDWR | O_NOFOLLOW | O_NONBLOCK
    do throws(SystemError) { return try kernel.openFile(path, flags: flags) } catch {
      guard error.code == ENOENT else { throw error }
    }
    try willMake()
    return try kernel.openFile(path, flags: flags | O_CREAT, mode: 0o600)
  }

  /// Whether the lockfile still has its name, and so guards anything. stat(2)
  package func isNamed() throws(SystemError) -> Bool {
    guard let named = try kernel.identity(following: path) else { return false }
    return named.device == identity.device && named.inode == identity.inode
  }
}
