import Foundation
import Testing
import UnitsJSON
import UnitsLinux

@Suite(.timeLimit(.minutes(10))) struct ListTests {
  /// Imports so many distances, a second apart, with notes of that size.
  private static func fill(_ client: Client, count: Int, noteSize: Int = 0) throws {
    let note = noteSize == 0 ? "" : ",\"note\":\"\(String(repeating: "x", count: noteSize))\""
    for start in stride(from: 0, to: count, by: 500) {
      let records = (start..<min(start + 500, count)).map { number in
        let second = String(format: "%02d:%02d:%02d", number / 3600, number / 60 % 60, number % 60)
        return """
          {"id":"0190b5a0-0000-7000-8000-\(String(format: "%012d", number))","type":"distance",\
          "value":\(number + 1).5,"time":"2026-11-30T\(second)Z"\(note)}
          """
      }
      let call = Calls.call("records.Import", "{\"records\":[\(records.joined(separator: ","))]}")
      let reply = try ParsedReply(client.call(call))
      #expect(reply.parameters["added"] == .integer(records.count), "\(reply.members)")
    }
  }

  private static func list(_ parameters: String = "{}") -> String {
    "{\"method\":\"dev.units.records.List\",\"parameters\":\(parameters),\"more\":true}"
  }

  /// The values of the list that is next in the stream.
  private static func readList(_ client: Client) throws -> (values: [Double], replies: Int) {
    var values: [Double] = []
    var replies = 0
    while true {
      let reply = try ParsedReply(client.reply())
      #expect(reply.error == nil)
      values += (reply.parameters["records"]?.arrayValue ?? []).compactMap {
        $0.objectValue?["value"]?.doubleValue
      }
      replies += 1
      if reply.members["continues"] != .bool(true) { return (values, replies) }
    }
  }

  @Test func `a list comes in pages, each record once, and calls behind it wait`()
    throws
  {
    let daemon = try RunningDaemon()
    let client = try daemon.client()
    try Self.fill(client, count: 2_000)
    try client.send(Self.list())
    try client.send(Self.list("{\"oldest_first\":true,\"limit\":600}"))
    try client.send(Calls.information)
    let (newest, pages) = try Self.readList(client)
    #expect(newest == (1...2_000).reversed().map { Double($0) + 0.5 })
    #expect(pages > 2)
    #expect(try Self.readList(client).values == (1...600).map { Double($0) + 0.5 })
    #expect(try ParsedReply(client.reply()).parameters["product"] == .string("unitsd"))
  }

  @Test func `a client that has ended its side gets its list, then the end`() throws {
    let daemon = try RunningDaemon()
    try Self.fill(try daemon.client(), count: 1_000)
    let client = try daemon.client()
    try client.send(Self.list())
    try client.finishSending()
    #expect(try Self.readList(client).values.count == 1_000)
    #expect(try client.nextReply() == nil)
  }

  @Test func `who does not read a list costs a page and holds up nobody`() throws {
    let folder = try TestFolder(on: .memory)
    let daemon = try DaemonProcess(folder)
    let writer = try daemon.client()
    // Some 4 MB of text a list.
    try Self.fill(writer, count: 4_000, noteSize: 1_000)
    try writer.send(Self.list())
    _ = try Self.readList(writer)
    let before = daemon.program.memory("VmRSS")
    let slow = try (0..<20).map { _ in
      let client = try daemon.client()
      try client.send(Self.list())
      return client
    }
    let add = Calls.call("records.Add", "{\"records\":[{\"type\":\"weight\",\"value\":80.0}]}")
    for _ in 0..<100 { #expect(try ParsedReply(writer.call(add)).error == nil) }
    let after = daemon.program.memory("VmRSS")
    for client in slow.prefix(2) {
      #expect(try Self.readList(client).values.count >= 4_000)
    }
    let end = daemon.program.memory("VmRSS")
    print("20 lists of 4 MB, unread: \(before) kB, then \(after) kB; two read: \(end) kB")
    #expect(Program.keeps(after - before, below: 20 * 512))
    #expect(Program.keeps(end - before, below: 20 * 512))
    #expect(daemon.end() == 0)
  }

  @Test func `a client that goes away in the middle of a list is forgotten`() throws {
    let daemon = try RunningDaemon()
    let witness = try daemon.client()
    try Self.fill(witness, count: 5_000, noteSize: 500)
    do {
      let client = try daemon.client()
      try client.send(Self.list())
      _ = try client.reply()
    }
    let deadline = MonotonicTime.now() + .seconds(60)
    while try ParsedReply(witness.call(Calls.status)).parameters["connections"] != .integer(1) {
      try #require(!deadline.isPast)
    }
  }

  @Test func `a monitor is told the range of what is imported and removed`() throws {
    let daemon = try RunningDaemon()
    let (client, monitor) = (try daemon.client(), try daemon.client())
    let weight = Calls.call(
      "records.Add", "{\"records\":[{\"type\":\"weight\",\"value\":1.0}]}")
    _ = try client.call(weight)
    _ = try monitor.call("{\"method\":\"dev.units.records.Monitor\",\"more\":true}")
    try Self.fill(client, count: 3)
    let whole = """
      {"parameters":{"complete":false,"type":"distance","since":"2026-11-30T00:00:00Z",\
      "until":"2026-11-30T00:00:02.000001Z"},"continues":true}
      """
    #expect(try monitor.reply() == whole)
    let id = "0190b5a0-0000-7000-8000-000000000001"
    for _ in 0..<2 {
      _ = try client.call(Calls.call("records.Remove", "{\"ids\":[\"\(id)\"]}"))
    }
    #expect(
      try monitor.reply() == """
        {"parameters":{"complete":false,"type":"distance","since":"2026-11-30T00:00:01Z",\
        "until":"2026-11-30T00:00:01.000001Z"},"continues":true}
        """)
    // The second removal was of nothing, and so is an import of what is there: this is told next.
    _ = try client.call(Calls.call("records.Import", "{\"records\":[]}"))
    _ = try client.call(weight)
    #expect(try ParsedReply(monitor.reply()).parameters["type"] == .string("weight"))
  }
}
