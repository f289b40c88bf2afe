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
    case openToOthers(path: String)
    case symbolicLink(path: String)

    package var description: String {
      switch self {
      case .system(let error): error.description
      case .otherOwner(let path, let owner, let user):
        "directory belongs to user \(owner), this is user \(user): \(path)"
      case .openToOthers(let path): "directory is open to other users (mode 0700 is due): \(path)"
      case .symbolicLink(let path): "directory is a symbolic link or no directory: \(path)"
      case .writableByAll(let path): "directory is writable by everybody: \(path)"
      }
    }
  }

  /// Makes a directory and those above it, each with mode 0700, and fsyncs the directory above each
  /// one made, so that none is lost with what is in it.
  ///
  /// Nothing is made where somebody else than this user or root is at home: root, who could, would
  /// leave the owner with directories that are not his. mkdir(2), fsync(2)
  package static func create(
    _ path: String, on kernel: any Kernel = .linux
  ) throws(Refusal) {
    let identity: FileIdentity?
    do throws(SystemError) { identity = try kernel.identity(following: path) } catch {
      throw .system(error)
    }
    if identity != nil { return }
    let parent = splitPath(path).directory
    if parent != path {
      try create(parent, on: kernel)
      try checkHost(parent, kernel)
    }
    do throws(SystemError) { try make(path, in: parent, kernel) } catch { throw .system(error) }
  }

  /// Refuses a directory in which this user is a guest of anybody but root.
  private static func checkHost(_ path: String, _ kernel: any Kernel) throws(Refusal) {
    let host: UInt32?
    do throws(SystemError) { host = try kernel.identity(following: path)?.owner } catch {
      throw .system(error)
    }
    let user = kernel.user
    guard let host, host != user, host != 0 else { return }
    throw .otherOwner(path: path, owner: host, user: user)
  }

  private static func make(
    _ path: String, in parent: String, _ kernel: any Kernel
  ) throws(SystemError) {
    do throws(SystemError) { try kernel.makeDirectory(path) } catch {
      // Somebody else was faster, and may not have come to the fsync yet.
      if error.code != EEXIST { throw error }
    }
    do throws(SystemError) { try AtomicFile.synchronizeDirectory(parent, on: kernel) } catch {
      // Left standing it would be taken for durable by the next who comes. If something is in it
      // already, that is not ours to remove.
      try? kernel.removeDirectory(path)
      throw error
    }
  }

  /// Makes the names of a directory and of those above it survive a power cut, as far up as this
  /// user can have made them: who did may have been killed before the fsync. fsync(2)
  package static func synchronizeNames(
    of path: String, on kernel: any Kernel = .linux
  ) throws(SystemError) {
    let user = kernel.user
    guard let device = try kernel.identity(following: path)?.device else { return }
    var named = path
    while true {
      let above = splitPath(named).directory
      // Beyond a mount there is no name that was made here.
      guard above != named, let identity = try kernel.identity(following: above),
        identity.owner == user, identity.device == device
      else { return }
      do throws(SystemError) { try AtomicFile.synchronizeDirectory(above, on: kernel) } catch {
        // What is made here may be read by its owner.
        if error.code == EACCES { return }
        throw error
      }
      named = above
    }
  }

  /// Makes the directory of a socket, or refuses one that others could put something into: it must
  /// be this user's, with mode 0700, and no symbolic link. mkdir(2), lstat(2)
  package static func secureForSocket(
    _ path: String, on kernel: any Kernel = .linux
  ) throws(Refusal) {
    try create(path, on: kernel)
    let identity: FileIdentity?
    do throws(SystemError) { identity = try kernel.identity(ofLink: path) } catch {
      throw .system(error)
    }
    guard let identity, identity.isDirectory else { throw .symbolicLink(path: path) }
    let user = kernel.user
    guard identity.owner == user else {
      throw .otherOwner(path: path, owner: identity.owner, user: user)
    }
    guard identity.mode & 0o077 == 0 else { throw .openToOthers(path: path) }
  }

  /// The names in a directory (``FileName``), in no order. opendir(3), readdir(3)
  package static func names(in path: String) throws(SystemError) -> [String] {
    let stream = try unsafe open(path)
    defer { unsafe closedir(stream) }
    var names: [String] = []
    while true {
      errno = 0
      guard let entry = unsafe readdir(stream) else {
        if errno == 0 { return names }
        throw SystemError(operation: "readdir", path: path, code: errno)
      }
      let name = unsafe withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        unsafe FileName.text(bytes.prefix { $0 != 0 })
      }
      if name != ".", name != ".." { names.append(name) }
    }
  }

  private static func open(_ path: String) throws(SystemError) -> OpaquePointer {
    while true {
      if let stream = unsafe FileName.withName(path, { unsafe opendir($0) }) {
        return unsafe stream
      }
      let code = errno
      if code == EINTR { continue }
      throw SystemError(operation: "opendir", path: path, code: code)
    }
  }

  /// Refuses a directory that is not this user's or that everybody may write.
  ///
  /// It may be reached through a symbolic link, as managers of dotfiles make it.
  package static func check(
    _ path: String, on kernel: any Kernel = .linux
  ) throws(Refusal) {
    let user = kernel.user
    let identity: FileIdentity?
    do throws(SystemError) { identity = try kernel.identity(following: path) } catch {
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
