import Foundation
import Testing

extension LiveTests {
  /// The order of system calls that makes "committed" mean durable. Killing a process proves nothing
  /// about that, for the kernel keeps what was written; what can be seen is the order.
  @Suite struct DurabilityOrderTests {
    @Test func `a direct set syncs, renames and syncs the folder before it ends`() throws {
      guard Requirement.areMet(.program(.unitsctl), .peer("strace")) else { return }
      let home = Sandbox()
      let file = "\(home.root)/trace"
      let outcome = home.finish(
        "/usr/bin/strace",
        SystemCallTrace.options(file: file) + [Program.unitsctl.path, "set", "metric"])
      #expect(outcome.status == 0, "\(outcome)")
      let trace = try SystemCallTrace(file: file)
      let end = try checkCommit(trace, in: home)
      #expect(end < trace.calls.count)
      checkMadeFolders(trace, before: trace.calls.count)
    }

    @Test func `the daemon replies after it has synced the folder`() throws {
      guard Requirement.areMet(.program(.unitsctl), .program(.unitsd), .peer("strace")) else {
        return
      }
      let home = Sandbox()
      try traced(in: home) {
        home.unitsctl("set", "metric")
      } check: { trace in
        let synced = try checkCommit(trace, in: home)
        let reply = try #require(trace.index(of: "sendto", "sendmsg", holding: "revision"))
        #expect(synced < reply)
        checkMadeFolders(trace, before: reply)
      }
    }

