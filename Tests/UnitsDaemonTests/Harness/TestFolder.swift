import Foundation
import UnitsLinux
import UnitsStore

/// A folder of one test, removed with it.
final class TestFolder: Sendable {
  /// Where the folder is to be.
  enum Place {
    /// On the disk, where fsync costs what it costs people.
    case disk
    /// In memory, for thousands of commits.
    case memory
  }

  let path: String

  init(on place: Place = .disk) throws {
    let memory = "/dev/shm"
    let isThere = FileManager.default.isWritableFile(atPath: memory)
    let base =
      place == .memory && isThere ? memory : FileManager.default.temporaryDirectory.path
    path = "\(base)/unitsd-\(UUID().uuidString.prefix(13))"
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o755])
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  var socketPath: String { "\(path)/run/unitsd.sock" }
  var readOnlySocketPath: String { "\(path)/run-readonly/unitsd.sock" }
  var configuration: String { "\(path)/config/units" }
  var paths: StorePaths {
    StorePaths(configurationDirectory: configuration, dataDirectory: "\(path)/data/units")
  }
  /// The file of the standard group.
  var file: String { paths.preferences(of: .standard) }

  /// Makes the folder of the preferences, as the daemon would.
  func makeConfiguration() throws {
    try FileManager.default.createDirectory(
      atPath: configuration, withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
  }

  /// Writes into the file that is there, or makes it, as an editor does that writes in place.
  func writeInPlace(_ text: String, to path: String? = nil) throws {
    // Foundation's ways write a new file and rename it.
    let flags = O_WRONLY | O_CREAT | O_TRUNC
    try openFile(path ?? file, flags: flags, mode: 0o644).writeAll(Array(text.utf8))
  }

  /// Writes a new file and renames it over the old one.
  func replace(_ text: String, at path: String? = nil) throws {
    let target = path ?? file
    try writeInPlace(text, to: "\(target).new")
    guard rename("\(target).new", target) == 0 else { throw TestFailure("rename: \(target)") }
  }

  func read(_ path: String? = nil) -> String? {
    FileManager.default.contents(atPath: path ?? file).map { String(decoding: $0, as: UTF8.self) }
  }
}

/// What went wrong in a test's own machinery.
struct TestFailure: Error, CustomStringConvertible {
  let description: String
  init(_ description: String) { self.description = description }
}
