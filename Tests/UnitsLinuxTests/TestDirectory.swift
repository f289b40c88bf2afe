// What the suites share: a private directory, and what a shell can do to it.

import Foundation
import Testing
import UnitsLinux

/// A directory of one test, removed with everything in it when the test ends.
final class TestDirectory: Sendable {
  /// Absolute and free of symbolic links.
  let path: String

  init() throws {
    let base = FileManager.default.temporaryDirectory.resolvingSymlinksInPath().path
    let template = "\(base)/units-test-XXXXXX"
    var bytes = template.utf8CString.map { $0 }
    guard mkdtemp(&bytes) != nil else { throw POSIXError(.EIO) }
    path = String(decoding: bytes.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    // A test may have left a folder without permissions; what cannot be removed is temporary.
    try? FileManager.default.removeItem(atPath: path)
  }

  /// The path of a name in the directory.
  func callAsFunction(_ name: String) -> String { "\(path)/\(name)" }

  @discardableResult
  func write(_ text: String, to name: String) throws -> String {
    // In place: not through a temporary file, as `atomically` would.
    let file = self(name)
    let descriptor = open(file, O_WRONLY | O_CREAT | O_TRUNC, 0o644)
    guard descriptor >= 0 else { throw POSIXError(.EIO) }
    defer { close(descriptor) }
    let bytes = Array(text.utf8)
    guard Foundation.write(descriptor, bytes, bytes.count) == bytes.count else {
      throw POSIXError(.EIO)
    }
    return file
  }

  func read(_ name: String) throws -> String {
    try String(contentsOfFile: self(name), encoding: .utf8)
  }

  @discardableResult
  func makeFolder(_ name: String) throws -> String {
    try FileManager.default.createDirectory(atPath: self(name), withIntermediateDirectories: true)
    return self(name)
  }

  func link(_ name: String, to destination: String) throws {
    try FileManager.default.createSymbolicLink(
      atPath: self(name), withDestinationPath: destination)
  }

  func mode(of name: String) throws -> UInt32 {
    try #require(try FileIdentity.following(self(name))).mode
  }

  var names: [String] {
    get throws { try Directory.names(in: path).sorted() }
  }
}

/// Whether the tests run as the superuser, whom permissions do not stop.
var isSuperuser: Bool { geteuid() == 0 }

/// Says what a test went without. In CI nothing may be missing.
func skip(missing what: String) {
  print("skipped: \(what) is missing")
  if ProcessInfo.processInfo.environment["CI"] != nil {
    Issue.record("\(what) is missing, and nothing is skipped in CI")
  }
}

/// Runs a shell's script to its end and returns its exit status.
@discardableResult
func shell(_ script: String, _ arguments: String...) throws -> Int32 {
  let process = Foundation.Process()
  process.executableURL = URL(fileURLWithPath: "/bin/sh")
  process.arguments = ["-c", script, "sh"] + arguments
  process.standardOutput = FileHandle.nullDevice
  process.standardError = FileHandle.nullDevice
  try process.run()
  process.waitUntilExit()
  return process.terminationStatus
}

extension FileLock {
  /// Tries until the deadline, once at least.
  static func acquire(
    at path: String, deadline: MonotonicTime
  ) throws(SystemError) -> FileLock? {
    while true {
      if let lock = try attempt(at: path) { return lock }
      let now = MonotonicTime.now()
      if now >= deadline { return nil }
      MonotonicTime.sleep(until: min(deadline, now + .milliseconds(1)))
    }
  }
}
