internal import Foundation
package import Testing

/// What a test cannot do without.
package enum Requirement {
  /// A program found in PATH.
  case peer(String)
  case file(String)
  /// One of ours, built.
  case program(BuiltProgram)
  /// Mounting, becoming somebody else, and setting the clock.
  case root
  /// Freezing processes.
  case cgroups

  private var isMet: Bool {
    switch self {
    case .peer(let name): Self.find(name) != nil
    case .file(let path): access(path, F_OK) == 0
    case .program(let program): program.exists
    case .root: geteuid() == 0
    case .cgroups: Self.canFreeze
    }
  }

  private var description: String {
    switch self {
    case .peer(let name), .file(let name): name
    case .program(let program): program.path
    case .root: "the right to mount (root)"
    case .cgroups: "a freezer of control groups"
    }
  }

  /// Whether everything is there. What is missing is said; in CI it fails the test.
  package static func areMet(
    _ requirements: Requirement..., and others: [Requirement] = [],
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Bool {
    guard let missing = (requirements + others).first(where: { !$0.isMet }) else { return true }
    print("skipped: \(missing.description) is missing")
    if ProcessInfo.processInfo.environment["CI"] != nil {
      Issue.record("\(missing.description) is missing in CI", sourceLocation: sourceLocation)
    }
    return false
  }

  package static func find(_ name: String) -> String? {
    (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
      .map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
  }
}
