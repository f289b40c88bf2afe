internal import UnitsLinux

/// Where the library says what it cannot throw: standard error.
enum GroupLog {
  private static let log = Log(program: "AppGroup", environment: .process)

  static func warn(_ message: String) { log(.warning, message) }
}
