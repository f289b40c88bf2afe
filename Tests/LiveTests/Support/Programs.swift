import Foundation
import Testing

/// The programs under test.
enum Program: String, CaseIterable {
  case unitsd, unitsctl, unitsbar
  case unitsImport = "units-import"

  var path: String { "\(Self.folder)/\(rawValue)" }

  /// `$UNITS_PROGRAMS`, else the release build of this package.
  static let folder: String =
    ProcessInfo.processInfo.environment["UNITS_PROGRAMS"] ?? "\(packageRoot)/.build/release"
}

/// The folder that holds `Package.swift`.
let packageRoot: String = {
  var folder = URL(filePath: #filePath).deletingLastPathComponent()
  while folder.path != "/",
    !FileManager.default.fileExists(atPath: folder.appending(path: "Package.swift").path)
  {
    folder.deleteLastPathComponent()
  }
  return folder.path
}()

/// What a test cannot do without.
enum Requirement {
  /// One of ours, built.
  case program(Program)
  /// A program found in PATH.
  case peer(String)
  /// A program at a place of its own.
  case file(String)
  /// A module of the interpreter that `Peers.python` finds.
  case pythonModule(String)
  /// Mounting, and becoming somebody else.
  case root

  private var isMet: Bool {
    switch self {
    case .program(let program): access(program.path, X_OK) == 0
    case .peer(let name): Peers.find(name) != nil
    case .file(let path): access(path, F_OK) == 0
    case .pythonModule(let name):
      Peers.python.map {
        Child.run($0, ["-c", "import \(name)"], environment: Sandbox.bareEnvironment).status == 0
      } ?? false
    case .root: geteuid() == 0
    }
  }

  private var description: String {
    switch self {
    case .program(let program): "\(program.path) (swift build -c release)"
    case .peer(let name), .file(let name): name
    case .pythonModule(let name): "the Python module \(name)"
    case .root: "the right to mount (root)"
    }
  }

  /// Whether everything is there. What is missing is said; in CI it fails the test.
  static func areMet(
    _ requirements: Requirement..., sourceLocation: SourceLocation = #_sourceLocation
  ) -> Bool {
    guard let missing = requirements.first(where: { !$0.isMet }) else { return true }
    print("skipped: \(missing.description) is missing")
    if ProcessInfo.processInfo.environment["CI"] != nil {
      Issue.record("\(missing.description) is missing in CI", sourceLocation: sourceLocation)
    }
    return false
  }
}

/// Programs of others.
enum Peers {
  static func find(_ name: String) -> String? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
      .map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
  }

  /// The interpreter that `.ci/peers` has fetched foreign clients for, else any.
  static let python: String? = {
    let own = "\(packageRoot)/.build/peers/bin/python3"
    return access(own, X_OK) == 0 ? own : find("python3")
  }()
}
