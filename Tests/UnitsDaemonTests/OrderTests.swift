import Foundation
import Testing
import UnitsJSON
import UnitsLinux

@Suite(.timeLimit(.minutes(10))) struct OrderTests {
  private func trace(_ body: (Client) throws -> Void) throws -> [Trace.Step]? {
    guard let launcher = Trace.launcher else {
      SharedData.skip("strace is missing")
      return nil
    }
    let folder = try TestFolder()
    let file = "\(folder.path)/trace"
    let daemon = try DaemonProcess(folder, launcher: launcher + ["-o", file])
    try body(try daemon.client())
    #expect(daemon.end() == 0)
    return try Trace(of: file, in: folder).steps
  }

  private func isReply(_ step: Trace.Step) -> Bool {
    if case .reply(let text) = step { return !text.contains("\"version\"") }
    return false
  }

  @Test func `a Set is durable, and its directories are, before it is acknowledged`() throws {
    guard let steps = try trace({ _ = try $0.call(Calls.set("{\"a\":1}")) }) else { return }
    let start = try #require(steps.firstIndex(of: .makeDirectory("config")))
    let end = try #require(steps.firstIndex(where: isReply))
    var relevant = Array(steps[start...end].dropLast())
    // The name of the temporary file carries the lock's inode.
    let temporary = try #require(
      relevant.firstIndex { "\($0)".hasPrefix("fsync config/units/group.dev.units.json.") })
    let folder = steps[..<end].compactMap { step in
      if case .synchronize(let path) = step, !path.contains("config") { path } else { nil }
    }
    #expect(!folder.isEmpty)
    relevant[temporary] = .synchronize("TEMPORARY")
    let expected: [Trace.Step] = [
      .makeDirectory("config"), .synchronize(folder.first ?? ""), .makeDirectory("config/units"),
      .synchronize("config"),
    ]
    #expect(Array(relevant.prefix(4)) == expected)
    // Between them the names above are synced once more: who made them may have been killed.
    #expect(
      relevant[4..<temporary].allSatisfy {
        if case .synchronize(let path) = $0 { !path.hasSuffix(".tmp") } else { false }
      })
    #expect(
      Array(relevant[temporary...]) == [
        .synchronize("TEMPORARY"), .rename(to: "group.dev.units.json"),
        .synchronize("config/units"),
      ])
  }

  @Test func `a later Set is durable before it is acknowledged`() throws {
    let recorded = try trace { client in
      _ = try client.call(Calls.set("{\"a\":1}"))
      _ = try client.call(Calls.set("{\"a\":2}"))
    }
    guard let steps = recorded else { return }
    let replies = steps.indices.filter { isReply(steps[$0]) }
    try #require(replies.count == 2)
    let second = steps[(replies[0] + 1)..<replies[1]].map(\.description)
    try #require(second.count == 3)
    #expect(second[0].hasPrefix("fsync config/units/group.dev.units.json."))
    #expect(second[1] == "rename group.dev.units.json")
    #expect(second[2] == "fsync config/units")
  }

  @Test func `a change of nothing writes nothing`() throws {
    let recorded = try trace { client in
      _ = try client.call(Calls.set("{\"a\":1}"))
      _ = try client.call(Calls.set("{\"a\":1}"))
    }
    guard let steps = recorded else { return }
    let replies = steps.indices.filter { isReply(steps[$0]) }
    try #require(replies.count == 2)
    #expect(replies[1] == replies[0] + 1)
  }

  // Not traced: a tracer slows the loop, which only hands over, more than the disk slows a commit. So
  // does a sanitizer, under which they need not be so few.
  @Test func `sixty-four Sets sent at once cost at most six writes`() throws {
    let folder = try TestFolder()
    let daemon = try DaemonProcess(folder)
    let first = try daemon.client()
    _ = try first.call(Calls.set("{\"start\":true}"))
    let clients = try (0..<64).map { _ in try daemon.client() }
    for client in clients { _ = try client.call(Calls.information) }
    let watch = try FileWatch()
    _ = try watch.add(folder.configuration)
    // They lie in the sockets when the daemon looks, however slow this test is.
    kill(daemon.identifier, SIGSTOP)
    for (index, client) in clients.enumerated() {
      try client.send(Calls.set("{\"key\(index)\":\(index)}"))
    }
    kill(daemon.identifier, SIGCONT)
    for client in clients { #expect(try ParsedReply(client.reply()).error == nil) }
    let renames = try watch.drain().events.count { $0.name == "group.dev.units.json" }
    #expect(try ParsedReply(first.call(Calls.get())).values.count == 65)
    print("group commit: 64 Sets, \(renames) writes")
    #expect((1...(Program.isSanitized ? 64 : 6)).contains(renames))
    #expect(daemon.end() == 0)
  }
}
