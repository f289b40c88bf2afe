import Foundation
import Testing
import UnitsDaemon
import UnitsJSON
import UnitsLinux
import UnitsStore

/// The second socket: whoever comes through it may look and not touch.
@Suite(.timeLimit(.minutes(10))) struct ReadOnlySocketTests {
  private func start(_ groups: Set<GroupName> = [.standard]) throws -> RunningDaemon {
    try RunningDaemon(TestFolder(on: .memory), readOnlyGroups: groups)
  }

  @Test func `values, changes, sums and descriptions are told`() throws {
    let daemon = try start()
    let (owner, reader, follower) = (
      try daemon.client(), try daemon.readOnlyClient(), try daemon.readOnlyClient()
    )
    let first = try ParsedReply(follower.call(Calls.monitor()))
    #expect(first.isComplete && first.values.isEmpty)
    let records = try daemon.readOnlyClient()
    let change = try records.call(#"{"method":"dev.units.records.Monitor","more":true}"#)
    #expect(try ParsedReply(change).isComplete)
    _ = try owner.call(Calls.set(#"{"n":1}"#))
    #expect(try ParsedReply(follower.reply()).values["n"] == .integer(1))
    #expect(try ParsedReply(reader.call(Calls.get())).values["n"] == .integer(1))
    _ = try owner.call(
      Calls.call("records.Add", #"{"records":[{"type":"distance","value":5000.0}]}"#))
    #expect(try ParsedReply(records.reply()).parameters["complete"] == .bool(false))
    let sum = try reader.call(Calls.call("records.Summary", #"{"type":"distance"}"#))
    #expect(try ParsedReply(sum).parameters["sum"] == .double(5000))
    let interfaces = try ParsedReply(reader.call(Calls.information)).parameters["interfaces"]
    #expect(interfaces?.arrayValue?.count == 4)
    let description = try reader.call(
      #"""
      {"method":"org.varlink.service.GetInterfaceDescription",
      "parameters":{"interface":"dev.units.preferences"}}
      """#)
    #expect(try ParsedReply(description).parameters["description"]?.stringValue != nil)
  }

  @Test(arguments: [
    Calls.set(#"{"n":1}"#), Calls.set("{}"), Calls.compareAndSet(#"{"n":null}"#, #"{"n":1}"#),
    Calls.call("records.Add", #"{"records":[{"type":"distance","value":1.0}]}"#), Calls.status,
    Calls.call("preferences.Set", #"{"nonsense":5}"#),
    #"{"method":"dev.units.preferences.Set","oneway":true}"#,
    #"{"method":"dev.units.preferences.Set","upgrade":true}"#,
  ])
  func `whatever else is asked for is refused, and nothing is written`(_ call: String) throws {
    let daemon = try start()
    let reader = try daemon.readOnlyClient()
    try reader.send(call)
    try reader.send(Calls.information)
    if !call.contains("oneway") {
      #expect(try ParsedReply(reader.reply()).error == "org.varlink.service.PermissionDenied")
    }
    #expect(try ParsedReply(reader.reply()).error == nil, "the connection goes on")
    #expect(!FileManager.default.fileExists(atPath: "\(daemon.folder.path)/config"))
    #expect(!FileManager.default.fileExists(atPath: "\(daemon.folder.path)/data"))
  }

  @Test func `a method that nobody knows is named, not refused`() throws {
    let daemon = try start()
    let reader = try daemon.readOnlyClient()
    let reply = try ParsedReply(reader.call(Calls.call("preferences.Paint", "{}")))
    #expect(reply.error == "org.varlink.service.MethodNotFound")
    #expect(reply.parameters["method"] == .string("dev.units.preferences.Paint"))
  }

  @Test func `only groups that were named are to be seen`() throws {
    let shown = try #require(GroupName("shown"))
    let daemon = try start([shown])
    let (owner, reader) = (try daemon.client(), try daemon.readOnlyClient())
    for group in ["shown", "hidden"] { _ = try owner.call(Calls.set(#"{"n":1}"#, group: group)) }
    func error(_ call: String) throws -> String? { try ParsedReply(reader.call(call)).error }
    #expect(try error(Calls.get(#"{"group":"shown"}"#)) == nil)
    let denied = "org.varlink.service.PermissionDenied"
    #expect(try error(Calls.get(#"{"group":"hidden"}"#)) == denied)
    #expect(try error(Calls.get()) == denied)
    #expect(try error(Calls.monitor(#"{"group":"hidden"}"#)) == denied)
    let summary = Calls.call("records.Summary", #"{"group":"hidden","type":"distance"}"#)
    #expect(try error(summary) == denied)
    let monitor = #"{"method":"dev.units.records.Monitor","parameters":{"group":"no"},"more":true}"#
    #expect(try error(monitor) == denied)
  }

  @Test func `a crowd there leaves room for the user's own programs`() throws {
    let daemon = try start()
    var crowd: [Client] = []
    for _ in 0..<Limits.readOnlyConnections {
      let client = try daemon.readOnlyClient()
      _ = try client.call(Calls.information)
      crowd.append(client)
    }
    // Whoever has been idle longest gives way.
    let late = try daemon.readOnlyClient()
    #expect(try ParsedReply(late.call(Calls.information)).error == nil)
    #expect(try crowd[0].nextReply() == nil)
    #expect(try ParsedReply(crowd[1].call(Calls.information)).error == nil)
    #expect(try ParsedReply(daemon.client().call(Calls.set(#"{"n":1}"#))).error == nil)
  }

  @Test func `its socket goes with the daemon, and its folder is as private as the first`() throws {
    let folder = try TestFolder(on: .memory)
    let daemon = try RunningDaemon(folder, readOnlyGroups: [.standard])
    var status = stat()
    #expect(stat("\(folder.path)/run-readonly", &status) == 0 && status.st_mode & 0o777 == 0o700)
    #expect(stat(folder.readOnlySocketPath, &status) == 0 && status.st_mode & 0o777 == 0o600)
    daemon.stop()
    daemon.join()
    #expect(!FileManager.default.fileExists(atPath: folder.readOnlySocketPath))
  }

  @Test func `a folder that is open to others is refused`() throws {
    let folder = try TestFolder(on: .memory)
    let directory = "\(folder.path)/run-readonly"
    #expect(mkdir(directory, 0o755) == 0)
    let refusal = Listener.Failure.refused(.openToOthers(path: directory))
    #expect {
      _ = try RunningDaemon(folder, readOnlyGroups: [.standard])
    } throws: { error in
      guard case .listener(let failure) = error as? Daemon.Failure else { return false }
      return failure == refusal
    }
    // Where nobody asked for the place, the other socket is served.
    let daemon = try RunningDaemon(
      folder, readOnlyGroups: [.standard], readOnlyChoice: .standard)
    _ = try daemon.client().call(Calls.set("{\"n\":1}"))
    #expect(!FileManager.default.fileExists(atPath: folder.readOnlySocketPath))
  }
}
