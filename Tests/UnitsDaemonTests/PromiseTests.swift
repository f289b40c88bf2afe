import Foundation
import Testing
import UnitsJSON
import UnitsLinux
import UnitsStore

@Suite(.serialized, .timeLimit(.minutes(10))) struct PromiseTests {
  @Test func `no change is missed between a Monitor's first reply and the next`() throws {
    let daemon = try RunningDaemon()
    let writers = try (0..<16).map { _ in try daemon.client() }
    var random = Numbers(seed: 20_261_130)
    var monitors: [Fold] = []
    let (commits, monitorCount) = (10_000, 200)
    let openings = (0..<monitorCount).map { _ in Int(random.next() % UInt64(commits)) }.sorted()
    func openMonitors(after done: Int) throws {
      while monitors.count < monitorCount, openings[monitors.count] <= done {
        let client = try daemon.client()
        try client.send(Calls.monitor())
        monitors.append(Fold(client))
      }
    }
    for done in stride(from: 0, to: commits, by: writers.count) {
      for (index, writer) in writers.enumerated() {
        let key = "key\(random.next() % 40)"
        let value = random.next().isMultiple(of: 5) ? "null" : "\(done + index)"
        try writer.send(Calls.set("{\"\(key)\":\(value)}"))
        try openMonitors(after: done + index)
      }
      for writer in writers { #expect(try ParsedReply(writer.reply()).error == nil) }
      // Every second one reads as it goes; the others are slow.
      for index in stride(from: 0, to: monitors.count, by: 2) { try monitors[index].read() }
    }
    let last = try ParsedReply(writers[0].call(Calls.set("{\"end\":true}"))).revision
    let state = try ParsedReply(writers[0].call(Calls.get())).values
    var replies = 0
    for index in monitors.indices {
      try monitors[index].read(through: last)
      #expect(monitors[index].state == state)
      replies += monitors[index].replies
    }
    #expect(try JSONValue(parsing: daemon.folder.read() ?? "") == .object(state))
    print("no gap: \(commits) commits, \(monitors.count) monitors, \(replies) replies folded")
  }

  @Test func `sixty-four clients count to sixty-four hundred by CompareAndSet`() throws {
    let daemon = try RunningDaemon()
    let clients = try (0..<64).map { _ in try daemon.client() }
    let rounds = 100
    var known = [JSONValue](repeating: .null, count: clients.count)
    var successes = [Int](repeating: 0, count: clients.count)
    func send(_ index: Int) throws {
      let next = (known[index].integerValue ?? 0) + 1
      try clients[index].send(
        Calls.compareAndSet("{\"count\":\(known[index])}", "{\"count\":\(next)}"))
    }
    for index in clients.indices { try send(index) }
    var running = Set(clients.indices)
    while !running.isEmpty {
      for index in running.sorted() {
        let reply = try ParsedReply(clients[index].reply())
        known[index] = reply.values["count"] ?? .null
        if reply.parameters["applied"] == .bool(true) { successes[index] += 1 }
        if successes[index] == rounds { running.remove(index) } else { try send(index) }
      }
    }
    let stored = try ParsedReply(clients[0].call(Calls.get())).values["count"]
    #expect(stored == .integer(clients.count * rounds))
  }

  @Test func `a stopped holder of one group's lock costs others Busy and the daemon nothing`()
    throws
  {
    guard let flock = Program.path(of: "flock") else { return SharedData.skip("flock is missing") }
    let daemon = try RunningDaemon(on: .disk)
    let client = try daemon.client()
    #expect(try ParsedReply(client.call(Calls.set("{\"a\":1}"))).error == nil)
    let lock = daemon.folder.paths.lock(of: .standard)
    let holder = try Program(
      flock, ["--no-fork", lock, "/bin/sh", "-c", "echo held; exec sleep 600"])
    #expect(holder.firstLine() == "held")
    holder.signal(SIGSTOP)

    let start = MonotonicTime.now()
    try client.send(Calls.set("{\"a\":2}"))
    // Meanwhile others are served: reads of the same group, and everything of another.
    let other = try daemon.client()
    for round in 0..<50 {
      #expect(try ParsedReply(other.call(Calls.get())).values["a"] == .integer(1))
      let reply = try other.call(Calls.set("{\"b\":\(round)}", group: "other"))
      #expect(try ParsedReply(reply).error == nil)
    }
    let served = MonotonicTime.now().nanoseconds - start.nanoseconds
    #expect(
      try client.reply()
        == """
        {"error":"dev.units.preferences.Busy","parameters":{"path":"\(lock)"}}
        """)
    let elapsed = MonotonicTime.now().nanoseconds - start.nanoseconds
    print(
      "stopped holder: others served in \(served / 1_000_000) ms, Busy at \(elapsed / 1_000_000)")
    #expect(elapsed >= 1_400_000_000)
    holder.signal(SIGCONT)
    holder.signal(SIGKILL)
    holder.wait()
    #expect(try ParsedReply(client.call(Calls.set("{\"a\":3}"))).error == nil)
    #expect(try ParsedReply(client.call(Calls.get())).values["a"] == .integer(3))
  }

  @Test func `a busy foreign writer keeps no read waiting`() throws {
    let daemon = try RunningDaemon()
    let client = try daemon.client()
    _ = try client.call(Calls.set("{\"n\":0}"))
    let writer = DirectWriter(daemon.folder)
    writer.start()
    for _ in 0..<200 { #expect(try ParsedReply(client.call(Calls.get())).error == nil) }
    let last = try writer.stop()
    #expect(try ParsedReply(client.call(Calls.get())).values["n"] == .integer(last))
  }
}
