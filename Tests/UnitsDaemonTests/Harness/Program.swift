import Foundation
import UnitsLinux

/// A program in a process of its own, killed with the value.
final class Program: @unchecked Sendable {
  private let process = Foundation.Process()
  private let errors = Pipe()
  private let output = Pipe()
  private let errorText = Guarded<[UInt8]>([])
  private let readers = DispatchGroup()

  /// Where the package's programs were built: beside the tests.
  static let products: URL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    .deletingLastPathComponent()
  static let unitsd = products.appending(path: "unitsd").path

  /// Whether a memory, in kilobytes, is below a bound. Nothing is said of a program under a
  /// sanitizer, which keeps shadows of all that is used, and for a while what was freed.
  static func keeps(_ memory: Int, below bound: Int) -> Bool { isSanitized || memory < bound }

  static let isSanitized = ProcessInfo.processInfo.environment.keys.contains {
    $0.hasSuffix("SAN_OPTIONS")
  }

  static func isThere(_ tool: String) -> Bool { path(of: tool) != nil }

  static func path(of tool: String) -> String? {
    ["/usr/bin", "/bin", "/usr/sbin"].map { "\($0)/\(tool)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// Starts a program with this environment and no other.
  init(_ path: String, _ arguments: [String] = [], environment: [String: String] = [:]) throws {
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    process.environment = environment
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let handle = errors.fileHandleForReading
    readers.enter()
    Thread.detachNewThread { [self] in
      while case let data = handle.availableData, !data.isEmpty {
        errorText.withLock { $0.append(contentsOf: data) }
      }
      readers.leave()
    }
  }

  var identifier: Int32 { process.processIdentifier }
  var isRunning: Bool { process.isRunning }

  func signal(_ number: Int32) {
    kill(process.processIdentifier, number)
  }

  /// Waits for the end; tells the exit status, or the signal as a negative number.
  @discardableResult
  func wait() -> Int32 {
    process.waitUntilExit()
    return process.terminationReason == .exit
      ? process.terminationStatus : -process.terminationStatus
  }

  /// Everything that it wrote to standard error; waits for its end.
  func allErrors() -> String {
    readers.wait()
    return errorText.withLock { String(decoding: $0, as: UTF8.self) }
  }

  /// What it has written to standard error so far.
  var errorsSoFar: String { errorText.withLock { String(decoding: $0, as: UTF8.self) } }

  /// Everything that it wrote to standard output; waits for its end.
  func allOutput() -> String {
    String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
  }

  /// The first line of standard output.
  func firstLine() -> String {
    var line: [UInt8] = []
    while case let data = output.fileHandleForReading.readData(ofLength: 1), let byte = data.first {
      if byte == UInt8(ascii: "\n") { break }
      line.append(byte)
    }
    return String(decoding: line, as: UTF8.self)
  }

  /// A number of kilobytes from `/proc/PID/status`, such as `VmRSS`.
  func memory(_ field: String) -> Int {
    let status = (try? String(contentsOfFile: "/proc/\(identifier)/status", encoding: .utf8)) ?? ""
    for line in status.split(separator: "\n") where line.hasPrefix("\(field):") {
      return Int(line.filter(\.isNumber)) ?? 0
    }
    return 0
  }

  deinit {
    guard process.isRunning else { return }
    signal(SIGCONT)
    signal(SIGKILL)
    process.waitUntilExit()
  }
}
