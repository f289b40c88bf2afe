// What stands in a group's file, and copies of files that nobody may lose.

internal import Glibc
internal import UnitsJSON
package import UnitsLinux
package import UnitsProtocol

/// What stands in a group's file, and copies of files that nobody may lose.
package enum GroupFile {
  /// What stands under the name of a group's file.
  package enum Content: Sendable {
    case absent
    case text([UInt8], FileIdentity)
    /// More than a group may hold.
    case oversized(FileIdentity)
    /// A directory, a device, a pipe or a socket.
    case special
  }

  /// How often a file is read that changes while it is read.
  private static let longestChange = 4

  /// Reads the whole file; links are followed. A file that has grown or shrunk meanwhile is read anew:
  /// what was read first may have been in two states.
  package static func read(
    _ path: String, on kernel: any Kernel = .linux
  ) throws(SystemError) -> Content {
    for _ in 1..<longestChange {
      let content = try readOnce(path, on: kernel)
      guard case .text(let bytes, let identity) = content, bytes.count != identity.size else {
        return content
      }
    }
    return try readOnce(path, on: kernel)
  }

  private static func readOnce(
    _ path: String, on kernel: any Kernel
  ) throws(SystemError) -> Content {
    let file: FileDescriptor
    do throws(SystemError) {
      // O_NONBLOCK: a FIFO under this name must not stop the program.
      file = try kernel.openFile(path, flags: O_RDONLY | O_NONBLOCK)
    } catch {
      if error.code == ENOENT || error.code == ENOTDIR { return .absent }
      throw error
    }
    // Before the content: if somebody writes in between, the next look finds another identity.
    let identity = try kernel.identity(of: file.number, path: path)
    // A link to /dev/null must be neither read as damage nor replaced.
    guard identity.isRegularFile else { return .special }
    guard identity.size <= Int64(GroupDocument.maximumSize) else { return .oversized(identity) }
    do throws(SystemError) {
      return .text(try file.readToEnd(path: path, limit: GroupDocument.maximumSize), identity)
    } catch {
      guard error.code == EFBIG else { throw error }
      return .oversized(identity)
    }
  }

  /// How many copies of damaged files are kept: enough for a bad evening with an editor.
  package static let keptCopies = 8

  /// The values in the text of a group's file; a null at the top means absent.
  package static func parse(_ bytes: [UInt8], path: String) throws(Damage) -> SortedMembers {
    let parsed: [(key: String, value: JSONValue, position: JSONPosition)]
    do throws(JSONError) { parsed = try JSONObject.parseMembers(bytes) } catch {
      throw Damage(
        path: path, line: error.position.line, column: error.position.column,
        reason: error.reason.description)
    }
    var members: [SortedMembers.Member] = []
    for (key, value, position) in parsed where value != .null {
      do throws(PreferenceError) {
        try PreferenceKey.check(key)
        try PreferenceValue.check(value, key: key)
      } catch {
        throw Damage(
          path: path, line: position.line, column: position.column, reason: error.description)
      }
      members.append(SortedMembers.Member(key: key, value: value))
    }
    SortedMembers.sort(&members)
    return SortedMembers(ascending: members)
  }

  /// Keeps what stands at `source` as `PATH.damaged-TIME`, durably, and removes all but the newest
  /// copies. `source` is `path` itself, or what a link at `path` leads to.
  ///
  /// A second name for the same file takes no time, however large it is. Where the file system has
  /// none the content is copied, as much of it as ``copiedSize``. link(2)
  package static func keepCopy(
    of source: String, beside path: String, on kernel: any Kernel
  ) throws(SystemError) {
    let directory = splitPath(path).directory
    try name(path, on: kernel) { (copy) throws(SystemError) in
      do throws(SystemError) { try kernel.link(source, to: copy) } catch {
        switch error.code {
        case EXDEV, EPERM, EMLINK, EOPNOTSUPP, ENOSYS:
          try copyContent(of: source, to: copy, on: kernel)
        default: throw error
        }
      }
    }
    try AtomicFile.synchronizeDirectory(directory, on: kernel)
    try removeOldCopies(of: path, on: kernel)
  }

  /// Keeps a file that was found under a temporary name: it may be somebody's change, which a killed
  /// program had taken out of its place. One that holds nothing to keep is left to be removed.
  package static func rescue(
    _ temporary: String, of path: String, known content: [UInt8], on kernel: any Kernel
  ) throws(SystemError) {
    guard let identity = try kernel.identity(ofLink: temporary), identity.isRegularFile,
      identity.size > 0, identity.size <= Int64(GroupDocument.maximumSize)
    else { return }
    let file = try kernel.openFile(temporary, flags: O_RDONLY | O_NOFOLLOW | O_NONBLOCK)
    let bytes = try file.readToEnd(path: temporary, limit: GroupDocument.maximumSize)
    // Half a file was being written; the same content is in its place.
    guard bytes != content, (try? parse(bytes, path: temporary)) != nil else { return }
    try name(path, on: kernel) { (copy) throws(SystemError) in
      try kernel.link(temporary, to: copy)
    }
    try removeOldCopies(of: path, on: kernel)
  }

  /// What is copied of a file that cannot have a second name: more than a group can ever hold.
  private static let copiedSize = 4 * GroupDocument.maximumSize

  private static func copyContent(
    of source: String, to copy: String, on kernel: any Kernel
  ) throws(SystemError) {
    let original = try kernel.openFile(source, flags: O_RDONLY | O_NONBLOCK)
    let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW
    let file = try kernel.openFile(copy, flags: flags, mode: 0o600)
    do throws(SystemError) {
      var piece: [UInt8] = []
      var left = copiedSize
      while left > 0 {
        let count = try original.read(appendingTo: &piece, limit: min(left, 65_536))
        if count == 0 { break }
        left -= count
        try file.writeAll(piece, path: copy)
        piece.removeAll(keepingCapacity: true)
      }
      try kernel.synchronize(file.number, path: copy)
    } catch {
      // Half a copy is none, and the disk may be full.
      try? kernel.remove(copy)
      throw SystemError(operation: error.operation, path: copy, code: error.code)
    }
  }

  /// Calls `body` with a free name for a copy: of the time in UTC, with microseconds so that names
  /// sort by age.
  private static func name(
    _ path: String, on kernel: any Kernel, _ body: (_ copy: String) throws(SystemError) -> Void
  ) throws(SystemError) {
    var time = kernel.wallClock() / 1_000
    while true {
      do throws(SystemError) {
        return try body("\(path).damaged-\(FileTimestamp.text(microseconds: time))")
      } catch {
        guard error.code == EEXIST else { throw error }
        time += 1
      }
    }
  }

  private static func removeOldCopies(
    of path: String, on kernel: any Kernel
  ) throws(SystemError) {
    let (directory, name) = splitPath(path)
    // The whole name is compared: a group may be named `a.json.damaged-x`.
    let prefix = "\(name).damaged-"
    let copies = try kernel.names(in: directory).filter {
      $0.hasPrefix(prefix) && FileTimestamp.isTimestamp($0.dropFirst(prefix.count))
    }
    for old in copies.sorted().dropLast(keptCopies) {
      try kernel.remove("\(directory)/\(old)")
    }
  }
}

extension Damage: Error {}
