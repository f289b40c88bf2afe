import Testing
import UnitsJSON

/// What a turn of the loop does not finish.
@Suite(.timeLimit(.minutes(10))) struct TurnTests {
  private static let writers = 64

  @Test func `a Monitor that begins while a commit is being answered hears of nothing twice`()
    throws
  {
    let daemon = try RunningDaemon(on: .memory)
    let writers = try (0..<Self.writers).map { _ in try daemon.client() }
    var monitors: [Fold] = []
    for round in 0..<10 {
      for (index, writer) in writers.enumerated() {
        try writer.send(Calls.set("{\"key\(index)\":\(round)}"))
        // They begin before the commit, during it, and while it is told.
        guard index % 16 == round % 16 else { continue }
        let monitor = try daemon.client()
        try monitor.send(Calls.monitor())
        monitors.append(Fold(monitor))
      }
      for (index, writer) in writers.enumerated() {
        #expect(try ParsedReply(writer.reply()).error == nil)
        guard index % 16 == round % 16 else { continue }
        let monitor = try daemon.client()
        try monitor.send(Calls.monitor())
        monitors.append(Fold(monitor))
      }
    }
    let last = try ParsedReply(writers[0].call(Calls.set("{\"end\":true}"))).revision
    let state = try ParsedReply(writers[0].call(Calls.get())).values
    #expect(state.count == Self.writers + 1)
    for (index, var monitor) in monitors.enumerated() {
      try monitor.read(through: last)
      #expect(monitor.state == state, "monitor \(index)")
    }
  }

  @Test func `calls behind those that wait for their turn are answered in their order`() throws {
    let daemon = try RunningDaemon(on: .memory)
    let clients = try (0..<100).map { _ in try daemon.client() }
    let get = Calls.get("{\"keys\":[\"n\"]}")
    for round in 0..<5 {
      for (index, client) in clients.enumerated() {
        let calls = [get, Calls.set("{\"n\":\(index)}"), Calls.status, get]
        try client.send(bytes: calls.flatMap { Array($0.utf8) + [0] })
      }
      for client in clients {
        let before = try ParsedReply(client.reply()).revision
        let set = try ParsedReply(client.reply()).revision
        #expect(set >= before, "round \(round)")
        #expect(try ParsedReply(client.reply()).parameters["version"] != nil)
        #expect(try ParsedReply(client.reply()).revision >= set)
      }
    }
  }
}
