import Foundation
import Testing
import UnitsJSON
import UnitsLinux

/// One case of the table that says what a service answers.
struct ConformanceCase: Sendable, CustomTestStringConvertible {
  let name: String
  let input: [UInt8]
  let replies: [JSONValue]
  let closes: Bool
  let halfCloses: Bool

  var testDescription: String { name }

  /// Every case of the table; none where the table is missing.
  static let all: [ConformanceCase] = {
    guard let data = SharedData.read("varlink-cases.json") else { return [] }
    do {
      let table = try JSONValue(parsing: [UInt8](data))
      return (table.objectValue?["cases"]?.arrayValue ?? []).compactMap { value in
        value.objectValue.map(ConformanceCase.init)
      }
    } catch {
      Issue.record("varlink-cases.json: \(error)")
      return []
    }
  }()

  private init(_ members: JSONObject) {
    name = members["name"]?.stringValue ?? ""
    replies = members["replies"]?.arrayValue ?? []
    closes = members["closes"]?.boolValue ?? false
    halfCloses = members["half_close"]?.boolValue ?? false
    if let digits = members["raw_hex"]?.stringValue {
      let digits = Array(digits)
      input = stride(from: 0, to: digits.count, by: 2).compactMap {
        UInt8(String(digits[$0...$0 + 1]), radix: 16)
      }
    } else {
      input = (members["frames"]?.arrayValue ?? []).flatMap { frame in
        Array((frame.stringValue ?? "").utf8) + [0]
      }
    }
  }

  /// Sends the pieces; where the service may close in the middle, the rest is not sent.
  func send(_ pieces: [ArraySlice<UInt8>], to client: Client, between: () throws -> Void) throws {
    for piece in pieces {
      do { try client.send(bytes: piece) } catch {
        guard closes else { throw error }
        return
      }
      try between()
    }
    if halfCloses { try client.finishSending() }
  }

  /// Compares what comes back, and whether the service closes behind it.
  func checkReplies(of client: Client) throws {
    for expected in replies {
      let text = try client.reply()
      let reply = try JSONValue(parsing: text)
      #expect(reply.description == text, "compact, and written once")
      if expected.objectValue?["ok"] == .bool(true) {
        #expect(reply.objectValue?.map(\.key) == ["parameters"])
      } else {
        #expect(reply == expected)
      }
    }
    if closes {
      #expect(try client.nextReply() == nil)
    } else {
      #expect(try ParsedReply(client.call(Calls.information)).error == nil, "still open")
    }
  }
}

@Suite(.timeLimit(.minutes(10))) struct ConformanceTests {
  let daemon: RunningDaemon

  init() throws {
    daemon = try RunningDaemon()
  }

  @Test func `the table has its sixty-one cases`() {
    #expect(ConformanceCase.all.isEmpty || ConformanceCase.all.count == 61)
  }

  @Test func `the daemon answers as the table says`() throws {
    for example in ConformanceCase.all {
      let client = try daemon.client()
      try example.send([example.input[...]], to: client) {}
      try example.checkReplies(of: client)
    }
  }

  @Test func `single bytes change nothing`() throws {
    let witness = try daemon.client()
    for example in ConformanceCase.all where example.input.count < 1_000 {
      let client = try daemon.client()
      try example.send(example.input.indices.map { example.input[$0...$0] }, to: client) {
        // By the time that this is answered, the byte was received.
        _ = try witness.call(Calls.information)
      }
      try example.checkReplies(of: client)
    }
  }

  @Test func `a split at any byte changes nothing`() throws {
    let witness = try daemon.client()
    for example in ConformanceCase.all where example.input.count < 1_000 {
      for place in example.input.indices {
        let client = try daemon.client()
        let pieces = [example.input[..<place], example.input[place...]]
        try example.send(pieces, to: client) { _ = try witness.call(Calls.information) }
        try example.checkReplies(of: client)
      }
    }
  }

  @Test func `all cases that leave the connection open can share one write`() throws {
    let cases = ConformanceCase.all.filter { !$0.closes }
    let client = try daemon.client()
    try client.send(bytes: cases.flatMap(\.input))
    for example in cases { try example.checkReplies(ofPipelined: client) }
  }
}

extension ConformanceCase {
  fileprivate func checkReplies(ofPipelined client: Client) throws {
    for expected in replies {
      let reply = try JSONValue(parsing: client.reply())
      if expected.objectValue?["ok"] != .bool(true) { #expect(reply == expected) }
    }
  }
}
