import Foundation
import UnitsClient
import UnitsLinux
import UnitsStore

/// A home and a runtime directory of a test's own, removed with it.
final class Scratch {
  let root: String
  let environment: UnitsLinux.Environment

  init(_ variables: [String: String] = ["LANG": "en_US.UTF-8"]) {
    root = "/tmp/units-client-\(UUID().uuidString.prefix(8))"
    environment = Environment(
      variables.merging([
        "HOME": "\(root)/home", "XDG_RUNTIME_DIR": "\(root)/run",
        "XDG_CONFIG_DIRS": "\(root)/site:\(root)/distribution",
      ]) { own, _ in own })
    do {
      for directory in ["home", "run"] {
        try FileManager.default.createDirectory(
          atPath: "\(root)/\(directory)", withIntermediateDirectories: true,
          attributes: [.posixPermissions: 0o700])
      }
    } catch {
      preconditionFailure("a test needs a directory: \(error)")
    }
  }

  deinit {
    try? FileManager.default.removeItem(atPath: root)
  }

  var socketPath: String { "\(root)/run/units/unitsd.sock" }
  var configuration: String { "\(root)/home/.config/units" }
  /// Where administrators put their files; not there before ``administer(_:_:in:)``.
  enum Administrators: String { case site, distribution }

  /// Writes one of the administrators' files, `json` or `mandatory`, as they do: a new one over it.
  func administer(
    _ kind: String, _ text: String, in directory: Administrators = .site
  ) throws {
    let folder = "\(root)/\(directory)/units"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try text.write(toFile: "\(folder)/group.dev.units.\(kind)", atomically: true, encoding: .utf8)
  }

  var file: String { "\(configuration)/group.dev.units.json" }
  var database: String { "\(root)/home/.local/share/units/group.dev.units.sqlite" }

  /// Options for this home and the locale of its environment.
  func options(timeout: Duration = .seconds(5)) -> ClientOptions {
    ClientOptions(environment: environment, timeout: timeout)
  }

  func client(timeout: Duration = .seconds(5)) -> GroupClient {
    GroupClient(options: options(timeout: timeout))
  }

  /// What another program does: a client that uses the store directly.
  func directClient() -> GroupClient {
    var options = options()
    options.route = .directOnly
    return GroupClient(options: options)
  }

  /// Writes the group's file as an editor does, in place.
  func write(_ text: String) throws {
    try FileManager.default.createDirectory(
      atPath: configuration, withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    let handle: FileHandle
    if FileManager.default.fileExists(atPath: file) {
      handle = FileHandle(forWritingAtPath: file) ?? .nullDevice
      try handle.truncate(atOffset: 0)
    } else {
      _ = FileManager.default.createFile(
        atPath: file, contents: nil, attributes: [.posixPermissions: 0o600])
      handle = FileHandle(forWritingAtPath: file) ?? .nullDevice
    }
    try handle.write(contentsOf: Data(text.utf8))
    try handle.close()
  }

  var content: String? { try? String(contentsOfFile: file, encoding: .utf8) }
}
