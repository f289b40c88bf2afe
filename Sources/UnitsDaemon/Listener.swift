// The listening socket: one daemon a socket, in a directory that nobody else can enter.
//
// The daemon's lock lies beside the socket and is held for life. Whoever holds it may remove a
// socket that nobody answers on; without it nothing is ever removed. A socket that the service
// manager handed over is never removed at all.

internal import Glibc
package import UnitsLinux

/// A socket that takes connections, and the lock that makes it the only one.
package struct Listener: ~Copyable, Sendable {
  /// Why no socket could be opened.
  package enum Failure: Error, Equatable, Sendable, CustomStringConvertible {
    case system(SystemError)
    case refused(Directory.Refusal)
    case alreadyRunning(path: String)
    /// The service manager handed over a socket of which nobody knows what it is for.
    case unknownSocket(name: String)

    package var description: String {
      switch self {
      case .system(let error): error.description
      case .refused(let refusal): refusal.description
      case .alreadyRunning(let path): "another daemon answers: \(path)"
      case .unknownSocket(let name): "socket of an unknown name handed over: \(name)"
      }
    }
  }

  private enum Origin: Sendable {
    case own(FileIdentity)
    case inherited
  }

  package let path: String
  private let socket: FileDescriptor
  private let lock: FileLock
  private let origin: Origin
  private let kernel: any Kernel

  private init(
    path: String, socket: consuming FileDescriptor, lock: consuming FileLock, origin: Origin,
    kernel: any Kernel = .linux
  ) {
    self.kernel = kernel
    self.path = path
    self.socket = socket
    self.lock = lock
    self.origin = origin
  }

  /// Takes over a socket of the service manager, which knows its path unless it has none.
  package static func takeOver(
    _ inherited: ServiceManager.Inherited, path: String
  ) throws(Failure) -> Listener {
    let path = UnixSocket.path(of: inherited.descriptor) ?? path
    let lock = try takeLock(beside: path)
    return Listener(
      path: path, socket: FileDescriptor(owning: inherited.descriptor), lock: lock,
      origin: .inherited)
  }

  /// Binds `path`, in a directory that is made for it if need be.
  package static func open(
    path: String, on kernel: any Kernel = .linux
  ) throws(Failure) -> Listener {
    do throws(Directory.Refusal) {
      try Directory.secureForSocket(splitPath(path).directory, on: kernel)
    } catch {
      throw .refused(error)
    }
    let lock = try takeLock(beside: path, on: kernel)
    do throws(SystemError) {
      try removeStale(path, on: kernel)
      let socket = FileDescriptor(owning: try kernel.listen(at: path), by: kernel)
      guard let identity = try kernel.identity(following: path) else {
        throw SystemError(operation: "stat", path: path, code: ENOENT)
      }
      return Listener(
        path: path, socket: socket, lock: lock, origin: .own(identity), kernel: kernel)
    } catch {
      if error.code == EADDRINUSE { throw .alreadyRunning(path: path) }
      throw .system(error)
    }
  }

  package var descriptor: CInt { socket.number }

  package enum Removal: Sendable {
    case removed
    /// It is the service manager's, or somebody else's by now.
    case kept
  }

  /// Removes the socket's name if it was made here and is still the same: nobody can connect any more.
  package func removeName() -> Removal {
    guard case .own(let identity) = origin,
      let present = try? kernel.identity(following: path), present.inode == identity.inode,
      present.device == identity.device
    else { return .kept }
    // Whoever was quicker to remove it has settled the matter.
    try? kernel.remove(path)
    return .removed
  }

  /// Stops listening.
  package consuming func close() { _ = removeName() }

  private static func takeLock(
    beside path: String, on kernel: any Kernel = .linux
  ) throws(Failure) -> FileLock {
    let lock: FileLock?
    do throws(SystemError) { lock = try FileLock.attempt(at: "\(path).lock", on: kernel) } catch {
      throw .system(error)
    }
    guard let lock else { throw .alreadyRunning(path: path) }
    return lock
  }

  /// Removes a socket that refuses connections. One that answers belongs to somebody who does not
  /// take our lock, a service manager for one.
  private static func removeStale(_ path: String, on kernel: any Kernel) throws(SystemError) {
    do throws(SystemError) {
      _ = try kernel.connect(to: path, until: .start)
    } catch {
      switch error.code {
      case ENOENT: return
      case ECONNREFUSED:
        // A file that is no socket refuses connections too, and is somebody's.
        guard try kernel.identity(following: path)?.isSocket != false else {
          throw SystemError(operation: "bind", path: path, code: EEXIST)
        }
        try kernel.remove(path)
        return
      // Its queue is full, or it is not for this program: it is somebody's.
      case EAGAIN, ETIMEDOUT, EACCES, EPERM, EPROTOTYPE:
        throw SystemError(operation: "bind", path: path, code: EADDRINUSE)
      default: throw error
      }
    }
    throw SystemError(operation: "bind", path: path, code: EADDRINUSE)
  }
}
