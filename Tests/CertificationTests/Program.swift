import Foundation
import Glibc

/// Another program that runs: its standard streams, and its end, which comes by force if it hangs.
final class Program {
  /// What a program wrote, and its exit status.
  struct Result {
    let output: String
    let errors: String
    let status: Int32

    var lines: [Substring] { output.split(separator: "\n") }
  }

  /// After so many seconds a program is killed: a lost reply must not hold up the tests.
  private static let patience = "60"

  private let process = Foundation.Process()
  private let output = Pipe()
  private let errors = Pipe()
  private var unread = Data()

  /// Starts `executable` under timeout(1), with nothing on its standard input.
  init(
    _ executable: URL, _ arguments: [String], environment: [String: String] = [:]
  ) throws {
    process.executableURL = URL(filePath: "/usr/bin/timeout")
    process.arguments = ["--kill-after=1", Self.patience, executable.path] + arguments
    process.environment = ProcessInfo.processInfo.environment
      .merging(["PYTHONUNBUFFERED": "1"]) { $1 }
      .merging(environment) { $1 }
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = output
    process.standardError = errors
    try Self.withEverySignal { try process.run() }
  }

  /// Threads of tests block signals, and a program inherits that: it could not be terminated.
  private static func withEverySignal(_ body: () throws -> Void) rethrows {
    var none = sigset_t()
    var previous = sigset_t()
    sigemptyset(&none)
    pthread_sigmask(SIG_SETMASK, &none, &previous)
    defer { pthread_sigmask(SIG_SETMASK, &previous, nil) }
    try body()
  }

  /// Runs a program to its end.
  static func run(
    _ executable: URL, _ arguments: [String], environment: [String: String] = [:]
  ) throws -> Result {
    try Program(executable, arguments, environment: environment).finish()
  }

  /// The next line on standard output, without its end; nil at the end of the stream.
  func line() -> String? {
    while true {
      if let end = unread.firstIndex(of: UInt8(ascii: "\n")) {
        defer { unread = Data(unread[(end + 1)...]) }
        return String(decoding: unread[..<end], as: UTF8.self)
      }
      let more = output.fileHandleForReading.availableData
      if more.isEmpty { return nil }
      unread += more
    }
  }

  /// The lines up to one that is a closing brace: a pretty-printed object.
  func object() -> String? {
    var lines: [String] = []
    while let line = line() {
      lines.append(line)
      if line == "}" { return lines.joined(separator: "\n") }
    }
    return nil
  }

  /// Ends the program as a person would.
  func terminate() {
    if process.isRunning { process.terminate() }
  }

  /// Waits for the end. What was read as lines is not given again.
  func finish() throws -> Result {
    // What is written to standard error fits into a pipe in all of these programs.
    let output = try self.output.fileHandleForReading.readToEnd() ?? Data()
    let errors = try self.errors.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return Result(
      output: String(decoding: unread + output, as: UTF8.self),
      errors: String(decoding: errors, as: UTF8.self), status: process.terminationStatus)
  }
}
