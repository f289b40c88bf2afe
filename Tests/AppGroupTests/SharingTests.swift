import Foundation
import Testing
import Units
import UnitsClient
import UnitsLinux
import UnitsStore

@testable import AppGroup

/// What the handles of one group share, and reads where nobody follows it.
@Suite(.timeLimit(.minutes(10))) struct SharingTests {
  private func handle(_ sandbox: Sandbox) -> GroupDefaults {
    GroupDefaults(options: sandbox.options, sharing: .process)
  }

  @Test func `handles of one suite are one group`() throws {
    let sandbox = try Sandbox()
    #expect(handle(sandbox).core === handle(sandbox).core)
    #expect(handle(sandbox).core !== handle(try Sandbox()).core)
    handle(sandbox).register(defaults: ["n": 7])
    #expect(handle(sandbox).integer(forKey: "n") == 7)
  }

  @Test func `what one handle sets every other one reads`() throws {
    let sandbox = try Sandbox()
    let (one, other) = (handle(sandbox), handle(sandbox))
    for count in 1...1000 {
      let writer = count.isMultiple(of: 2) ? one : other
      if count.isMultiple(of: 50) { try writer.set(count, forKey: "n") }
      #expect(one.integer(forKey: "n") == other.integer(forKey: "n"))
      #expect(one.integer(forKey: "n") == count / 50 * 50)
    }
  }

  @Test(arguments: GroupDefaultsTests.Way.allCases)
  func `five thousand handles are one thread and one set of descriptors`(
    _ way: GroupDefaultsTests.Way
  ) throws {
    let (sandbox, daemon) = try GroupDefaultsTests.sandbox(way)
    defer { daemon?.stop() }
    let said = try sandbox.probe("handles")
    #expect(said.hasPrefix("wrong 0 threads 1 "), "\(said)")
    #expect(said.hasSuffix(" epoll 1"), "\(said)")
  }

  @Test func `how a group is reached is told with its first value`() throws {
    for _ in 0..<30 {
      let sandbox = try Sandbox()
      try sandbox.write(preferences: #"{"n": 1}"#)
      let group = sandbox.group()
      #expect(group.integer(forKey: "n") == 1)
      #expect(group.backing == .store)
    }
    let sandbox = try Sandbox()
    let daemon = try sandbox.startDaemon()
    defer { daemon.stop() }
    for _ in 0..<30 { #expect(sandbox.group().connectionState == .daemon) }
  }

  @Test func `without a follower a read asks the source`() throws {
    let sandbox = try Sandbox()
    let group = sandbox.group()
    group.state.withLock { $0.phase = .unfollowed(until: .never) }
    let other = sandbox.group()
    for count in 1...10 {
      try other.set(count, forKey: "n")
      #expect(group.integer(forKey: "n") == count)
      #expect(group.backing == .store)
    }
    let daemon = try sandbox.startDaemon()
    defer { daemon.stop() }
    try other.set(11, forKey: "n")
    #expect(group.integer(forKey: "n") == 11)
    #expect(group.backing == .daemon)
  }

  @Test func `without a follower observers are told all the same`() async throws {
    let sandbox = try Sandbox()
    let group = sandbox.group()
    group.state.withLock { $0.phase = .unfollowed(until: .now() + .milliseconds(200)) }
    var values = group.changes(of: Key("n", default: 0)).makeAsyncIterator()
    #expect(await values.next() == 0)
    try await sandbox.group().set(5, forKey: "n")
    #expect(await values.next() == 5)
  }

  @Test func `with the kernel's watches used up every read is right`() throws {
    let sandbox = try Sandbox()
    let unshare = "/usr/bin/unshare"
    let script = """
      echo 5 > /proc/sys/user/max_inotify_instances && exec \
      '\(Sandbox.products.appending(path: "AppGroupProbe").path)' unfollowed
      """
    let process = Foundation.Process()
    process.executableURL = URL(filePath: unshare)
    process.arguments = ["--user", "--map-root-user", "/bin/sh", "-c", script]
    process.environment = sandbox.variables
    let output = Pipe()
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    try process.run()
    let said = String(
      decoding: try output.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    guard said.hasPrefix("used ") else {
      print("skipped: no user namespace with a limit of its own")
      return
    }
    #expect(said == "used 5 right true n 21 backing store\n")
  }

  @Test func `a file that cannot be read is no absence, and nothing is built upon it`() throws {
    let sandbox = try Sandbox()
    let text = #"{"n": 41,}"#
    try sandbox.write(preferences: text)
    let group = sandbox.group()
    #expect(group.integer(forKey: "n") == 0)
    guard case .unavailable(.damaged) = group.connectionState else {
      Issue.record("\(group.connectionState)")
      return
    }
    #expect(throws: AppGroupError.self) { try group.update(Key("n", default: 0)) { $0 += 1 } }
    #expect(throws: AppGroupError.self) { try group.transaction { $0[Key("n", default: 0)] += 1 } }
    #expect(try sandbox.preferencesText() == text)
    try sandbox.write(preferences: #"{"n": 41}"#)
    try group.update(Key("n", default: 0)) { $0 += 1 }
    #expect(group.integer(forKey: "n") == 42)
    #expect(group.backing == .store)
  }

  @Test func `a group in memory is its own, and leaves nothing`() throws {
    let (one, other) = (GroupDefaults.inMemory(), GroupDefaults.inMemory())
    try one.set(1, forKey: "n")
    #expect(one.integer(forKey: "n") == 1)
    #expect(other.integer(forKey: "n") == 0)
    try one.add(MeasurementRecord(type: .distance, value: 5000))
    #expect(try one.summary(of: .distance).sum == 5000)
    var path: String?
    do {
      let group = GroupDefaults.inMemory()
      try group.set(1, forKey: "n")
      path = group.core.options.paths?.configurationDirectory
      #expect(path.map(FileManager.default.fileExists(atPath:)) == true)
    }
    #expect(path.map(FileManager.default.fileExists(atPath:)) == false)
  }

  @Test func `a group in a directory is kept there`() throws {
    let sandbox = try Sandbox()
    let folder = sandbox.root.appending(path: "mine")
    do {
      let group = GroupDefaults(directory: folder)
      try group.set(1, forKey: "n")
      #expect(GroupDefaults(directory: folder).core === group.core)
    }
    #expect(GroupDefaults(directory: folder).integer(forKey: "n") == 1)
    #expect(
      FileManager.default.fileExists(atPath: folder.appending(path: "group.dev.units.json").path))
  }
}
