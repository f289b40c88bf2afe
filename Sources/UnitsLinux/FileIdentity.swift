// Whether a file is still the one that was read.

internal import CUnitsLinux
internal import Glibc

/// Device, inode, size and times of a file: two equal identities mean the same content, unless the
/// file was changed within the resolution of its clock (see ``isTooYoung(now:)``).
package struct FileIdentity: Equatable, Sendable {
  package var device: UInt64
  package var inode: UInt64
  package var size: Int64
  package var modified: Int64
  package var changed: Int64
  package var mode: UInt32
  package var owner: UInt32

  /// A change within this time of the last one may leave every field as it was: kernels stamp files
  /// with a clock that ticks every 4 to 10 ms.
  package static let clockTick: Int64 = 20_000_000

  /// Whether it is an ordinary file: no directory, device, pipe or socket.
  package var isRegularFile: Bool { type == S_IFREG }

  package var isSocket: Bool { type == S_IFSOCK }
  package var isDirectory: Bool { type == S_IFDIR }

  private var type: UInt32

  private init(_ status: stat) {
    device = UInt64(status.st_dev)
    inode = UInt64(status.st_ino)
    size = Int64(status.st_size)
    modified = Int64(status.st_mtim.tv_sec) * 1_000_000_000 + Int64(status.st_mtim.tv_nsec)
    changed = Int64(status.st_ctim.tv_sec) * 1_000_000_000 + Int64(status.st_ctim.tv_nsec)
    mode = status.st_mode & 0o7777
    owner = status.st_uid
    type = status.st_mode & S_IFMT
  }

  /// Of an open file. fstat(2)
  package init(of descriptor: borrowing FileDescriptor, path: String) throws(SystemError) {
    var status = stat()
    let number = descriptor.number
    try systemCall("fstat", path) { unsafe fstat(number, &status) }
    self.init(status)
  }

  /// Of what a path leads to, links followed; nil if there is nothing. stat(2)
  package static func following(_ path: String) throws(SystemError) -> FileIdentity? {
    var status = stat()
    do throws(SystemError) {
      try systemCall("stat", path) { unsafe stat(path, &status) }
    } catch {
      if error.code == ENOENT || error.code == ENOTDIR { return nil }
      throw error
    }
    return FileIdentity(status)
  }

  /// The same file with the same content as far as a rename cannot tell: a rename changes `changed`.
  package func isSameContent(as other: FileIdentity) -> Bool {
    device == other.device && inode == other.inode && size == other.size
      && modified == other.modified
  }

  /// Whether the file was changed so recently that a second change could have left no trace. Its
  /// modification time alone does not tell: whoever copies a file may set it back.
  package func isTooYoung(now: Int64 = WallClock.nanoseconds()) -> Bool {
    now - max(modified, changed) < Self.clockTick
  }
}
