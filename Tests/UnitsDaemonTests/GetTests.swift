import Testing
import UnitsJSON
import UnitsStore

/// The call that is made most.
@Suite(.timeLimit(.minutes(10))) struct GetTests {
  /// The same call, written as none of our clients writes it.
  private func spelledOut(_ call: String) -> String {
    "{ \"meth\\u006fd\"" + call.dropFirst("{\"method\"".count)
  }

  @Test func `the reply does not depend on how the call is written`() throws {
    let daemon = try RunningDaemon()
    let client = try daemon.client()
    let values =
      #"{"a":1,"b":"text \" ä","c":[1,2.5,{"d":true}],"dev.units.system":"metric","z":-9}"#
    _ = try client.call(Calls.set(values))
    _ = try client.call(Calls.set(#"{"other":1}"#, group: "other.group"))
    for parameters in [
      #"{"keys":[]}"#, #"{"keys":["a"]}"#, #"{"keys":["z","a","b"]}"#, #"{"keys":["a","a"]}"#,
      #"{"keys":["b","absent","a","b","absent"]}"#, #"{"keys":["absent"]}"#, #"{"keys":[""]}"#,
      #"{"keys":["dev.units.system","c"]}"#, #"{"group":"group.dev.units","keys":["a"]}"#,
      #"{"group":"group.dev.units"}"#, #"{"group":"other.group"}"#,
      #"{"group":"other.group","keys":["other","a"]}"#, #"{"group":"no.such.group","keys":["a"]}"#,
      #"{"group":"not a name"}"#, #"{"group":""}"#, "{}",
    ] {
      let call = Calls.get(parameters)
      #expect(try client.call(call) == client.call(spelledOut(call)), "\(parameters)")
    }
    let call = #"{"method":"dev.units.preferences.Get"}"#
    #expect(try client.call(call) == client.call(spelledOut(call)))
  }

  @Test func `Gets among other calls are answered in their order and see those before them`()
    throws
  {
    let daemon = try RunningDaemon()
    let client = try daemon.client()
    _ = try client.call(Calls.set(#"{"n":0}"#))
    let get = Calls.get(#"{"keys":["n"]}"#)
    var calls: [String] = []
    for number in 1...20 { calls += [get, Calls.set("{\"n\":\(number)}"), get, Calls.status, get] }
    try client.send(bytes: calls.flatMap { Array($0.utf8) + [0] })
    for number in 1...20 {
      #expect(try ParsedReply(client.reply()).values["n"] == .integer(number - 1))
      #expect(try ParsedReply(client.reply()).revision == number + 1)
      #expect(try ParsedReply(client.reply()).values["n"] == .integer(number))
      #expect(try ParsedReply(client.reply()).parameters["version"] != nil)
      #expect(try ParsedReply(client.reply()).values["n"] == .integer(number))
    }
  }

  @Test func `each sees what was written to the file before it was sent`() throws {
    let daemon = try RunningDaemon()
    let client = try daemon.client()
    _ = try client.call(Calls.set(#"{"n":0}"#))
    let writer = DirectStore(daemon.folder)
    for number in 1...50 {
      try writer.set("n", .integer(number))
      let reply = try ParsedReply(client.call(Calls.get(#"{"keys":["n"]}"#)))
      #expect(reply.values["n"] == .integer(number))
    }
  }

  @Test func `calls are counted`() throws {
    let daemon = try RunningDaemon()
    let client = try daemon.client()
    _ = try client.call(Calls.set(#"{"n":0}"#))
    let before = try ParsedReply(client.call(Calls.status)).counters["calls"]?.integerValue ?? 0
    for _ in 0..<10 { _ = try client.call(Calls.get(#"{"keys":["n"]}"#)) }
    let after = try ParsedReply(client.call(Calls.status)).counters["calls"]?.integerValue ?? 0
    #expect(after == before + 11)
  }

  @Test func `a reader who may not write is answered for his groups alone`() throws {
    let daemon = try RunningDaemon(TestFolder(), readOnlyGroups: [.standard])
    let writer = try daemon.client()
    let reader = try daemon.readOnlyClient()
    _ = try writer.call(Calls.set(#"{"a":1}"#))
    _ = try writer.call(Calls.set(#"{"secret":1}"#, group: "other.group"))
    let get = Calls.get(#"{"group":"other.group","keys":["secret"]}"#)
    #expect(try ParsedReply(writer.call(get)).values["secret"] == .integer(1))
    #expect(try ParsedReply(reader.call(get)).error == "org.varlink.service.PermissionDenied")
    let own = Calls.get(#"{"keys":["a"]}"#)
    #expect(try writer.call(own) == reader.call(own))
  }
}
