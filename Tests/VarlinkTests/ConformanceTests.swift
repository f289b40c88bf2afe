import Foundation
import Testing
import UnitsJSON
import Varlink

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

  /// Sends the case's bytes in these pieces and compares what comes back.
  func check(pieces: [ArraySlice<UInt8>]) throws {
    var peer = Peer()
    for piece in pieces { peer.receive(Array(piece)) }
    if halfCloses { peer.receiveEnd() }
    #expect(peer.isClosed == closes)
    try #require(peer.replies.count == replies.count)
    for (text, expected) in zip(peer.replies, replies) {
      let reply = try #require(JSONValue(parsing: text).objectValue)
      #expect(JSONValue.object(reply).description == text, "compact, and no null in it")
      if expected.objectValue?["ok"] == .bool(true) {
        #expect(reply.map(\.key) == ["parameters"])
      } else {
        #expect(JSONValue.object(reply) == expected)
      }
    }
  }
}

@Suite struct ConformanceTests {
  @Test func `the table has its sixty-one cases`() {
    // Read anew, so that a table that is missing in CI fails this test.
    guard SharedData.read("varlink-cases.json") != nil else { return }
    #expect(ConformanceCase.all.count == 61)
  }

  @Test(arguments: ConformanceCase.all)
  func `a service answers as the table says`(_ example: ConformanceCase) throws {
    try example.check(pieces: [example.input[...]])
  }

  @Test(arguments: ConformanceCase.all.filter { $0.input.count < 1_000 })
  func `a split at any byte changes nothing`(_ example: ConformanceCase) throws {
    for place in example.input.indices {
      try example.check(pieces: [example.input[..<place], example.input[place...]])
    }
  }

  @Test(arguments: ConformanceCase.all)
  func `single bytes change nothing`(_ example: ConformanceCase) throws {
    try example.check(pieces: example.input.indices.map { example.input[$0...$0] })
  }

  @Test func `all cases that leave the connection open can share one`() throws {
    let cases = ConformanceCase.all.filter { !$0.closes }
    var peer = Peer()
    peer.receive(cases.flatMap(\.input))
    #expect(!peer.isClosed)
    #expect(peer.replies.count == cases.map(\.replies.count).reduce(0, +))
  }
}
