import AppGroup
import Foundation
import Glibc
import Testing
import UnitsClient
import UnitsLinux

/// A home of its own for one test: directories that nobody else uses, groups in them, and, if it is
/// wanted, a daemon that serves them.
final class Sandbox: Sendable {
  let root: URL
  let variables: [String: String]

  init(locale: String = "de_DE.UTF-8") throws {
    // Short, since a socket's path has 107 bytes at most.
    root = FileManager.default.temporaryDirectory.appending(
      path: "ag-\(UUID().uuidString.prefix(8))")
    var variables = ["PATH": "/usr/bin:/bin", "LANG": locale, "HOME": root.path]
    variables["XDG_CONFIG_DIRS"] = root.appending(path: "xdg").path
    for (name, folder) in [
      ("XDG_CONFIG_HOME", "config"), ("XDG_DATA_HOME", "data"), ("XDG_RUNTIME_DIR", "run"),
    ] {
      let url = root.appending(path: folder)
      try FileManager.default.createDirectory(
        at: url, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
      variables[name] = url.path
    }
    self.variables = variables
  }

  deinit {
    try? FileManager.default.removeItem(at: root)
  }

  var options: ClientOptions { ClientOptions(environment: Environment(variables)) }

  /// A group, as another program would have it.
  func group() -> GroupDefaults { GroupDefaults(options: options) }

  var preferencesFile: URL { root.appending(path: "config/units/group.dev.units.json") }

  func preferencesText() throws -> String {
    try String(contentsOf: preferencesFile, encoding: .utf8)
  }

  func write(preferences text: String) throws {
    let folder = preferencesFile.deletingLastPathComponent()
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try Data(text.utf8).write(to: preferencesFile, options: .atomic)
  }

  /// Writes one of the administrators' files, `json` or `mandatory`.
  func administer(_ kind: String, _ text: String) throws {
    let folder = root.appending(path: "xdg/units")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data(text.utf8).write(
      to: folder.appending(path: "group.dev.units.\(kind)"), options: .atomic)
  }

  /// Where the package's programs were built.
  static let products = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent()

  /// Starts a daemon and returns when it serves.
  func startDaemon() throws -> RunningDaemon { try RunningDaemon(in: self) }

  /// Runs the probe to its end and returns what it printed.
  func probe(_ arguments: String...) throws -> String {
    let probe = try startProbe(arguments)
    return probe.outputToEnd()
  }

  func startProbe(
    _ arguments: [String], overriding others: [String: String] = [:]
  ) throws -> RunningProbe {
    try RunningProbe(arguments, environment: variables.merging(others) { $1 })
  }
}

/// A daemon of a sandbox. It ends with the value.
final class RunningDaemon: Sendable {
  private let process: Foundation.Process

  fileprivate init(in sandbox: Sandbox) throws {
    let readiness = try ReadinessSocket(path: sandbox.root.appending(path: "notify").path)
    process = Foundation.Process()
    process.executableURL = Sandbox.products.appending(path: "unitsd")
    process.environment = sandbox.variables.merging(["NOTIFY_SOCKET": readiness.path]) { $1 }
    process.standardError = FileHandle.nullDevice
    try process.run()
    let isReady = readiness.wait()
    try #require(isReady, "the daemon says that it is ready")
  }

  deinit {
    stop()
  }

  func stop() {
    if process.isRunning { process.terminate() }
    process.waitUntilExit()
  }

  func kill() {
    Glibc.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }
}

/// The probe, a program that uses the library, in a sandbox.
final class RunningProbe: Sendable {
  private let process = Foundation.Process()
  private let output = Pipe()
  private let input = Pipe()

  fileprivate init(_ arguments: [String], environment: [String: String]) throws {
    process.executableURL = Sandbox.products.appending(path: "AppGroupProbe")
    process.arguments = arguments
    process.environment = environment
    process.standardOutput = output
    process.standardInput = input
    try process.run()
  }

  /// The next line that it prints; nil at its end.
  func line() -> String? {
    var bytes: [UInt8] = []
    while let byte = try? output.fileHandleForReading.read(upToCount: 1)?.first {
      if byte == UInt8(ascii: "\n") { return String(decoding: bytes, as: UTF8.self) }
      bytes.append(byte)
    }
    return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
  }

  func send(_ text: String) {
    input.fileHandleForWriting.write(Data(text.utf8))
  }

  func outputToEnd() -> String {
    let data = (try? output.fileHandleForReading.readToEnd()) ?? nil
    process.waitUntilExit()
    return String(decoding: data ?? Data(), as: UTF8.self)
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }

  func kill() {
    Glibc.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }
}

/// The service manager's end of readiness, sd_notify(3).
private final class ReadinessSocket {
  let path: String
  private let number: CInt

  init(path: String) throws {
    self.path = path
    number = socket(AF_UNIX, CInt(SOCK_DGRAM.rawValue), 0)
    var limit = timeval(tv_sec: 10, tv_usec: 0)
    setsockopt(number, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    unlink(path)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
    let result = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(number, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
    try #require(result == 0)
  }

  deinit {
    close(number)
  }

  /// Whether READY=1 comes within ten seconds.
  func wait() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 512)
    while true {
      let count = recv(number, &buffer, buffer.count, 0)
      guard count > 0 else { return false }
      if String(decoding: buffer[..<count], as: UTF8.self).contains("READY=1") { return true }
    }
  }
}
