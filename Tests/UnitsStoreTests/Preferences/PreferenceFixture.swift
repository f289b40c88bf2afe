// What the suites of the preferences share.

import Foundation
import Testing
import UnitsJSON
import UnitsLinux
import UnitsProtocol

@testable import UnitsStore

/// A directory of its own for one test, with a place for one group's file in it.
final class PreferenceFixture: Sendable {
  /// Exists; the store's directory in it does not, at first.
  let root: String
  let group: GroupName

  init(group: GroupName = .standard) throws {
    self.group = group
    // In memory where there is such a place: these tests make hundreds of commits, and what they
    // are about is not the disk.
    let memory = "/dev/shm"
    let base =
      access(memory, W_OK) == 0
      ? memory : FileManager.default.temporaryDirectory.resolvingSymlinksInPath().path
    root = "\(base)/units-preferences-\(UUID())"
    try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: false)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: root)
  }

  var paths: StorePaths {
    StorePaths(configurationDirectory: directory, dataDirectory: "\(root)/data")
  }

  var directory: String { "\(root)/units" }
  var path: String { paths.preferences(of: group) }

  /// Another program's view of the group.
  func makeStore() -> PreferenceStore { PreferenceStore(group: group, paths: paths) }

  func makeDirectory() throws { try Directory.create(directory) }

  /// Writes in place, as a simple editor does.
  func edit(_ text: String, _ path: String? = nil) throws {
    try edit(Array(text.utf8), path)
  }

  func edit(_ bytes: [UInt8], _ path: String? = nil) throws {
    try makeDirectory()
    let path = path ?? self.path
    let file = try openFile(path, flags: O_WRONLY | O_CREAT | O_TRUNC, mode: 0o644)
    try file.writeAll(bytes, path: path)
  }

  func text() throws -> String { try String(contentsOfFile: path, encoding: .utf8) }

  func names() throws -> [String] { try Directory.names(in: directory).sorted() }

  /// The copies of damaged files, oldest first.
  func copies() throws -> [String] { try names().filter { $0.contains(".damaged-") } }

  func identity() throws -> FileIdentity {
    try #require(try FileIdentity.following(path))
  }
}

extension PreferenceStore {
  /// Sets keys, without regard to what is there.
  @discardableResult
  func set(_ changes: JSONObject) throws(PreferenceError) -> CommitReceipt {
    try commit(CommitRequest(changes), deadline: .soon)
  }

  /// The outcome of a compare-and-set.
  func compareAndSet(
    _ expected: JSONObject, _ changes: JSONObject,
    origin: CommitRequest.Origin = .explicit
  ) throws(PreferenceError) -> CommitReceipt {
    let request = try CommitRequest(
      changes, condition: .expecting(SortedMembers(expected)), origin: origin)
    return try commit(request, deadline: .soon)
  }

  /// Commits a batch, which must find the lock free.
  func batch(_ requests: [CommitRequest]) throws -> Commit {
    while true {
      let commit = commit(requests)
      switch commit.outcome {
      case .decided: return commit
      case .failed(let error): throw error
      case .inDoubt: LinuxKernel.shared.sleep(until: commit.settlement.until ?? .now())
      case .locked, .overtaken: throw NotCommitted()
      }
    }
  }

  struct NotCommitted: Error {}

  /// Commits one request, as a program without a daemon does.
  func commit(
    _ request: CommitRequest, deadline: MonotonicTime
  ) throws(PreferenceError) -> CommitReceipt {
    try GroupWorker(store: self, on: .linux, arm: nil).commit(request, until: deadline)
  }

  enum Looking {
    case once
    /// Again until the file is believed.
    case untilBelieved
  }

  enum Finding: Equatable {
    case unchanged
    case changed(Patch)
    /// Damaged or gone, and not believed yet.
    case suspected
    case damaged(Damage)
  }

  func look(_ looking: Looking) throws(PreferenceError) -> Finding {
    while true {
      let look = try self.look()
      if let change = look.change { return .changed(change.patch) }
      guard look.settlement.isDoubted else {
        return damage.map { .damaged($0) } ?? .unchanged
      }
      if case .once = looking { return .suspected }
      LinuxKernel.shared.sleep(until: look.settlement.until ?? .now())
    }
  }
}

extension PreferenceStore.Commit {
  var results: [Result<CommitReceipt, PreferenceError>] {
    if case .decided(let results) = outcome { results } else { [] }
  }

  /// What the commit itself has changed.
  var patch: Patch {
    changes.last { $0.origin == .own }?.patch ?? Patch()
  }
}

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
