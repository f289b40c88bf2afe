import Foundation

/// Tables that lie beside the package, in `../shared/data`.
enum SharedData {
  /// The rows of a table of tab-separated values, without comments and the heading. Empty where the
  /// table is absent, which only CI counts as a failure.
  static func rows(of name: String) -> [[String]] {
    let url = packageRoot.deletingLastPathComponent().appending(path: "shared/data/\(name)")
    guard let text = try? String(contentsOf: url, encoding: .utf8) else {
      precondition(
        ProcessInfo.processInfo.environment["CI"] == nil, "\(url.path) is missing and CI is set")
      print("skipped: \(url.path) is missing")
      return []
    }
    return text.split(separator: "\n").filter { !$0.hasPrefix("#") }.dropFirst().map { line in
      line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    }
  }

  private static let packageRoot: URL = {
    var folder = URL(filePath: #filePath).deletingLastPathComponent()
    while folder.path != "/",
      !FileManager.default.fileExists(atPath: folder.appending(path: "Package.swift").path)
    {
      folder.deleteLastPathComponent()
    }
    return folder
  }()
}

extension Double {
  /// Whether the other value is the same or one of the two beside it.
  func isWithinOneUlp(of other: Double) -> Bool {
    self == other || nextUp == other || nextDown == other
  }
}
