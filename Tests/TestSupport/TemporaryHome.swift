internal import Foundation

/// Somebody's home and runtime directory for one test, removed with it.
package final class TemporaryHome: Sendable {
  /// The folder of both. Short, since a socket's path has 107 bytes at most.
  package let root: String

  package init() {
    var name = Array("/tmp/units-test-XXXXXX".utf8CString)
    // A test without a place to run in has nothing to say.
    precondition(mkdtemp(&name) != nil, "mkdtemp: \(String(cString: strerror(errno)))")
    root = String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    for folder in [home, runtime] {
      precondition(mkdir(folder, 0o700) == 0, "\(folder): \(String(cString: strerror(errno)))")
    }
  }

  deinit {
    // What a test leaves in /tmp is a nuisance, and no failure.
    try? FileManager.default.removeItem(atPath: root)
  }

  package var home: String { "\(root)/home" }
  package var runtime: String { "\(root)/run" }
  package var socket: String { "\(runtime)/units/unitsd.sock" }
  package var configuration: String { "\(home)/.config/units" }
  package var data: String { "\(home)/.local/share/units" }
  /// The preference file of the standard group.
  package var groupFile: String { "\(configuration)/group.dev.units.json" }

  /// What programs of this home find in their environment.
  package var variables: [String: String] { ["HOME": home, "XDG_RUNTIME_DIR": runtime] }

  /// The group's file as it is; nil if there is none.
  package var groupText: String? {
    FileManager.default.contents(atPath: groupFile).map { String(decoding: $0, as: UTF8.self) }
  }

  /// Makes the folder of the preferences, as the programs do.
  package func makeConfiguration() throws {
    try FileManager.default.createDirectory(
      atPath: configuration, withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
  }

  /// Writes one of the administrators' files, `json` or `mandatory`, below one of their folders, as
  /// they do: a new one over it.
  package func administer(_ kind: String, _ text: String, in folder: String) throws {
    let folder = "\(root)/\(folder)/units"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try text.write(toFile: "\(folder)/group.dev.units.\(kind)", atomically: true, encoding: .utf8)
  }
}
