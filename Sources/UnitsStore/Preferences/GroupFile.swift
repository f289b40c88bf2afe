// Reading a group's file, and keeping a copy of one that is damaged.

internal import Glibc
internal import UnitsJSON
package import UnitsLinux
package import UnitsProtocol

/// What a look at a group's file found.
package enum GroupFile: Sendable {
  case absent
  case content([UInt8], FileIdentity)
  /// More than a group may hold.
  case oversized(FileIdentity)
  /// A directory, a device, a pipe or a socket.
  case special

  /// How many copies of damaged files are kept: enough for a bad evening with an editor.
  package static let keptCopies = 8

  /// Reads the whole file; links are followed. Takes no lock: whoever writes through
  /// this project replaces the file, so what is read is one state or another.
  package static func read(_ path: String) throws(SystemError) -> GroupFile {
    let file: FileDescriptor
    do throws(SystemError) {
      // O_NONBLOCK: a FIFO under this name must not stop the program.
      file = try openFile(path, flags: O_RDONLY | O_NONBLOCK)
    } catch {
      if error.code == ENOENT || error.code == ENOTDIR { return .absent }
      throw error
    }
    // Before the content: if somebody writes in between, the next look finds another identity.
    let identity = try FileIdentity(of: file, path: path)
    // A link to /dev/null must be neither read as damage nor replaced.
    guard identity.isRegularFile else { return .special }
    do throws(SystemError) {
      return .content(
        try file.readToEnd(path: path, limit: GroupDocument.maximumSize), identity)
    } catch {
      guard error.code == EFBIG else { throw error }
      return .oversized(identity)
    }
  }

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

  /// Copies a damaged file to `PATH.damaged-TIME`, durably, and removes all but the newest copies.
  package static func keepCopy(of path: String) throws(SystemError) {
    let (directory, name) = splitPath(path)
    let source = try openFile(path, flags: O_RDONLY | O_NONBLOCK)
    let copy = try createCopy(beside: path)
    do throws(SystemError) {
      // In pieces: whatever somebody put under this name can be of any size.
      var piece: [UInt8] = []
      while try readBytes(source.number, appendingTo: &piece, limit: 65_536) > 0 {
        try copy.file.writeAll(piece, path: copy.path)
        piece.removeAll(keepingCapacity: true)
      }
      let number = copy.file.number
      try systemCall("fsync", copy.path) { fsync(number) }
    } catch {
      // Half a copy is none, and the disk may be full.
      unsafe unlink(copy.path)
      throw SystemError(operation: error.operation, path: copy.path, code: error.code)
    }
    try AtomicFile.synchronizeDirectory(directory)
    // The whole name is compared: a group may be named `a.json.damaged-x`.
    let prefix = "\(name).damaged-"
    let copies = try Directory.names(in: directory).filter {
      $0.hasPrefix(prefix) && FileTimestamp.isTimestamp($0.dropFirst(prefix.count))
    }
    for old in copies.sorted().dropLast(keptCopies) {
      try removeFile("\(directory)/\(old)")
    }
  }

  private struct Copy: ~Copyable {
    let file: FileDescriptor
    let path: String
  }

  /// A new file named by the time in UTC, with microseconds so that names sort by age; the first
  /// free one if two fall into the same.
  private static func createCopy(beside path: String) throws(SystemError) -> Copy {
    var time = WallClock.nanoseconds() / 1_000
    while true {
      let copy = "\(path).damaged-\(FileTimestamp.text(microseconds: time))"
      do throws(SystemError) {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW
        return Copy(file: try openFile(copy, flags: flags, mode: 0o600), path: copy)
      } catch {
        guard error.code == EEXIST else { throw error }
        time += 1
      }
    }
  }
}

extension Damage: Error {}
