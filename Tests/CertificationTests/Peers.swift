import Foundation
import Testing

/// The programs of other people that these tests talk to. Where one is absent its tests say so and
/// pass, but in CI nothing may be missing. `.ci/peers` fetches them.
enum Peers {
  static let packageRoot: URL = {
    var folder = URL(filePath: #filePath).deletingLastPathComponent()
    while !FileManager.default.fileExists(atPath: folder.appending(path: "Package.swift").path) {
      precondition(folder.path != "/", "the tests lie inside the package")
      folder.deleteLastPathComponent()
    }
    return folder
  }()

  /// A program by its name: in `$UNITS_PEERS/bin`, `.build/peers/bin` or `$PATH`.
  static func program(_ name: String) -> URL? {
    let found = folders.map { $0.appending(path: name) }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    if found == nil { skip(missing: name) }
    return found
  }

  /// The first Python that has a module.
  static func python(with module: String) throws -> URL? {
    for folder in folders {
      let python = folder.appending(path: "python3")
      guard FileManager.default.isExecutableFile(atPath: python.path) else { continue }
      let trial = try Program.run(python, ["-c", "import \(module)"])
      if trial.status == 0 { return python }
    }
    skip(missing: "the Python package \(module)")
    return nil
  }

  /// `unitsd` as it was built: in `$UNITS_PROGRAMS`, beside these tests, or where builds put it.
  static func unitsd() -> URL? {
    let named = ProcessInfo.processInfo.environment["UNITS_PROGRAMS"].map { URL(filePath: $0) }
    let tests = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    let folders =
      named.map { [$0] } ?? [
        tests.deletingLastPathComponent(), packageRoot.appending(path: ".build/debug"),
        packageRoot.appending(path: ".build/release"),
      ]
    let found = folders.map { $0.appending(path: "unitsd") }
      .first { FileManager.default.isExecutableFile(atPath: $0.path) }
    if found == nil { skip(missing: "unitsd") }
    return found
  }

  static func skip(missing what: String) {
    print("skipped: \(what) is missing")
    if ProcessInfo.processInfo.environment["CI"] != nil {
      Issue.record("\(what) is missing, and nothing is skipped in CI")
    }
  }

  private static var folders: [URL] {
    let environment = ProcessInfo.processInfo.environment
    let peers = environment["UNITS_PEERS"].map { URL(filePath: $0) }
    let path = (environment["PATH"] ?? "").split(separator: ":").map { URL(filePath: String($0)) }
    return [
      peers?.appending(path: "bin"), packageRoot.appending(path: ".build/peers/bin"),
    ].compactMap(\.self) + path
  }
}
