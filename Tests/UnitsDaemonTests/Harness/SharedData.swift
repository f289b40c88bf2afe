import Foundation
import Testing

/// Test data that lies beside the package, not in it.
enum SharedData {
  /// The package's folder.
  static let packageRoot: URL = {
    var folder = URL(filePath: #filePath).deletingLastPathComponent()
    while !FileManager.default.fileExists(atPath: folder.appending(path: "Package.swift").path) {
      precondition(folder.path != "/", "the tests lie inside the package")
      folder.deleteLastPathComponent()
    }
    return folder
  }()

  /// A file's bytes; nil, and a line that says so, where the data is missing outside of CI.
  static func read(_ name: String) -> Data? {
    let file = packageRoot.deletingLastPathComponent().appending(path: "shared/data/\(name)")
    if let data = FileManager.default.contents(atPath: file.path) { return data }
    skip("\(file.path) is missing")
    return nil
  }

  /// Says that a test was left out; in CI that is a failure.
  static func skip(_ reason: String) {
    if ProcessInfo.processInfo.environment["CI"] != nil {
      Issue.record("skipped: \(reason)")
    } else {
      print("skipped: \(reason)")
    }
  }
}
