// The place of groups that are gone with their last reference.
//
// They are files like those of any other group, in a file system that is memory: so a test of a
// program runs what the program runs, and what it sees is what people will see.

internal import FoundationEssentials
internal import UnitsClient
internal import UnitsLinux
internal import UnitsStore

/// A directory in memory that goes with the last reference to it.
final class MemoryDirectory: Sendable {
  let path: String

  private static let fileSystems = ["/dev/shm", "/tmp"]

  init() {
    let place =
      Self.fileSystems.first { FileManager.default.isWritableFile(atPath: $0) } ?? "/tmp"
    path = "\(place)/appgroup-\(Process.identifier)-\(Process.randomToken())"
  }

  deinit {
    // Where nothing was stored there is nothing to remove.
    try? FileManager.default.removeItem(atPath: path)
  }
}

extension ClientOptions {
  /// A group whose files are in one directory, without a daemon and without administrators.
  static func directory(_ path: String) -> ClientOptions {
    ClientOptions(
      socket: SocketAddress(path: "\(path)/none", choice: .standard), route: .directOnly,
      paths: StorePaths(configurationDirectory: path, dataDirectory: path),
      environment: .process)
  }
}