    @Test func `a subscriber is told after the writer has its reply`() throws {
      guard Requirement.areMet(.program(.unitsctl), .program(.unitsd), .peer("strace")) else {
        return
      }
      let home = Sandbox()
      try traced(in: home) {
        let monitor = try #require(UnixConnection(to: home.socket))
        #expect(monitor.send(#"{"method":"dev.units.preferences.Monitor","more":true}"#))
        #expect(monitor.receive() != nil)
        home.unitsctl("set", "metric")
        #expect(monitor.receive()?.contains("metric") == true)
      } check: { trace in
        let synced = try checkCommit(trace, in: home)
        let told = try #require(
          trace.index(of: "sendto", "sendmsg", holding: #"system\":\"metric"#, from: synced))
        let reply = try #require(
          trace.index(of: "sendto", "sendmsg", holding: #"{\"parameters\":{\"epoch"#, from: synced))
        #expect(synced < reply && reply < told)
      }
    }

    @Test func `sixty-four sets sent at once are gathered into a few commits`() throws {
      guard Requirement.areMet(.program(.unitsctl), .program(.unitsd), .peer("strace")) else {
        return
      }
      let home = Sandbox()
      try traced(in: home) {
        let writers = try (0..<64).map { _ in try #require(UnixConnection(to: home.socket)) }
        for (index, writer) in writers.enumerated() {
          #expect(
            writer.send(
              #"{"method":"dev.units.preferences.Set","parameters":{"values":{"k\#(index)":1}}}"#))
        }
        for writer in writers { #expect(writer.receive()?.contains("revision") == true) }
      } check: { trace in
        let renames = trace.count(of: "renameat2", holding: "\(Sandbox.group).json")
        // Traced, a commit takes as long as a dozen Sets take to come: how many are gathered into one
        // is the machine's, that they are is ours.
        #expect((1...16).contains(renames))
        #expect(trace.count(of: "fsync", holding: ".tmp") == renames)
        // The last reply is behind the last commit.
        let reply = trace.calls.indices.last { index in
          ["sendto", "sendmsg"].contains(trace.calls[index].name)
            && trace.calls[index].arguments.contains("revision")
        }
        let folder = trace.calls.indices.last { index in
          trace.calls[index].name == "fsync"
            && trace.calls[index].arguments.contains("<\(home.configuration)>")
        }
        let (lastReply, lastSync) = (try #require(reply), try #require(folder))
        #expect(lastSync < lastReply)
      }
      #expect(home.groupText?.split(separator: "\n").count == 66)
    }

    @Test func `a set of what is set already writes nothing`() throws {
      guard Requirement.areMet(.program(.unitsctl), .peer("strace")) else { return }
      let home = Sandbox()
      home.unitsctl("set", "metric")
      let file = "\(home.root)/trace"
      let outcome = home.finish(
        "/usr/bin/strace",
        SystemCallTrace.options(file: file) + [Program.unitsctl.path, "set", "metric"])
      #expect(outcome.status == 0, "\(outcome)")
      let trace = try SystemCallTrace(file: file)
      #expect(trace.count(of: "renameat2", holding: "") == 0)
      #expect(trace.count(of: "write", holding: ".tmp") == 0)
    }

    @Test func `the daemon syncs records before it tells that they are there, or gone`() throws {
      guard Requirement.areMet(.program(.unitsd), .peer("strace")) else { return }
      let home = Sandbox()
      let id = "0190b5a0-0000-7000-8000-000000000001"
      let record = #""id":"\#(id)","type":"distance","value":5.0,"time":"2026-11-30T07:15:00Z""#
      let calls = [
        ("Import", #"{"records":[{\#(record)}]}"#, #""added":1"#),
        // Whoever has stored or removed it before may not have come to the sync.
        ("Import", #"{"records":[{\#(record)}]}"#, #""added":0"#),
        ("Add", #"{"records":[{"type":"weight","value":80}]}"#, #""value":80.0"#),
        ("Remove", #"{"ids":["\#(id)"]}"#, #""id":"\#(id)""#),
        ("Remove", #"{"ids":["\#(id)"]}"#, #""records":[]"#),
      ]
      try traced(in: home) {
        let client = try #require(UnixConnection(to: home.socket))
        for (method, parameters, expected) in calls {
          let call = #"{"method":"dev.units.records.\#(method)","parameters":\#(parameters)}"#
          #expect(client.send(call))
          #expect(client.receive()?.contains(expected) == true, "\(method)")
        }
      } check: { trace in
        var start = 0
        for (method, _, _) in calls {
          let reply = try #require(
            trace.index(of: "sendto", "sendmsg", holding: #"{\"parameters\":"#, from: start))
          let synced = trace.index(of: "fsync", "fdatasync", holding: "-wal>", from: start)
          #expect(synced.map { $0 < reply } == true, "\(method)")
          start = reply + 1
        }
      }
    }

    /// Runs a daemon under strace, lets `body` use it, ends it, and reads what was seen.
    private func traced(
      in home: Sandbox, _ body: () throws -> Void, check: (SystemCallTrace) throws -> Void
    ) throws {
      let file = "\(home.root)/trace"
      // Its own process is the daemon's parent, and hands signals on.
      let daemon = Child(
        "/usr/bin/strace",
        ["-I", "2"] + SystemCallTrace.options(file: file) + [Program.unitsd.path],
        environment: home.environment)
      let answers = Deadline.poll { UnixConnection(to: home.socket) != nil }
      try #require(answers, "\(daemon.errorText)")
      try body()
      let children = try String(
        contentsOfFile: "/proc/\(daemon.process)/task/\(daemon.process)/children", encoding: .utf8)
      let process = try #require(pid_t(children.split(separator: " ").first ?? ""))
      kill(process, SIGTERM)
      #expect(daemon.finish().status == 0)
      try check(SystemCallTrace(file: file))
    }

    /// fsync(temporary) → rename → fsync(folder); the place of the last.
    private func checkCommit(
      _ trace: SystemCallTrace, in home: Sandbox, sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> Int {
      let written = try #require(
        trace.index(of: "write", holding: ".tmp>"), sourceLocation: sourceLocation)
      let synced = try #require(
        trace.index(of: "fsync", holding: ".tmp>", from: written), sourceLocation: sourceLocation)
      let renamed = try #require(
        trace.index(of: "rename", "renameat", "renameat2", holding: "\(Sandbox.group).json"),
        sourceLocation: sourceLocation)
      let folder = try #require(
        trace.index(of: "fsync", holding: "<\(home.configuration)>", from: renamed),
        sourceLocation: sourceLocation)
      #expect(written < synced && synced < renamed, sourceLocation: sourceLocation)
      #expect(
        trace.count(of: "renameat2", holding: "\(Sandbox.group).json") == 1,
        sourceLocation: sourceLocation)
      return folder
    }

    /// Each folder that was made is in its parent durably before `end`.
    private func checkMadeFolders(
      _ trace: SystemCallTrace, before end: Int, sourceLocation: SourceLocation = #_sourceLocation
    ) {
      var made = 0
      for (index, call) in trace.calls.enumerated()
      where call.name == "mkdir" && call.succeeded && call.arguments.contains("/.config") {
        made += 1
        let path = call.arguments.split(separator: "\"")[1]
        let parent = path.prefix(upTo: path.lastIndex(of: "/") ?? path.startIndex)
        let synced = trace.index(of: "fsync", holding: "<\(parent)>", from: index)
        #expect(synced.map { $0 < end } == true, "\(path)", sourceLocation: sourceLocation)
      }
      #expect(made == 2, sourceLocation: sourceLocation)
    }
  }
}
