// The directories that hold the store and the socket: made private, durable, and checked.

internal import CUnitsLinux
internal import Glibc

/// Making and judging directories.
package enum Directory {
  /// Why a directory cannot hold what is ours.
  package enum Refusal: Error, Equatable, Sendable, CustomStringConvertible {
    case system(SystemError)
    case otherOwner(path: String, owner: UInt32, user: UInt32)
    case writableByAll(path: String)

    package var description: String {
      switch self {
      case .system(let error): error.description
      case .otherOwner(let path, let owner, let user):
        "directory belongs to user \(owner), this is user \(user): \(path)"
      case .writableByAll(let path): "directory is writable by everybody: \(path)"
      }
    }
  }

  /// Makes a directory and those above it, each with mode 0700, and fsyncs the directory above each
  /// one made, so that none is lost with what is in it. mkdir(2), fsync(2)
  package static func create(_ path: String) throws(SystemError) {
    if try FileIdentity.following(path) != nil { return }
    let parent = splitPath(path).directory
    if parent != path { try create(parent) }
    do throws(SystemError) {
      try systemCall("mkdir", path) { unsafe mkdir(path, 0o700) }
    } catch {
      if error.code == EEXIST { return }
      throw error
    }
    try AtomicFile.synchronizeDirectory(parent)
  }

  /// Refuses a directory that is not this user's or that everybody may write.
  ///
  /// It may be reached through a symbolic link, as managers of dotfiles make it.
  package static func check(_ path: String) throws(Refusal) {
    let user = geteuid()
    let identity: FileIdentity?
    do throws(SystemError) { identity = try FileIdentity.following(path) } catch {
      throw .system(error)
    }
    guard let identity else {
      throw .system(SystemError(operation: "stat", path: path, code: ENOENT))
    }
    guard identity.owner == user else {
      throw .otherOwner(path: path, owner: identity.owner, user: user)
    }
    guard identity.mode & 0o002 == 0 else { throw .writableByAll(path: path) }
  }
}
