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
    #expect(
      Set(libraries.map(\.name)) == [
        "Units", "UnitsFoundation", "Varlink", "VarlinkClient", "AppGroup",
      ])
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

  /// A consumer's package: how it names ours, and how it is built.
  struct Build: Sendable, CustomTestStringConvertible {
    enum Way: Sendable { case path, tag }
    enum System: String, Sendable { case native, swiftbuild }
    let way: Way
    let system: System
    var configuration = "debug"
    var languageMode = 6
    var flags: [String] = []

    var testDescription: String {
      "\(way) \(system) \(configuration) Swift \(languageMode) \(flags.joined(separator: " "))"
    }

    /// Each way, build system, configuration and language mode; and without a Swift runtime.
    static let all: [Build] =
      [Way.path, .tag].flatMap { way in
        [System.native, .swiftbuild].flatMap { system in
          [
            Build(way: way, system: system),
            Build(way: way, system: system, configuration: "release", languageMode: 5),
          ]
        }
      } + [
        Build(way: .path, system: .native, languageMode: 5),
        Build(
          way: .path, system: .native, configuration: "release",
          flags: ["-Xswiftc", "-static-stdlib"]),
      ]
  }

  /// Builds of everything, so only where they are asked for.
  @Test(arguments: Build.all)
  func `a package outside of the tree builds with it`(_ build: Build) throws {
    guard ProcessInfo.processInfo.environment["UNITS_CONSUMER"] != nil else {
      print("skipped: UNITS_CONSUMER is not set")
      return
    }
    let folder = try Folder()
    var dependency = ".package(name: \"units\", path: \"\(Self.root.path)\")"
    if build.way == .tag {
      let clone = folder.url.appending(path: "units").path
      try folder.run("git", "clone", "-q", Self.root.path, clone)
      try folder.run("git", "-C", clone, "tag", "0.1.0")
      dependency = ".package(url: \"file://\(clone)\", from: \"0.1.0\")"
    }
    try folder.write(
      Self.manifest(dependency, languageMode: build.languageMode), to: "consumer/Package.swift")
    try folder.write(Self.program, to: "consumer/Sources/consumer/main.swift")
    let arguments =
      ["swift", "run", "-q", "-c", build.configuration, "--build-system", build.system.rawValue]
      + build.flags + ["--package-path", folder.url.appending(path: "consumer").path]
    let start = ContinuousClock.now
    let output = try folder.run(arguments)
    #expect(output == "3 imperial a.b.C b dark\n", "\(build.testDescription)")
    print("consumer (\(build.testDescription)): \(ContinuousClock.now - start)")
  }

  private static func manifest(_ dependency: String, languageMode: Int) -> String {
    """
    // swift-tools-version: 6.2
    import PackageDescription

    let package = Package(
      name: "consumer",
      dependencies: [\(dependency)],
      targets: [
        .executableTarget(
          name: "consumer",
          dependencies: ["AppGroup", "Units", "Varlink", "VarlinkClient"].map {
            .product(name: $0, package: "units")
          },
          swiftSettings: [.swiftLanguageMode(.v\(languageMode))])
      ])
    """
  }

  /// A program with one of each thing that did not always compile outside of the tree. Its warnings
  /// are its own: the unused constant is one.
  private static let program = """
    import AppGroup
    import Units
    import UnitsJSON
    import Varlink
    import VarlinkClient

    enum Theme: String { case light, dark }

    enum Diary {
      static let entries = Key("entries", default: 0)
      static let theme = Key<Theme?>("theme")
    }

    func warned() { let unused = 1 }

    let group = SharedDefaults.appGroup
    try group.update(Diary.entries) { $0 += 3 }
    group[Diary.theme] = .dark
    let call = Call(method: "a.b.C", parameters: ["a": .string("b")])
    let client = VarlinkClient(socket: "/nowhere")
    print(
      group[Diary.entries], UnitSystem.current, call.method,
      call.parameters["a"]?.stringValue ?? "", group[Diary.theme]?.rawValue ?? client.socket)
    """

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
  @discardableResult func run(_ arguments: String...) throws -> String { try run(arguments) }

  @discardableResult func run(_ arguments: [String]) throws -> String {
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
