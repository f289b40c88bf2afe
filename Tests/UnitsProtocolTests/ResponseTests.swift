import Testing
import UnitsJSON
import UnitsProtocol
import Varlink

/// Every response mirrors the output that its interface's text declares.
@Suite struct ResponseTests {
  private static func decodeAndEncode(
    _ method: UnitsMethod, _ reply: Reply
  ) throws(CallFailure) -> Reply {
    let continuation = reply.continuation
    return switch method {
    case .getPreferences: try PreferencesGet.Response(decoding: reply).reply(continuation)
    case .explainPreference: try PreferencesExplain.Response(decoding: reply).reply(continuation)
    case .setPreferences: try PreferencesSet.Response(decoding: reply).reply(continuation)
    case .compareAndSetPreferences:
      try PreferencesCompareAndSet.Response(decoding: reply).reply(continuation)
    case .monitorPreferences: try PreferencesMonitor.Response(decoding: reply).reply(continuation)
    case .addRecords: try RecordsAdd.Response(decoding: reply).reply(continuation)
    case .importRecords: try RecordsImport.Response(decoding: reply).reply(continuation)
    case .removeRecords: try RecordsRemove.Response(decoding: reply).reply(continuation)
    case .listRecords: try RecordsList.Response(decoding: reply).reply(continuation)
    case .summarizeRecords: try RecordsSummary.Response(decoding: reply).reply(continuation)
    case .monitorRecords: try RecordsMonitor.Response(decoding: reply).reply(continuation)
    case .getStatus: try DaemonGetStatus.Response(decoding: reply).reply(continuation)
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

  static let replies: [(Reply, String)] = [
    (
      PreferencesGet.Response(values: [:], epoch: "e", revision: 3).reply(),
      #"{"parameters":{"values":{},"epoch":"e","revision":3}}"#
    ),
    (
      PreferencesSet.Response(epoch: "e", revision: 3).reply(),
      #"{"parameters":{"epoch":"e","revision":3}}"#
    ),
    (
      PreferencesCompareAndSet.Response(
        outcome: .comparisonFailed, values: ["a": .integer(1)], epoch: "e", revision: 3
      ).reply(),
      #"{"parameters":{"applied":false,"values":{"a":1},"epoch":"e","revision":3}}"#
    ),
    (
      PreferencesMonitor.Response(
        values: ["a": .null], content: .change, epoch: "e", revision: 3
      ).reply(.continues),
      #"{"parameters":{"values":{"a":null},"complete":false,"epoch":"e","revision":3},"#
        + #""continues":true}"#
    ),
    (
      RecordsSummary.Response(count: 0, sum: 0, minimum: nil, maximum: nil, last: nil).reply(),
      #"{"parameters":{"count":0,"sum":0.0}}"#
    ),
    (
      RecordsMonitor.Response.complete.reply(.continues),
      #"{"parameters":{"complete":true},"continues":true}"#
    ),
    (RecordsImport.Response(added: 2).reply(), #"{"parameters":{"added":2}}"#),
    (RecordsRemove.Response(records: []).reply(), #"{"parameters":{"records":[]}}"#),
    (
      RecordsList.Response(
        records: [.init(id: "i", type: "weight", value: 80, time: "t", source: "s")]
      ).reply(.continues),
      #"{"parameters":{"records":[{"id":"i","type":"weight","value":80.0,"time":"t","source":"s"}]},"#
        + #""continues":true}"#
    ),
    (
      RecordsAdd.Response(
        records: [.init(id: "i", type: "distance", value: 5, time: "t", note: "n")]
      ).reply(),
      #"{"parameters":{"records":[{"id":"i","type":"distance","value":5.0,"time":"t","note":"n"}]}}"#
    ),
  ]

  @Test(arguments: replies)
  func `a response is the reply that a server sends`(reply: Reply, text: String) {
    var output: [UInt8] = []
    reply.encode(into: &output)
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
    #expect(try DaemonGetStatus().response(from: status.reply()) == status)
    let interface = UnitsInterface.daemon.description
    let output = UnitsMethod.getStatus.declaration.output
    #expect(interface.invalidParameter(in: status.reply().parameters, declared: output) == nil)
  }
}
