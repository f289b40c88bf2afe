import Foundation
import Testing
import UnitsJSON
import UnitsLinux
import UnitsStore

/// What one method answers to one call, after others.
struct MethodCase: Sendable, CustomTestStringConvertible {
  let name: String
  let setup: [String]
  let call: String
  /// Exact; `EPOCH` stands for the daemon's.
  let reply: String

  var testDescription: String { name }

  static let all: [MethodCase] = {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "method-cases.json")
    guard let data = FileManager.default.contents(atPath: file.path) else { return [] }
    do {
      let table = try JSONValue(parsing: [UInt8](data))
      return (table.arrayValue ?? []).compactMap { $0.objectValue.map(MethodCase.init) }
    } catch {
      Issue.record("\(file.path): \(error)")
      return []
    }
  }()

  private init(_ members: JSONObject) {
    name = members["name"]?.stringValue ?? ""
    setup = (members["setup"]?.arrayValue ?? []).compactMap(\.stringValue)
    call = members["call"]?.stringValue ?? ""
    reply = members["reply"]?.stringValue ?? ""
  }

  /// Makes a daemon that has done the setup, lets `send` send the call, and compares the reply.
  func check(_ send: (Client, Client) throws -> Void) throws {
    let daemon = try RunningDaemon()
    let witness = try daemon.client()
    let epoch = try ParsedReply(witness.call(Calls.status)).parameters["epoch"]?.stringValue
    let client = try daemon.client()
    for call in setup {
      try client.send(call)
      if !call.contains("\"oneway\":true") { _ = try client.reply() }
    }
    try send(client, witness)
    let expected = reply.replacingOccurrences(of: "EPOCH", with: try #require(epoch))
    #expect(try client.reply() == expected, "\(name)")
    if !call.contains("\"more\":true") {
      #expect(try ParsedReply(client.call(Calls.information)).error == nil, "still open")
    }
  }
}

@Suite(.timeLimit(.minutes(10))) struct MethodTests {
  @Test func `the table covers every method and the errors of its parameters`() {
    #expect(MethodCase.all.count == 131)
  }

  @Test func `each method answers exactly so`() throws {
    for example in MethodCase.all {
      try example.check { client, _ in try client.send(example.call) }
    }
  }

  @Test func `a call in single bytes is answered as one in one piece`() throws {
    for example in MethodCase.all {
      try example.check { client, witness in
        for byte in Array(example.call.utf8) + [0] {
          try client.send(bytes: [byte])
          _ = try witness.call(Calls.information)
        }
      }
    }
  }

  @Test func `everything pipelined in one write is answered in order`() throws {
    for example in MethodCase.all {
      let daemon = try RunningDaemon()
      let epoch = try ParsedReply(daemon.client().call(Calls.status)).parameters["epoch"]
      let client = try daemon.client()
      try client.send(bytes: (example.setup + [example.call]).flatMap { Array($0.utf8) + [0] })
      for call in example.setup where !call.contains("\"oneway\":true") { _ = try client.reply() }
      let expected = example.reply.replacingOccurrences(
        of: "EPOCH", with: try #require(epoch?.stringValue))
      #expect(try client.reply() == expected, "\(example.name)")
    }
  }

  @Test func `a group that would be too large is refused with both sizes`() throws {
    let daemon = try RunningDaemon()
    let client = try daemon.client()
    let text = String(repeating: "x", count: 1 << 20)
    #expect(
      try client.call(Calls.set("{\"a\":\"\(text)\"}"))
        == """
        {"error":"dev.units.preferences.TooLarge","parameters":{"limit":1048576,"size":1048585}}
        """)
  }

  @Test func `more records than one commit takes are refused`() throws {
    let daemon = try RunningDaemon()
    let client = try daemon.client()
    let record = "{\"type\":\"distance\",\"value\":1.0}"
    let records = repeatElement(record, count: 1001).joined(separator: ",")
    #expect(
      try client.call(Calls.call("records.Add", "{\"records\":[\(records)]}"))
        == """
        {"error":"dev.units.records.InvalidRecord","parameters":{"index":1000,\
        "reason":"more than 1000 records in one call"}}
        """)
  }

  @Test(arguments: ["dev.units.preferences", "dev.units.records", "dev.units.daemon"])
  func `an interface is described by its file`(_ name: String) throws {
    let daemon = try RunningDaemon()
    let client = try daemon.client()
    let file = SharedData.packageRoot.appending(
      path: "Sources/UnitsProtocol/Interfaces/\(name).varlink")
    let text = try String(contentsOf: file, encoding: .utf8)
    var expected: [UInt8] = []
    JSONValue.object(["parameters": .object(["description": .string(text)])]).write(into: &expected)
    let call = """
      {"method":"org.varlink.service.GetInterfaceDescription","parameters":{"interface":"\(name)"}}
      """
    #expect(try client.call(call) == String(decoding: expected, as: UTF8.self))
  }

  @Test func `the status has every field, in the order of its description`() throws {
    let daemon = try RunningDaemon()
    let client = try daemon.client()
    _ = try client.call(Calls.set("{\"a\":1}"))
    let monitor = try daemon.client()
    _ = try monitor.call(Calls.monitor())
    let status = try ParsedReply(client.call(Calls.status)).parameters
    #expect(
      status.map(\.key) == [
        "version", "pid", "uptime", "socket", "config_directory", "data_directory", "epoch",
        "connections", "subscribers", "groups", "counters",
      ])
    #expect(status["version"] == .string("0.1.0"))
    #expect(status["pid"]?.integerValue == Int(UnitsLinux.Process.identifier))
    #expect(status["socket"]?.stringValue == daemon.folder.socketPath)
    #expect(status["connections"] == .integer(2))
    #expect(status["subscribers"] == .integer(1))
    let paths = daemon.folder.paths
    #expect(
      status["groups"]
        == .array([
          .object([
            "name": .string("group.dev.units"), "revision": .integer(1), "watched": .bool(true),
            "preferences_path": .string(paths.preferences(of: .standard)),
            "records_path": .string(paths.records(of: .standard)),
          ])
        ]))
    #expect(
      status["counters"]
        == .object([
          "calls": .integer(3), "commits": .integer(1), "changes": .integer(1),
          "foreign_changes": .integer(0), "records": .integer(0), "violations": .integer(0),
          "refused": .integer(0),
        ]))
  }
}
