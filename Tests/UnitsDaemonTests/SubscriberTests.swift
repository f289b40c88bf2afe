import Foundation
import Testing
import UnitsJSON
import UnitsLinux

@Suite(.timeLimit(.minutes(10))) struct SubscriberTests {
  @Test func `who stops reading costs a bounded memory and ends on the true state`() throws {
    let folder = try TestFolder(on: .memory)
    let daemon = try DaemonProcess(folder)
    let writers = try (0..<8).map { _ in try daemon.client() }
    let slow = try (0..<20).map { index in
      let client = try daemon.client()
      try client.send(Calls.monitor(index.isMultiple(of: 2) ? "{}" : "{\"keys\":[\"n\",\"end\"]}"))
      return Fold(client)
    }
    let filler = String(repeating: "x", count: 200)
    func run(_ changes: Range<Int>) throws {
      for start in stride(from: changes.lowerBound, to: changes.upperBound, by: writers.count) {
        for (index, writer) in writers.enumerated() {
          let number = start + index
          // A key that is set once and removed by the next change of this writer.
          let call =
            number / writers.count % 2 == 0
            ? "{\"n\":\(number),\"once\(number)\":\"\(filler)\"}"
            : "{\"n\":\(number),\"once\(number - writers.count)\":null}"
          try writer.send(Calls.set(call))
        }
        for writer in writers { #expect(try ParsedReply(writer.reply()).error == nil) }
      }
    }
    try run(0..<4_000)
    let before = daemon.program.memory("VmRSS")
    try run(4_000..<20_000)
    let after = daemon.program.memory("VmRSS")
    let last = try ParsedReply(writers[0].call(Calls.set("{\"end\":true}"))).revision
    let state = try ParsedReply(writers[0].call(Calls.get())).values
    #expect(state.count == 2)
    var replies = 0
    for (index, var fold) in slow.enumerated() {
      try fold.read(through: last)
      replies += fold.replies
      #expect(fold.state == state, "monitor \(index)")
    }
    print("slow subscribers: \(before) kB, then \(after) kB; \(replies) replies for 20 monitors")
    #expect(Program.keeps(after - before, below: 4_096))
    #expect(daemon.end() == 0)
  }

  @Test func `a monitor of some keys is told of these only`() throws {
    let daemon = try RunningDaemon()
    let (client, monitor) = (try daemon.client(), try daemon.client())
    _ = try monitor.call(Calls.monitor("{\"keys\":[\"b\",\"a\",\"b\"]}"))
    _ = try client.call(Calls.set("{\"c\":1}"))
    _ = try client.call(Calls.set("{\"c\":2,\"a\":1}"))
    let reply = try ParsedReply(monitor.reply())
    #expect(reply.values == ["a": .integer(1)] && reply.revision == 2)
    _ = try client.call(Calls.set("{\"a\":null}"))
    #expect(try ParsedReply(monitor.reply()).values == ["a": .null])
  }

  @Test func `a hundred thousand named keys hold up nobody`() throws {
    let daemon = try RunningDaemon()
    let client = try daemon.client()
    let named = (0..<100_000).map { "\"key\($0)\"" }.joined(separator: ",")
    let monitor = try daemon.client()
    let first = try ParsedReply(monitor.call(Calls.monitor("{\"keys\":[\(named)]}")))
    #expect(first.isComplete)
    let values = (0..<20_000).map { "\"key\($0)\":1" }.joined(separator: ",")
    #expect(try ParsedReply(client.call(Calls.set("{\(values)}"))).error == nil)
    #expect(try ParsedReply(monitor.reply()).values.count == 20_000)
    let get = Calls.get("{\"keys\":[\(named)]}")
    #expect(try ParsedReply(client.call(get)).values.count == 20_000)
  }

  @Test func `a subscriber of records hears first that everything is to be asked for`() throws {
    let daemon = try RunningDaemon()
    let writer = try daemon.client()
    let add = Calls.call(
      "records.Add", "{\"records\":[{\"type\":\"distance\",\"value\":1.0}]}")
    for _ in 0..<50 {
      // The record is under way when the monitor is opened.
      let monitor = try daemon.client()
      try writer.send(add)
      try monitor.send("{\"method\":\"dev.units.records.Monitor\",\"more\":true}")
      #expect(try monitor.reply() == "{\"parameters\":{\"complete\":true},\"continues\":true}")
      _ = try writer.reply()
      _ = try writer.call(add)
      let change = try ParsedReply(monitor.reply())
      #expect(!change.isComplete && change.parameters["type"] == .string("distance"))
    }
  }

  @Test func `records that another program adds are told`() throws {
    let folder = try TestFolder(on: .memory)
    let daemon = try RunningDaemon(folder)
    let monitor = try daemon.client()
    let add = Calls.call(
      "records.Add", "{\"records\":[{\"type\":\"distance\",\"value\":1.0}]}")
    _ = try daemon.client().call(add)
    _ = try monitor.call("{\"method\":\"dev.units.records.Monitor\",\"more\":true}")
    try DirectStore.addRecord(folder)
    #expect(try monitor.reply() == "{\"parameters\":{\"complete\":false},\"continues\":true}")
  }
}
