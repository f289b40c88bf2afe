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
  /// How many names the file has.
  package var links: UInt64

  /// A change within this time of the last one may leave every field as it was: kernels stamp files
  /// with a clock that ticks every 4 to 10 ms.
  package static let clockTick: Int64 = 20_000_000

  /// Whether it is an ordinary file: no directory, device, pipe or socket.
  package var isRegularFile: Bool { type == S_IFREG }

  package var isSocket: Bool { type == S_IFSOCK }
  package var isDirectory: Bool { type == S_IFDIR }
  package var isLink: Bool { type == S_IFLNK }

  /// The type bits of `st_mode`, inode(7).
  private var type: UInt32

  init(_ status: stat) {
    self.init(
      device: UInt64(status.st_dev), inode: UInt64(status.st_ino), size: Int64(status.st_size),
      modified: Self.nanoseconds(status.st_mtim), changed: Self.nanoseconds(status.st_ctim),
      mode: status.st_mode, owner: status.st_uid, links: UInt64(status.st_nlink))
  }

  /// An identity of these fields; `mode` has the file's type in it, as in `st_mode`.
  package init(
    device: UInt64, inode: UInt64, size: Int64, modified: Int64, changed: Int64, mode: UInt32,
    owner: UInt32, links: UInt64
  ) {
    self.device = device
    self.inode = inode
    self.size = size
    self.modified = modified
    self.changed = changed
    self.mode = mode & 0o7777
    self.owner = owner
    self.links = links
    type = mode & S_IFMT
  }

  /// A file may claim any time: one past 2262, or before 1678, counts as that year's.
  private static func nanoseconds(_ time: timespec) -> Int64 {
    let (whole, overflow) = Int64(time.tv_sec).multipliedReportingOverflow(by: 1_000_000_000)
    let (sum, carry) = whole.addingReportingOverflow(Int64(time.tv_nsec))
    if overflow || carry { return time.tv_sec < 0 ? .min : .max }
    return sum
  }

  /// Of an open file. fstat(2)
  package init(of descriptor: borrowing FileDescriptor, path: String) throws(SystemError) {
    self = try LinuxKernel.shared.identity(of: descriptor.number, path: path)
  }

  /// Of what a path leads to, links followed; nil if there is nothing. stat(2)
  package static func following(_ path: String) throws(SystemError) -> FileIdentity? {
    try LinuxKernel.shared.identity(following: path)
  }

  /// Whether all is the same but what a rename changes: the time of change, and the number of names
  /// while the file has two.
  package func isSameFile(as other: FileIdentity) -> Bool {
    device == other.device && inode == other.inode && size == other.size
      && modified == other.modified
  }

  /// Whether the file was changed so recently that a second change could have left no trace. Its
  /// modification time alone does not tell: whoever copies a file may set it back. `now` is what the
  /// clock that stamps files showed before the file was looked at (``Kernel/stampClock()``).
  package func isTooYoung(now: Int64) -> Bool {
    let (age, overflow) = now.subtractingReportingOverflow(max(modified, changed))
    // A file from the future is younger than any.
    return overflow || age < Self.clockTick
  }
}
