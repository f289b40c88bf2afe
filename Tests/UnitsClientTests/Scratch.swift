import Foundation
import TestSupport
import UnitsClient
import UnitsLinux
import UnitsStore

/// A home and a runtime directory of a test's own, removed with it.
final class Scratch {
  let home = TemporaryHome()
  let environment: UnitsLinux.Environment

  init(_ variables: [String: String] = ["LANG": "en_US.UTF-8"]) {
    environment = Environment(
      variables.merging(home.variables) { own, _ in own }
        .merging(Self.administrators(below: home.root)) { own, _ in own })
  }

  private static func administrators(below root: String) -> [String: String] {
    ["XDG_CONFIG_DIRS": "\(root)/site:\(root)/distribution"]
  }

  var root: String { home.root }
  var socketPath: String { home.socket }
  var configuration: String { home.configuration }
  var file: String { home.groupFile }
  var content: String? { home.groupText }
  var database: String { "\(home.data)/group.dev.units.sqlite" }

  /// The built daemon on this home.
  func startDaemon() throws -> StartedDaemon {
    try StartedDaemon(in: home, Self.administrators(below: root))
  }

  /// Where administrators put their files; not there before ``administer(_:_:in:)``.
  enum Administrators: String { case site, distribution }

  /// Writes one of the administrators' files, `json` or `mandatory`.
  func administer(
    _ kind: String, _ text: String, in directory: Administrators = .site
  ) throws {
    try home.administer(kind, text, in: directory.rawValue)
  }

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
    try home.makeConfiguration()
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
}
