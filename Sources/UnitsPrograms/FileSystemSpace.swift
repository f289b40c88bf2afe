// What a file system has left, and whether this user may write there.

internal import CUnitsLinux
internal import Glibc
package import UnitsLinux

/// The room on the file system that holds a path.
package struct FileSystemSpace: Equatable, Sendable {
  /// Bytes that an ordinary user may still write.
  package let availableBytes: Int
  package let isReadOnly: Bool

  /// Of the file system that holds a path. statvfs(3)
  package init(holding path: String) throws(SystemError) {
    var status = statvfs()
    try systemCall("statvfs", path) { unsafe statvfs(path, &status) }
    let size = Int(status.f_frsize)
    // Without a free inode there is no room for a new file, however many bytes are left.
    let hasInodes = status.f_files == 0 || status.f_favail > 0
    availableBytes = hasInodes ? Int(status.f_bavail) * size : 0
    isReadOnly = status.f_flag & UInt(ST_RDONLY) != 0
  }

  /// Throws what stands in the way of writing in a directory. access(2)
  package static func checkWritable(_ path: String) throws(SystemError) {
    try systemCall("access", path) { unsafe access(path, W_OK | X_OK) }
  }
}

extension ProcessEntry {
  /// The processes of this user that run a program of this name. proc(5)
  package static func processes(named name: String) throws(SystemError) -> [Int32] {
    let user = Process.user
    return try Directory.names(in: "/proc").compactMap { Int32($0) }.filter { process in
      // One that has ended meanwhile is none of them.
      guard let identity = try? FileIdentity.following("/proc/\(process)"),
        identity.owner == user
      else { return false }
      return ProcessEntry(of: process)?.name == name
    }
    .sorted()
  }

  /// The variables that a process was started with; nil where they may not be read. proc(5)
  package static func environment(of process: Int32) -> Environment? {
    let path = "/proc/\(process)/environ"
    guard let file = try? openFile(path, flags: O_RDONLY),
      let bytes = try? file.readToEnd(path: path, limit: 1 << 20)
    else { return nil }
    var variables: [String: String] = [:]
    for entry in bytes.split(separator: 0) {
      let parts = entry.split(
        separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
      guard parts.count == 2 else { continue }
      variables[String(decoding: parts[0], as: UTF8.self)] = String(
        decoding: parts[1], as: UTF8.self)
    }
    return Environment(variables)
  }
}
