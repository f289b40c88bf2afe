import Foundation
import Testing
import UnitsJSON
import UnitsLinux
import UnitsStore

@Suite(.timeLimit(.minutes(10))) struct DamageTests {
  private static let damage = "{\n  \"n\": 1,\n  oops\n}"

  private func damagedReply(_ folder: TestFolder) -> String {
    """
    {"error":"dev.units.preferences.Damaged","parameters":{"path":"\(folder.file)",\
    "line":3,"column":3,"reason":"expected a key in quotation marks"}}
    """
  }

  private func copies(_ folder: TestFolder) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.configuration)
      .filter { $0.contains(".damaged-") }.sorted()
  }

  /// Waits until the daemon believes in the damage.
  private func waitForDamage(_ client: Client) throws -> JSONObject {
    let deadline = MonotonicTime.now() + Client.patience
    while !deadline.isPast {
      let groups = try ParsedReply(client.call(Calls.status)).parameters["groups"]?.arrayValue ?? []
      if let group = groups.first?.objectValue, group["damaged"] != nil { return group }
      // Reads make the daemon look; the second look comes by itself.
      _ = try client.call(Calls.get())
    }
    throw TestFailure("the damage was never reported")
  }

  @Test func `the last good state stays in service, and the status names line and column`() throws {
    let daemon = try RunningDaemon()
    let client = try daemon.client()
    _ = try client.call(Calls.set("{\"n\":7}"))
    try daemon.folder.writeInPlace(Self.damage)
    let group = try waitForDamage(client)
    #expect(group["damaged_line"] == .integer(3) && group["damaged_column"] == .integer(3))
    #expect(try ParsedReply(client.call(Calls.get())).values == ["n": .integer(7)])
    #expect(daemon.folder.read() == Self.damage, "left alone")
  }

  @Test func `an explicit write keeps a copy of the damage and goes on from the last good state`()
    throws
  {
    let daemon = try RunningDaemon()
    let client = try daemon.client()
    _ = try client.call(Calls.set("{\"n\":7}"))
    for round in 1...10 {
      try daemon.folder.writeInPlace(Self.damage)
      _ = try waitForDamage(client)
      #expect(try ParsedReply(client.call(Calls.set("{\"m\":\(round)}"))).error == nil)
      #expect(daemon.folder.read() == "{\n  \"m\": \(round),\n  \"n\": 7\n}\n")
    }
    let kept = try copies(daemon.folder)
    #expect(kept.count == 8, "the newest eight")
    for copy in kept {
      #expect(daemon.folder.read("\(daemon.folder.configuration)/\(copy)") == Self.damage)
    }
  }

  @Test func `a program's own first default is refused and touches nothing`() throws {
    let daemon = try RunningDaemon()
    let client = try daemon.client()
    _ = try client.call(Calls.set("{\"n\":7}"))
    try daemon.folder.writeInPlace(Self.damage)
    let call = Calls.call(
      "preferences.CompareAndSet",
      "{\"expected\":{\"a\":null},\"values\":{\"a\":1},\"automatic\":true}"
    )
    #expect(try client.call(call) == damagedReply(daemon.folder))
    #expect(daemon.folder.read() == Self.damage)
    #expect(try copies(daemon.folder).isEmpty)
  }

  @Test func `a daemon that starts on a damaged file refuses to write and to invent`() throws {
    let folder = try TestFolder(on: .memory)
    try folder.makeConfiguration()
    try folder.writeInPlace(Self.damage)
    let daemon = try RunningDaemon(folder)
    let client = try daemon.client()
    #expect(try client.call(Calls.set("{\"n\":7}")) == damagedReply(folder))
    #expect(try client.call(Calls.get()) == damagedReply(folder))
    #expect(try client.call(Calls.monitor()) == damagedReply(folder))
    #expect(folder.read() == Self.damage)
    // A person puts it right: no restart is needed.
    try folder.replace("{\"n\":8}")
    #expect(try ParsedReply(client.call(Calls.get())).values == ["n": .integer(8)])
    #expect(try ParsedReply(client.call(Calls.set("{\"n\":9}"))).error == nil)
  }

  @Test func `a file that an editor is in the middle of writing is waited for`() throws {
    let daemon = try RunningDaemon()
    let (client, monitor) = (try daemon.client(), try daemon.client())
    _ = try client.call(Calls.set("{\"n\":7}"))
    _ = try monitor.call(Calls.monitor())
    for number in 100..<120 {
      try daemon.folder.writeInPlace("{\"n\":")
      #expect(try ParsedReply(client.call(Calls.get())).values.count == 1)
      try daemon.folder.writeInPlace("{\"n\":\(number)}")
      #expect(try ParsedReply(client.call(Calls.get())).values == ["n": .integer(number)])
      #expect(try ParsedReply(monitor.reply()).values == ["n": .integer(number)])
    }
  }

  @Test func `a file that cannot be read is an error with its reason`() throws {
    let folder = try TestFolder(on: .memory)
    try FileManager.default.createDirectory(
      atPath: folder.file, withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    let daemon = try RunningDaemon(folder)
    let client = try daemon.client()
    let expected = """
      {"error":"dev.units.preferences.Unreadable","parameters":{"path":"\(folder.file)",\
      "reason":"not a regular file"}}
      """
    #expect(try client.call(Calls.get()) == expected)
    #expect(try client.call(Calls.set("{\"n\":1}")) == expected)
    try FileManager.default.removeItem(atPath: folder.file)
    try folder.writeInPlace("{\"n\":1}")
    #expect(try ParsedReply(client.call(Calls.get())).values == ["n": .integer(1)])
  }

  @Test func `a folder that cannot be made is an error that keeps nothing back`() throws {
    let folder = try TestFolder(on: .memory)
    try folder.writeInPlace("", to: "\(folder.path)/config")
    let daemon = try RunningDaemon(folder)
    let client = try daemon.client()
    let reply = try ParsedReply(client.call(Calls.set("{\"n\":1}")))
    #expect(reply.error == "dev.units.preferences.NotDurable")
    #expect(reply.parameters["reason"] == .string("Not a directory"))
    #expect(try ParsedReply(client.call(Calls.get())).values.isEmpty)
  }

  @Test func `a folder that everybody may write is refused`() throws {
    let folder = try TestFolder(on: .memory)
    try folder.makeConfiguration()
    #expect(chmod(folder.configuration, 0o777) == 0)
    let daemon = try RunningDaemon(folder)
    let client = try daemon.client()
    let reply = try ParsedReply(client.call(Calls.set("{\"n\":1}")))
    #expect(reply.error == "dev.units.preferences.Refused")
    #expect(
      reply.parameters["reason"]
        == .string("directory is writable by everybody: \(folder.configuration)"))
  }

  @Test func `records of a damaged database are refused`() throws {
    let folder = try TestFolder(on: .memory)
    let path = folder.paths.records(of: .standard)
    try FileManager.default.createDirectory(
      atPath: folder.paths.dataDirectory, withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    try folder.writeInPlace(String(repeating: "no database ", count: 1_000), to: path)
    let daemon = try RunningDaemon(folder)
    let client = try daemon.client()
    let call = Calls.call("records.Summary", "{\"type\":\"distance\"}")
    let reply = try ParsedReply(client.call(call))
    #expect(reply.error == "dev.units.records.Damaged")
    #expect(reply.parameters["path"] == .string(path))
  }
}
