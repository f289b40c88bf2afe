import Testing
import UnitsJSON
import UnitsProtocol
import Varlink

/// Every response mirrors the output that its interface's text declares.
@Suite struct ResponseTests {
  private static func decodeAndEncode(
    _ method: UnitsMethod, _ reply: Reply
  ) throws -> Reply {
    let continuation = reply.continuation
    return switch method {
    case .getPreferences: try reply.read(PreferencesGet.Response.self).sent(continuation)
    case .explainPreference: try reply.read(PreferencesExplain.Response.self).sent(continuation)
    case .setPreferences: try reply.read(PreferencesSet.Response.self).sent(continuation)
    case .compareAndSetPreferences:
      try reply.read(PreferencesCompareAndSet.Response.self).sent(continuation)
    case .monitorPreferences: try reply.read(PreferencesMonitor.Response.self).sent(continuation)
    case .addRecords: try reply.read(RecordsAdd.Response.self).sent(continuation)
    case .importRecords: try reply.read(RecordsImport.Response.self).sent(continuation)
    case .removeRecords: try reply.read(RecordsRemove.Response.self).sent(continuation)
    case .listRecords: try reply.read(RecordsList.Response.self).sent(continuation)
    case .summarizeRecords: try reply.read(RecordsSummary.Response.self).sent(continuation)
    case .monitorRecords: try reply.read(RecordsMonitor.Response.self).sent(continuation)
    case .getStatus: try reply.read(DaemonGetStatus.Response.self).sent(continuation)
    }
  }

  @Test(arguments: UnitsMethod.allCases, [Reply.Continuation.final, .continues])
  func `every declared field is read, and encoded again`(
    method: UnitsMethod, continuation: Reply.Continuation
  ) throws {
    let specimen = Specimen(interface: method.interface.description)
    let reply = Reply.success(
      specimen.members(of: method.declaration.output), continuation: continuation)
    #expect(try Self.decodeAndEncode(method, reply) == reply)
  }

  @Test(arguments: UnitsMethod.allCases)
  func `a field that may be absent is never sent as null`(method: UnitsMethod) throws {
    let specimen = Specimen(interface: method.interface.description)
    for parameters in specimen.omissions(of: method.declaration.output) {
      var expected = parameters
      expected.removeAll { $0.value == .null }
      #expect(try Self.decodeAndEncode(method, .success(parameters)) == .success(expected))
    }
  }

  @Test(arguments: UnitsMethod.allCases)
  func `a reply that is not as declared is malformed, one that tells more is not`(
    method: UnitsMethod
  ) throws {
    let specimen = Specimen(interface: method.interface.description)
    for fault in specimen.faults(of: method.declaration.output) {
      let reply = Reply.success(fault.members)
      if fault.path.hasSuffix("undeclared") {
        #expect(
          try Self.decodeAndEncode(method, reply)
            == .success(specimen.members(of: method.declaration.output)))
      } else {
        #expect(throws: CallFailure.malformedReply(parameter: fault.path)) {
          try Self.decodeAndEncode(method, reply)
        }
      }
    }
  }

  static let replies: [(any UnitsReply, Reply.Continuation, String)] = [
    (
      PreferencesGet.Response(values: [:], epoch: "e", revision: 3), .final,
      #"{"parameters":{"values":{},"epoch":"e","revision":3}}"#
    ),
    (
      PreferencesSet.Response(epoch: "e", revision: 3), .final,
      #"{"parameters":{"epoch":"e","revision":3}}"#
    ),
    (
      PreferencesCompareAndSet.Response(
        outcome: .comparisonFailed, values: ["a": .integer(1)], epoch: "e", revision: 3
      ), .final,
      #"{"parameters":{"applied":false,"values":{"a":1},"epoch":"e","revision":3}}"#
    ),
    (
      PreferencesMonitor.Response(
        values: ["a": .null], content: .change, epoch: "e", revision: 3
      ), .continues,
      #"{"parameters":{"values":{"a":null},"complete":false,"epoch":"e","revision":3},"#
        + #""continues":true}"#
    ),
    (
      RecordsSummary.Response(count: 0, sum: 0, minimum: nil, maximum: nil, last: nil), .final,
      #"{"parameters":{"count":0,"sum":0.0}}"#
    ),
    (
      RecordsMonitor.Response.complete, .continues,
      #"{"parameters":{"complete":true},"continues":true}"#
    ),
    (RecordsImport.Response(added: 2), .final, #"{"parameters":{"added":2}}"#),
    (RecordsRemove.Response(records: []), .final, #"{"parameters":{"records":[]}}"#),
    (
      RecordsList.Response(
        records: [.init(id: "i", type: "weight", value: 80, time: "t", source: "s")]
      ), .continues,
      #"{"parameters":{"records":[{"id":"i","type":"weight","value":80.0,"time":"t","source":"s"}]},"#
        + #""continues":true}"#
    ),
    (
      RecordsAdd.Response(
        records: [.init(id: "i", type: "distance", value: 5, time: "t", note: "n")]
      ), .final,
      #"{"parameters":{"records":[{"id":"i","type":"distance","value":5.0,"time":"t","note":"n"}]}}"#
    ),
  ]

  @Test(arguments: replies)
  func `a response is the reply that a server sends`(
    reply: any UnitsReply, continuation: Reply.Continuation, text: String
  ) {
    var output: [UInt8] = []
    reply.encode(continuation, into: &output)
    #expect(String(decoding: output, as: UTF8.self) == text + "\0")
  }

  @Test func `the status tells of groups and counts`() throws {
    var counters = DaemonCounters()
    counters.foreignChanges = 2
    let status = DaemonGetStatus.Response(
      version: "1.0", pid: 7, uptime: 1.5, socket: "/s", configDirectory: "/c",
      dataDirectory: "/d", epoch: "e", connections: 2, subscribers: 1,
      groups: [
        GroupStatus(
          name: "g", preferencesPath: "/c/g.json", recordsPath: "/d/g.sqlite", revision: 4,
          watch: .unwatched, damaged: "trailing comma", damagedLine: 3, damagedColumn: 5)
      ], counters: counters)
    #expect(try status.sent().read(DaemonGetStatus.Response.self) == status)
    let interface = UnitsInterface.daemon.description
    let output = UnitsMethod.getStatus.declaration.output
    #expect(try interface.invalidParameter(in: status.sent().parameters, declared: output) == nil)
  }

  @Test func `values are sent as they lie, with nothing made of them`() throws {
    let members: [JSONObject.Member] = [
      .init(key: "a", value: .string("x\"ä")), .init(key: "b", value: .integer(.min)),
      .init(key: "e", value: .object(["f": .object([:]), "g": .double(1)])),
    ]
    let response = PreferencesGet.Response(values: WireValues(members), epoch: "e", revision: .max)
    #expect(try response.sent().parameters["values"] == .object(JSONObject(members: members)))
    let read = try response.sent().read(PreferencesGet.Response.self)
    #expect(read == response)
    #expect(read.values.members == members)
  }

  @Test func `a reply with more members than any structure has is read all the same`() throws {
    var parameters = JSONObject()
    for number in 0..<30 { parameters["later\(number)"] = .integer(number) }
    parameters["epoch"] = .string("e")
    parameters["revision"] = .integer(3)
    #expect(
      try Reply.success(parameters).read(PreferencesSet.Response.self)
        == PreferencesSet.Response(epoch: "e", revision: 3))
  }
}
