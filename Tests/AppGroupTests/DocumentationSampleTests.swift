import Foundation
import Testing

/// The samples of the documentation, as they stand there, compiled by the compiler that compiles the
/// library.
@Suite struct DocumentationSampleTests {
  struct Sample: Sendable, CustomTestStringConvertible {
    let place: String
    let code: String
    var testDescription: String { place }
  }

  /// Every block of Swift in the library's documentation and every program of its tutorial.
  static let samples: [Sample] = {
    let client = library.deletingLastPathComponent().appending(path: "VarlinkClient")
    let files = [library, client].flatMap { folder in
      (FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil))?
        .compactMap { $0 as? URL } ?? []
    }
    let readme = readmeBlocks.filter { $0.hasPrefix("import ") }
      .map { Sample(place: "README.md", code: $0) }
    return readme
      + files.sorted { $0.path < $1.path }.flatMap { file -> [Sample] in
        guard let text = try? String(contentsOf: file, encoding: .utf8) else { return [] }
        if file.path.contains("/Resources/") {
          let isProgram =
            file.pathExtension == "swift" && file.lastPathComponent != "Manifest.swift"
          return isProgram ? [Sample(place: file.lastPathComponent, code: text)] : []
        }
        guard ["swift", "md"].contains(file.pathExtension) else { return [] }
        return blocks(of: text).enumerated().map { index, code in
          Sample(place: "\(file.lastPathComponent) \(index + 1)", code: code)
        }
      }
  }()

  @Test func `there are samples`() {
    #expect(Self.samples.count > 15)
    #expect(Self.samples.contains { $0.place == "README.md" })
  }

  @Test func `what README says of a manifest is the words of one`() throws {
    let words = try #require(Self.readmeBlocks.first { $0.hasPrefix("dependencies: ") })
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "manifest-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let manifest = """
      // swift-tools-version: 6.2
      import PackageDescription

      let package = Package(
        name: "diary",
      \(words))
      """
    try Data(manifest.utf8).write(to: folder.appending(path: "Package.swift"))
    let text = try Self.run("swift", "package", "--package-path", folder.path, "dump-package")
    for word in ["\"diary\"", "\"AppGroup\"", "\"Units\"", "\"units\""] {
      #expect(text.contains(word), "\(word): \(text)")
    }
  }

  @Test(arguments: samples)
  func `a sample compiles`(_ sample: Sample) throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "sample-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let main = folder.appending(path: "main.swift")
    try Data((Self.prologue(for: sample.code) + sample.code).utf8).write(to: main)
    let (status, text) = try Self.typecheck(main)
    #expect(status == 0, "\(text)")
  }

  /// What the compiler says of a program, and its status.
  private static func typecheck(_ main: URL) throws -> (Int32, String) {
    try execute(
      "swiftc",
      arguments: ["-typecheck", "-swift-version", "6", "-I", modules.path]
        + moduleMaps.flatMap { ["-Xcc", "-fmodule-map-file=\($0.path)"] } + [main.path])
  }

  @Test(arguments: ["+= 1", ".negate()"])
  func `a change in place does not compile, since it would lose others' changes`(
    _ change: String
  ) throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "in-place-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let main = folder.appending(path: "main.swift")
    let setting = """
      import AppGroup
      let key = Key("n", default: 0)
      SharedDefaults.appGroup[key] = 1
      print(SharedDefaults.appGroup[key])

      """
    try Data(setting.utf8).write(to: main)
    #expect(try Self.typecheck(main) == (0, ""))
    try Data((setting + "SharedDefaults.appGroup[key] \(change)\n").utf8).write(to: main)
    let (status, text) = try Self.typecheck(main)
    #expect(status != 0)
    #expect(text.contains("a change in place loses others' writes: use update(_:_:)"), "\(text)")
  }

  @discardableResult
  private static func run(_ words: String...) throws -> String {
    try run(words[0], arguments: Array(words.dropFirst()))
  }

  /// Runs a program of the toolchain, which must succeed, and gives what it said.
  @discardableResult
  private static func run(_ program: String, arguments: [String]) throws -> String {
    let (status, text) = try execute(program, arguments: arguments)
    #expect(status == 0, "\(text)")
    return text
  }

  private static func execute(
    _ program: String, arguments: [String]
  ) throws -> (Int32, String) {
    let output = Pipe()
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [program] + arguments
    process.standardError = output
    process.standardOutput = output
    try process.run()
    let text = String(
      decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    return (process.terminationStatus, text)
  }

  /// What a sample of a doc comment takes for granted.
  private static func prologue(for code: String) -> String {
    if code.hasPrefix("import ") { return "" }
    var lines = ["import AppGroup", "import Foundation", "import Units"]
    if !code.contains("let group") { lines.append("let group = SharedDefaults.appGroup") }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func blocks(of text: String) -> [String] {
    var blocks: [String] = []
    var block: [Substring]?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      var content = line.drop { $0 == " " }
      if content.hasPrefix("///") {
        content = content.dropFirst(3)
        if content.first == " " { content = content.dropFirst() }
      } else if block != nil {
        content = line
      }
      switch (content, block) {
      case ("```swift", nil): block = []
      case ("```", let lines?):
        blocks.append(lines.joined(separator: "\n") + "\n")
        block = nil
      case (_, .some): block?.append(content)
      default: break
      }
    }
    return blocks
  }

  private static let library: URL = {
    var folder = URL(filePath: #filePath).deletingLastPathComponent()
    while folder.path != "/",
      !FileManager.default.fileExists(atPath: folder.appending(path: "Package.swift").path)
    {
      folder.deleteLastPathComponent()
    }
    return folder.appending(path: "Sources/AppGroup").resolvingSymlinksInPath()
  }()

  private static let readmeBlocks: [String] = {
    let readme = library.deletingLastPathComponent().deletingLastPathComponent()
      .appending(path: "README.md")
    return (try? String(contentsOf: readme, encoding: .utf8)).map(blocks) ?? []
  }()

  private static let modules = Sandbox.products.appending(path: "Modules")

  /// The package's own C modules.
  private static let moduleMaps = [
    library.deletingLastPathComponent().appending(path: "CUnitsLinux/include/module.modulemap"),
    Sandbox.products.appending(path: "CUnitsLinux.build/module.modulemap"),
    library.deletingLastPathComponent().appending(path: "CUnitsSQLite/module.modulemap"),
  ].filter { FileManager.default.fileExists(atPath: $0.path) }
}
