// Where test data that is not part of the tree lies, and what happens where it is absent.

import Foundation
import Testing

enum SharedData {
  /// The folder `../shared/data` beside the package, found upwards from this file.
  static func folder(_ name: String, from file: String = #filePath) -> URL? {
    var folder = URL(fileURLWithPath: file).deletingLastPathComponent()
    while folder.path != "/" {
      let manifest = folder.appendingPathComponent("Package.swift")
      if FileManager.default.fileExists(atPath: manifest.path) {
        let data = folder.deletingLastPathComponent()
          .appendingPathComponent("shared/data").appendingPathComponent(name)
        return FileManager.default.fileExists(atPath: data.path) ? data : nil
      }
      folder.deleteLastPathComponent()
    }
    return nil
  }

  /// Says what a test went without. In CI nothing may be missing.
  static func skip(missing what: String) {
    print("skipped: \(what) is missing")
    if ProcessInfo.processInfo.environment["CI"] != nil {
      Issue.record("\(what) is missing, and nothing is skipped in CI")
    }
  }
}
