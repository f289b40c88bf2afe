// Replacing a file so that it is the old one or the new one and, once reported, durable.
//
// The order is the promise: write the temporary file, fsync it, rename it over the target, fsync
// the directory. A failure up to the rename leaves the old content; a failure after it means that
// the new content is there but may not survive a power cut.

internal import CUnitsLinux
internal import Glibc

/// Replaces a whole file through a temporary one beside it.
package enum AtomicFile {
  /// How far a replacement came before it failed.
  package enum Failure: Error, Equatable, Sendable {
    /// The old content stands.
    case notReplaced(SystemError)
    /// The new content stands, with this identity, and may not survive a power cut.
    case notDurable(SystemError, FileIdentity)

    package var cause: SystemError {
      switch self {
      case .notReplaced(let error), .notDurable(let error, _): error
      }
    }
  }

  /// Replaces the file at `target`, which must not be a symbolic link, and returns its identity.
  ///
  /// `temporaryName` is a name in the target's directory that only the holder of the target's lock
  /// uses; what a killed predecessor left there is overwritten, and a failure leaves nothing there:
  /// on a full disk every byte counts. `willRename` hears the identity the
  /// file is about to have (but for the time that a rename changes) before anyone can see it.
  /// The target's permissions are kept; a new file is readable by its owner only.
  package static func replace(
    _ target: String, with bytes: [UInt8], temporaryName: String,
    willRename: (FileIdentity) -> Void
  ) throws(Failure) -> FileIdentity {
    let (directory, name) = splitPath(target)
    let prepared: Prepared
    do throws(SystemError) {
      prepared = try prepare(target, in: directory, with: bytes, temporaryName: temporaryName)
    } catch {
      throw .notReplaced(error)
    }
    willRename(prepared.identity)
    let folder = prepared.folder.number
    do throws(SystemError) {
      try systemCall("rename", target) { unsafe renameat(folder, temporaryName, folder, name) }
    } catch {
      unsafe unlinkat(folder, temporaryName, 0)
      throw .notReplaced(error)
    }
    do throws(SystemError) {
      try systemCall("fsync", directory) { fsync(folder) }
      return try FileIdentity(of: prepared.file, path: target)
    } catch {
      throw .notDurable(error, prepared.identity)
    }
  }

  /// The new content, durable under its temporary name.
  private struct Prepared: ~Copyable {
    let folder: FileDescriptor
    let file: FileDescriptor
    let identity: FileIdentity
  }

  private static func prepare(
    _ target: String, in directory: String, with bytes: [UInt8], temporaryName: String
  ) throws(SystemError) -> Prepared {
    let folder = try openFile(directory, flags: O_RDONLY | O_DIRECTORY)
    let mode = try FileIdentity.following(target)?.mode ?? 0o600
    let path = "\(directory)/\(temporaryName)"
    let file = try openTemporary(in: folder.number, name: temporaryName, path: path, mode: mode)
    let identity: FileIdentity
    do throws(SystemError) {
      try file.writeAll(bytes, path: path)
      let number = file.number
      try systemCall("fsync", path) { fsync(number) }
      identity = try FileIdentity(of: file, path: path)
    } catch {
      unsafe unlinkat(folder.number, temporaryName, 0)
      throw error
    }
    return Prepared(folder: folder, file: file, identity: identity)
  }

  /// Makes a name in a directory survive a power cut. fsync(2)
  package static func synchronizeDirectory(_ path: String) throws(SystemError) {
    let folder = try openFile(path, flags: O_RDONLY | O_DIRECTORY)
    let number = folder.number
    try systemCall("fsync", path) { fsync(number) }
  }

  private static func openTemporary(
    in folder: CInt, name: String, path: String, mode: UInt32
  ) throws(SystemError) -> FileDescriptor {
    let flags = O_WRONLY | O_CREAT | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK
    let file: FileDescriptor
    do throws(SystemError) {
      file = FileDescriptor(
        owning: try systemCall("open", path) { unsafe openat(folder, name, flags, 0o600) })
    } catch {
      // A killed predecessor may have left a read-only file, where the target is one.
      guard error.code == EACCES, unsafe unlinkat(folder, name, 0) == 0 else { throw error }
      file = FileDescriptor(
        owning: try systemCall("open", path) { unsafe openat(folder, name, flags | O_EXCL, 0o600) })
    }
    let number = file.number
    // Whatever stands under the name must be an ordinary file of ours with no second name, or
    // writing to it would write somewhere else.
    var status = stat()
    try systemCall("fstat", path) { unsafe fstat(number, &status) }
    guard status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(), status.st_nlink == 1
    else { throw SystemError(operation: "open", path: path, code: EPERM) }
    if status.st_size > 0 { try systemCall("ftruncate", path) { ftruncate(number, 0) } }
    if status.st_mode & 0o7777 != mode {
      try systemCall("fchmod", path) { fchmod(number, mode) }
    }
    return file
  }
}

/// The directory and the last name of a path: `("/a/b", "c")`; `(".", "c")` without a slash.
package func splitPath(_ path: String) -> (directory: String, name: String) {
  guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return (".", path) }
  let name = String(path[path.utf8.index(after: slash)...])
  let directory = String(path[..<slash])
  return (directory.isEmpty ? "/" : directory, name)
}
