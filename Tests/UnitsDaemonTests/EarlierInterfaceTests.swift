import Foundation
import Testing
import UnitsJSON
import UnitsProtocol
import Varlink

/// Clients that were made for the first interfaces, whose texts are kept in `earlier`: what they know
/// goes on as they know it.
@Suite(.timeLimit(.minutes(10))) struct EarlierInterfaceTests {
  private static func earlier(_ interface: UnitsInterface) throws -> InterfaceDescription {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "earlier/\(interface.name).varlink")
    return try InterfaceDescription(parsing: String(contentsOf: file, encoding: .utf8))
  }

  @Test(arguments: UnitsInterface.allCases)
  func `nothing that they know was taken away, and nothing new is asked of them`(
    _ interface: UnitsInterface
  ) throws {
    let (earlier, present) = (try Self.earlier(interface), interface.description)
    for method in earlier.methods {
      let now = try #require(present.methods.first { $0.name == method.name }, "\(method.name)")
      expectKept(method.input, in: now.input, "\(method.name)")
      for field in now.input where !method.input.contains(where: { $0.name == field.name }) {
        guard case .nullable = field.type else {
          Issue.record("\(method.name) asks for \(field.name)")
          continue
        }
      }
      expectKept(method.output, in: now.output, "\(method.name)")
    }
    for error in earlier.errors {
      let now = try #require(present.errors.first { $0.name == error.name }, "\(error.name)")
      expectKept(error.parameters, in: now.parameters, "\(error.name)")
    }
    for type in earlier.types {
      guard case .structure(let fields) = type.type,
        case .structure(let present) = try #require(present.type(named: type.name))
      else { continue }
      expectKept(fields, in: present, type.name)
    }
  }

  private func expectKept(
    _ fields: [ValueType.Field], in present: [ValueType.Field], _ place: String
  ) {
    for field in fields {
      let now = present.first { $0.name == field.name }
      #expect(now?.type == field.type, "\(place): \(field.name)")
    }
  }

  @Test func `each of their calls is answered with all that they expect`() throws {
    let daemon = try RunningDaemon()
    let calls: [(interface: UnitsInterface, method: String, parameters: String)] = [
      (.preferences, "Set", #"{"values":{"a":1,"b":"x"}}"#),
      (.preferences, "Get", #"{"keys":["a"]}"#),
      (.preferences, "CompareAndSet", #"{"expected":{"a":1},"values":{"a":2},"automatic":false}"#),
      (.preferences, "Monitor", "{}"),
      (.records, "Add", #"{"records":[{"type":"distance","value":5.0,"note":"n"}]}"#),
      (.records, "Summary", #"{"type":"distance"}"#),
      (.records, "Monitor", "{}"),
      (.daemon, "GetStatus", "{}"),
    ]
    var known = 0
    for interface in UnitsInterface.allCases { known += try Self.earlier(interface).methods.count }
    #expect(calls.count == known, "one of each")
    for (interface, name, parameters) in calls {
      let earlier = try Self.earlier(interface)
      let method = try #require(earlier.methods.first { $0.name == name })
      let sent = try JSONValue(parsing: parameters).objectValue ?? [:]
      #expect(earlier.invalidParameter(in: sent, declared: method.input) == nil)
      let more = name == "Monitor" ? #","more":true"# : ""
      let reply = try ParsedReply(
        daemon.client().call(
          #"{"method":"\#(interface.name).\#(name)","parameters":\#(parameters)\#(more)}"#))
      #expect(reply.error == nil, "\(name)")
      // What is new they overlook, as they were made to.
      var told = reply.parameters
      told.removeAll { member in !method.output.contains { $0.name == member.key } }
      #expect(earlier.invalidParameter(in: told, declared: method.output) == nil, "\(name)")
    }
  }

  @Test func `what a later client asks for and nobody knows here is named`() throws {
    let daemon = try RunningDaemon()
    let client = try daemon.client()
    func answer(_ call: String) throws -> (String?, JSONValue?) {
      let reply = try ParsedReply(client.call(call))
      return (reply.error, reply.parameters.first?.value)
    }
    #expect(
      try answer(Calls.call("preferences.Get", #"{"keys":[],"colour":1}"#))
        == ("org.varlink.service.InvalidParameter", .string("colour")))
    #expect(
      try answer(Calls.call("records.Add", #"{"records":[{"type":"distance","value":1.0,"x":1}]}"#))
        == ("org.varlink.service.InvalidParameter", .string("records[0].x")))
    #expect(
      try answer(Calls.call("preferences.Paint", "{}"))
        == ("org.varlink.service.MethodNotFound", .string("dev.units.preferences.Paint")))
    #expect(
      try answer(Calls.call("pictures.Get", "{}"))
        == ("org.varlink.service.InterfaceNotFound", .string("dev.units.pictures")))
    // And the connection goes on.
    #expect(try ParsedReply(client.call(Calls.get())).error == nil)
  }
}
