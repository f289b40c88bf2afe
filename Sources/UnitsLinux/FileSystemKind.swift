// Whether a file system can share memory between those who use a file.

internal import CUnitsLinux

/// Where a file system keeps its files, as far as locks and shared memory depend on it.
package enum FileSystemKind: Sendable, Hashable {
  /// On this machine: `mmap` is shared by every process that may open the file.
  case local
  /// On another machine, or served by a process that may sit before one (FUSE, 9P).
  case network

  /// Of the file system that holds a path. statfs(2)
  package init(holding path: String) throws(SystemError) {
    var status = statfs()
    try systemCall("statfs", path) { unsafe statfs(path, &status) }
    self.init(magic: UInt32(truncatingIfNeeded: status.f_type))
  }

  /// Whether the file system that holds a path is mounted for reading alone; false where it cannot be
  /// asked. statfs(2)
  package static func isReadOnly(holding path: String) -> Bool {
    var status = statfs()
    return unsafe statfs(path, &status) == 0 && status.f_flags & Self.readOnlyFlag != 0
  }

  /// Of the number that statfs(2) tells.
  package init(magic: UInt32) {
    self = Self.networkMagics.contains(magic) ? .network : .local
  }

  /// `ST_RDONLY` of statvfs(3).
  private static let readOnlyFlag = 1

  /// The numbers of statfs(2) and linux/magic.h, and those that file systems outside of the kernel
  /// give themselves.
  private static let networkMagics: Set<UInt32> = [
    0x6969,  // NFS
    0x517B,  // SMB
    0xFF53_4D42,  // CIFS
    0xFE53_4D42,  // SMB 2 and 3
    0x6573_5546,  // FUSE: sshfs and its like
    0x0102_1997,  // 9P: a virtual machine's host
    0x786F_4256,  // vboxsf: a virtual machine's host
    0x5346_414F,  // AFS
    0x6B41_4653,  // kAFS
    0x7375_7245,  // Coda
    0x564C,  // NCP
    0x00C3_6400,  // Ceph
    0x0BD0_0BD0,  // Lustre
    0x4750_4653,  // GPFS
    0x0116_1970,  // GFS2
    0x7461_636F,  // OCFS2
    0x1983_0326,  // BeeGFS
  ]
}
