import Foundation

/// The texts that a daemon serves, as they lie in the tree.
enum Interfaces {
  static let names = ["dev.units.preferences", "dev.units.records", "dev.units.daemon"]

  static func file(of name: String) -> URL {
    Peers.packageRoot.appending(path: "Sources/UnitsProtocol/Interfaces/\(name).varlink")
  }

  static func text(of name: String) throws -> String {
    try String(contentsOf: file(of: name), encoding: .utf8)
  }
}
