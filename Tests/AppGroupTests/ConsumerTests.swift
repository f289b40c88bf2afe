import Foundation
import Testing

/// The library as a dependency of a package outside of the tree.
@Suite(.serialized) struct ConsumerTests {
  /// The package's own root.
  private static let root: URL = {
    var folder = URL(filePath: #filePath).deletingLastPathComponent()
    while folder.path != "/",
      !FileManager.default.fileExists(atPath: folder.appending(path: "Package.swift").path)
    {
      folder.deleteLastPathComponent()
    }
    return folder
  }()

  @Test func `nothing that a library rests on has unsafe flags`() throws {
    let folder = try Folder()
    let text = try folder.run(
      "swift", "package", "--package-path", Self.root.path, "--scratch-path",
      folder.url.appending(path: "scratch").path, "dump-package")
    let package = try JSONDecoder().decode(Package.self, from: Data(text.utf8))
    let libraries = package.products.filter { $0.type.library != nil }
    #expect(Set(libraries.map(\.name)) == ["Units", "UnitsFoundation", "Varlink", "AppGroup"])
    for library in libraries {
      for target in package.closure(of: library.targets) {
        let kinds = target.settings.flatMap(\.kind.keys)
        #expect(!kinds.contains("unsafeFlags"), "\(library.name) rests on \(target.name)")
      }
    }
    // The programs have them, so the question is one that can be answered otherwise.
    let programs = package.products.filter { $0.type.library == nil }
    #expect(
      programs.flatMap { package.closure(of: $0.targets) }.contains { target in
        target.settings.flatMap(\.kind.keys).contains("unsafeFlags")
      })
  }

  /// Four builds of everything, so only where they are asked for.
  @Test(arguments: ["path", "url"], ["debug", "release"])
  func `a package outside of the tree builds with it`(
    _ way: String, _ configuration: String
  ) throws {
    guard ProcessInfo.processInfo.environment["UNITS_CONSUMER"] != nil else {
      print("skipped: UNITS_CONSUMER is not set")
      return
    }
    let folder = try Folder()
    var dependency = ".package(name: \"units\", path: \"\(Self.root.path)\")"
    if way == "url" {
      let clone = folder.url.appending(path: "units").path
      try folder.run("git", "clone", "-q", Self.root.path, clone)
      try folder.run("git", "-C", clone, "tag", "0.1.0")
      dependency = ".package(url: \"file://\(clone)\", from: \"0.1.0\")"
    }
    try folder.write(
      """
      // swift-tools-version: 6.2
      import PackageDescription

      let package = Package(
        name: "consumer",
        dependencies: [\(dependency)],
        targets: [
          .executableTarget(
            name: "consumer",
            dependencies: [
              .product(name: "AppGroup", package: "units"),
              .product(name: "Units", package: "units"),
              .product(name: "Varlink", package: "units"),
            ])
        ])
      """, to: "consumer/Package.swift")
    try folder.write(
      """
      import AppGroup
      import Units
      import Varlink

      extension Key where Value == Int {
        static var entries: Self { Key("entries", default: 0) }
      }

      SharedDefaults.appGroup[.entries] += 3
      print(SharedDefaults.appGroup[.entries], UnitSystem.current, Call(method: "a.b.C").method)
      """, to: "consumer/Sources/consumer/main.swift")
    let output = try folder.run(
      "swift", "run", "-q", "-c", configuration, "--package-path",
      folder.url.appending(path: "consumer").path)
    #expect(output == "3 imperial a.b.C\n")
  }

  /// What `swift package dump-package` says, as far as it is of interest.
  private struct Package: Decodable {
    struct Product: Decodable {
      struct Kind: Decodable { let library: [String]? }
      let name: String
      let targets: [String]
      let type: Kind
    }

    struct Target: Decodable {
      struct Setting: Decodable {
        struct Ignored: Decodable {}
        let kind: [String: Ignored]
      }
      /// `byName` or `target`, with the name first.
      struct Dependency: Decodable {
        let byName: [String?]?
        let target: [String?]?
      }
      let name: String
      let dependencies: [Dependency]
      let settings: [Setting]
    }

    let products: [Product]
    let targets: [Target]

    func closure(of names: [String]) -> [Target] {
      var found: [String: Target] = [:]
      var rest = names
      while let name = rest.popLast() {
        guard found[name] == nil, let target = targets.first(where: { $0.name == name }) else {
          continue
        }
        found[name] = target
        rest += target.dependencies.compactMap { ($0.byName ?? $0.target)?.first ?? nil }
      }
      return Array(found.values)
    }
  }
}

/// A folder for one test, with a home of its own for what is run in it.
private final class Folder {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "consumer-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  func write(_ text: String, to path: String) throws {
    let file = url.appending(path: path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: file)
  }

  /// Runs a program to its end, which must be a good one, and returns what it printed.
  @discardableResult func run(_ arguments: String...) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = arguments
    process.environment = [
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin", "HOME": url.path,
      "XDG_RUNTIME_DIR": url.path, "LANG": "en_US.UTF-8",
    ]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    let data = try output.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "\(arguments)")
    return String(decoding: data, as: UTF8.self)
  }
}
