import Foundation
import Testing
import UnitsDaemon
import UnitsJSON
import UnitsLinux
import UnitsStore

@Suite(.timeLimit(.minutes(10))) struct ConnectionTests {
  @Test func `who shuts the sending side gets every reply, then the end`() throws {
    let daemon = try RunningDaemon(on: .disk)
    let client = try daemon.client()
    let calls =
      (0..<50).map { Calls.set("{\"n\":\($0)}") } + [Calls.get(), Calls.information]
    try client.send(bytes: calls.flatMap { Array($0.utf8) + [0] })
    try client.finishSending()
    let replies = try client.readToEnd()
    #expect(replies.count == 52)
    #expect(try ParsedReply(replies[50]).values["n"] == .integer(49))
  }

  @Test func `socat gets its reply`() throws {
    guard let socat = Program.path(of: "socat") else { return SharedData.skip("socat is missing") }
    let daemon = try RunningDaemon()
    let call = Calls.get().replacingOccurrences(of: "\"", with: "\\\"")
    let program = try Program(
      "/bin/sh",
      ["-c", "printf \"\(call)\\0\" | \(socat) -t60 - UNIX-CONNECT:\(daemon.folder.socketPath)"],
      environment: ["PATH": "/usr/bin:/bin"])
    let output = program.allOutput()
    #expect(output.hasPrefix("{\"parameters\":{\"values\":{},") && output.hasSuffix("}}\0"))
    #expect(program.wait() == 0)
  }

  @Test func `calls behind a commit keep their order and see it`() throws {
    let daemon = try RunningDaemon(on: .disk)
    let client = try daemon.client()
    for round in 0..<20 {
      let calls = [
        Calls.set("{\"n\":\(round)}"), Calls.get(), Calls.set("{\"n\":null}"),
        "{\"method\":\"a.b.C\"}",
        Calls.get(), Calls.compareAndSet("{\"n\":null}", "{\"n\":-1}"), Calls.get(),
      ]
      try client.send(bytes: calls.flatMap { Array($0.utf8) + [0] })
      let replies = try calls.map { _ in try ParsedReply(client.reply()) }
      #expect(replies[0].revision >= 0)
      #expect(replies[1].values["n"] == .integer(round))
      #expect(replies[3].error == "org.varlink.service.InterfaceNotFound")
      #expect(replies[4].values.isEmpty)
      #expect(replies[5].parameters["applied"] == .bool(true))
      #expect(replies[6].values["n"] == .integer(-1))
    }
  }

  @Test func `calls behind a monitor wait for ever, and harm nobody`() throws {
    let daemon = try RunningDaemon()
    let (monitor, other) = (try daemon.client(), try daemon.client())
    try monitor.send(bytes: [Calls.monitor(), Calls.get()].flatMap { Array($0.utf8) + [0] })
    #expect(try ParsedReply(monitor.reply()).isComplete)
    // More than is kept for one connection: the kernel fills up.
    let calls = Array(repeatElement(Array(Calls.get().utf8) + [0], count: 20_000).joined())
    let sent = try #require(try monitor.sendWhatFits(calls))
    #expect(sent <= calls.count)
    for number in 0..<20 {
      _ = try other.call(Calls.set("{\"n\":\(number)}"))
      #expect(try ParsedReply(monitor.reply()).values["n"] == .integer(number))
    }
  }

  @Test func `a subscription survives the end of its client's sending side`() throws {
    let daemon = try RunningDaemon()
    let (monitor, other) = (try daemon.client(), try daemon.client())
    try monitor.send(Calls.monitor())
    try monitor.finishSending()
    #expect(try ParsedReply(monitor.reply()).isComplete)
    for number in 0..<20 {
      _ = try other.call(Calls.set("{\"n\":\(number)}"))
      #expect(try ParsedReply(monitor.reply()).values["n"] == .integer(number))
    }
    #expect(try ParsedReply(other.call(Calls.status)).parameters["subscribers"] == .integer(1))
  }

  @Test func `a subscriber that goes is forgotten`() throws {
    let daemon = try RunningDaemon()
    let other = try daemon.client()
    do {
      let monitor = try daemon.client()
      _ = try monitor.call(Calls.monitor())
    }
    let deadline = MonotonicTime.now() + Client.patience
    var subscribers: JSONValue?
    repeat {
      subscribers = try ParsedReply(other.call(Calls.status)).parameters["subscribers"]
    } while subscribers != .integer(0) && !deadline.isPast
    #expect(subscribers == .integer(0))
  }

  @Test func `a Set without a reply of a client that is gone at once is done`() throws {
    let daemon = try RunningDaemon(on: .disk)
    let other = try daemon.client()
    for number in 0..<50 {
      do {
        let client = try daemon.client()
        try client.send(String(Calls.set("{\"n\":\(number)}").dropLast()) + ",\"oneway\":true}")
      }
      let deadline = MonotonicTime.now() + Client.patience
      var seen: JSONValue?
      repeat {
        seen = try ParsedReply(other.call(Calls.get())).values["n"]
      } while seen != .integer(number) && !deadline.isPast
      #expect(seen == .integer(number))
    }
  }

  @Test func `a program with too many connections is told so, with no harm to the rest`() throws {
    let daemon = try DaemonProcess(try TestFolder(on: .memory))
    let other = try daemon.client()
    // This process holds as many descriptors.
    UnitsLinux.Process.raiseDescriptorLimit()
    var monitors: [Client] = []
    for _ in 1..<Limits.connections / 2 {
      let client = try daemon.client()
      #expect(try ParsedReply(client.call(Calls.monitor())).error == nil)
      monitors.append(client)
    }
    // The one without a call gives way to the next.
    let late = try daemon.client()
    #expect(try ParsedReply(late.call(Calls.get())).error == nil)
    #expect(try other.nextReply() == nil)
    #expect(try ParsedReply(late.call(Calls.monitor())).error == nil)
    for _ in 0..<3 {
      // The daemon may have hung up before the call or after.
      let client = try daemon.client()
      _ = try client.sendWhatFits(Array(Calls.get().utf8) + [0])
      let reply = try ParsedReply(client.reply())
      #expect(reply.error == "dev.units.preferences.Refused")
      #expect(
        reply.parameters["reason"]
          == .string("this program has 512 connections, which is the limit"))
    }
    // Another program is served.
    let program = try Program(
      Program.products.appending(path: "unitsctl").path, ["get", "no.such.key"],
      environment: DaemonProcess.environment(daemon.folder))
    #expect(program.wait() == 1)
    monitors.removeLast(10)
    let deadline = MonotonicTime.now() + Client.patience
    var served = false
    while !served, !deadline.isPast {
      let client = try daemon.client()
      _ = try client.sendWhatFits(Array(Calls.get().utf8) + [0])
      served = try ParsedReply(client.reply()).error == nil
    }
    #expect(served, "there is room again")
    #expect(daemon.end() == 0)
    let warnings = daemon.program.allErrors().split(separator: "\n")
    #expect(warnings.count { $0.contains("connection refused") } == 1)
  }

  @Test func `more groups than are allowed take turns, and those in use are never closed`() throws {
    let daemon = try RunningDaemon()
    let (client, monitor) = (try daemon.client(), try daemon.client())
    _ = try monitor.call(Calls.monitor())
    for number in 0..<200 {
      let reply = try ParsedReply(client.call(Calls.set("{\"n\":\(number)}", group: "g\(number)")))
      #expect(reply.error == nil)
      let add = "{\"group\":\"r\(number)\",\"type\":\"distance\"}"
      #expect(try ParsedReply(client.call(Calls.call("records.Summary", add))).error == nil)
    }
    for number in 0..<200 {
      let reply = try ParsedReply(client.call(Calls.get("{\"group\":\"g\(number)\"}")))
      #expect(reply.values["n"] == .integer(number))
    }
    let groups = try ParsedReply(client.call(Calls.status)).parameters["groups"]?.arrayValue
    #expect(groups?.count == 64)
    _ = try client.call(Calls.set("{\"n\":1}"))
    #expect(try ParsedReply(monitor.reply()).values["n"] == .integer(1))
  }

  @Test func `more groups at once than there may be: each read is answered from its group`() throws
  {
    let daemon = try DaemonProcess(try TestFolder(on: .memory))
    let reader = try daemon.client()
    _ = try reader.call(Calls.set("{\"n\":1}"))
    let others = try (0..<80).map { _ in try daemon.client() }
    for round in 0..<10 {
      for (number, other) in others.enumerated() {
        let group = "g\(number)"
        try other.send(
          number % 2 == 0
            ? Calls.get("{\"group\":\"\(group)\"}") : Calls.set("{\"n\":\(round)}", group: group))
      }
      #expect(try ParsedReply(reader.call(Calls.get())).values["n"] == .integer(1))
      // The standard group is always let in, and others where there is room.
      for other in others {
        let error = try ParsedReply(other.reply()).error
        #expect(error == nil || error == "dev.units.preferences.Refused")
      }
    }
    #expect(daemon.end() == 0)
  }

  @Test func `one program follows half of the groups, and the standard one is always let in`()
    throws
  {
    let daemon = try RunningDaemon()
    let monitors = try (0..<32).map { number in
      let monitor = try daemon.client()
      let reply = try monitor.call(Calls.monitor("{\"group\":\"g\(number)\"}"))
      #expect(try ParsedReply(reply).error == nil)
      return monitor
    }
    let client = try daemon.client()
    #expect(
      try client.call(Calls.get("{\"group\":\"one-too-many\"}"))
        == """
        {"error":"dev.units.preferences.Refused","parameters":\
        {"reason":"this program follows 32 groups, which is the limit"}}
        """)
    #expect(try ParsedReply(client.call(Calls.set("{\"n\":1}"))).error == nil)
    // What is followed already can be read.
    #expect(try ParsedReply(client.call(Calls.get("{\"group\":\"g7\"}"))).error == nil)
    #expect(monitors.count == 32)
  }
}
