import Foundation
import Testing
import UnitsJSON
import UnitsLinux

@Suite(.timeLimit(.minutes(10))) struct HostileClientTests {
  /// Others are served as if nothing were the matter.
  private func expectService(_ client: Client) throws {
    #expect(try ParsedReply(client.call(Calls.set("{\"n\":1}"))).error == nil)
    #expect(try ParsedReply(client.call(Calls.get())).values["n"] == .integer(1))
  }

  @Test func `garbage costs its sender the connection`() throws {
    let daemon = try RunningDaemon()
    let other = try daemon.client()
    var random = Numbers(seed: 2)
    for round in 0..<300 {
      let client = try daemon.client()
      let length = Int(random.next() % 300) + 1
      let bytes = (0..<length).map { _ in UInt8(truncatingIfNeeded: random.next()) } + [0]
      _ = try client.sendWhatFits(bytes)
      #expect(try client.readToEnd().isEmpty)
      if round.isMultiple(of: 50) { try expectService(other) }
    }
    let status = try ParsedReply(other.call(Calls.status))
    #expect(status.counters["violations"] == .integer(300))
    #expect(status.parameters["connections"] == .integer(1))
  }

  @Test func `a hundred megabytes without a NUL cost their sender the connection`() throws {
    let folder = try TestFolder(on: .memory)
    let daemon = try DaemonProcess(folder)
    let other = try daemon.client()
    let before = daemon.program.memory("VmRSS")
    let client = try daemon.client()
    let piece = [UInt8](repeating: UInt8(ascii: "x"), count: 1 << 20)
    var sent = 0
    while sent < 100 << 20 {
      do { try client.send(bytes: piece) } catch { break }
      sent += piece.count
    }
    #expect(sent < 4 << 20)
    #expect(try client.readToEnd().isEmpty)
    try expectService(other)
    let peak = daemon.program.memory("VmHWM")
    print("without a NUL: closed after \(sent >> 20) MB; peak \(peak - before) kB above \(before)")
    #expect(Program.keeps(peak - before, below: 16_384))
  }

  @Test func `half a frame, nothing at all, and calls whose replies are never read are waited for`()
    throws
  {
    let daemon = try RunningDaemon()
    let half = try daemon.client()
    try half.send(bytes: Array(Calls.get().utf8.dropLast(3)))
    let silent = try daemon.client()
    let deaf = try daemon.client()
    let filler = String(repeating: "x", count: 100_000)
    let other = try daemon.client()
    #expect(try ParsedReply(other.call(Calls.set("{\"filler\":\"\(filler)\"}"))).error == nil)
    // Far more replies than one connection may hold.
    let calls = repeatElement(Array(Calls.get().utf8) + [0], count: 500).joined()
    try deaf.send(bytes: Array(calls))
    for _ in 0..<20 { try expectService(other) }
    // They are as good as ever when they behave.
    try half.send(bytes: Array(Calls.get().utf8.suffix(3)) + [0])
    #expect(try ParsedReply(half.reply()).error == nil)
    #expect(try ParsedReply(silent.call(Calls.get())).error == nil)
    for _ in 0..<500 { #expect(try deaf.reply().utf8.count > 100_000) }
  }

  @Test func `ten thousand hostile connections leave no memory behind`() throws {
    let folder = try TestFolder(on: .memory)
    let daemon = try DaemonProcess(folder)
    let other = try daemon.client()
    try expectService(other)
    func attack(_ rounds: Range<Int>) throws {
      for round in rounds {
        let client = try daemon.client()
        switch round % 6 {
        case 0: try client.send("garbage")
        case 1: try client.send(bytes: Array(Calls.get().utf8.dropLast(1)))
        case 2: try client.send(bytes: Array((Calls.set("{\"n\":1}") + "\0" + "{").utf8))
        case 3: try client.send(Calls.monitor())
        // A good call, then a bad one, and nobody there to read.
        case 4: try client.send(bytes: Array((Calls.get() + "\0" + "x" + "\0").utf8))
        default: break
        }
        // Gone, whatever was going on.
      }
    }
    try attack(0..<1_000)
    let before = daemon.program.memory("VmRSS")
    try attack(1_000..<10_000)
    try expectService(other)
    let after = daemon.program.memory("VmRSS")
    print("hostile connections: \(before) kB after 1,000, \(after) kB after 10,000")
    #expect(Program.keeps(after - before, below: 2_048))
    var left = -1
    let deadline = MonotonicTime.now() + Client.patience
    while left != 1, !deadline.isPast {
      left = try ParsedReply(other.call(Calls.status)).parameters["connections"]?.integerValue ?? -1
    }
    #expect(left == 1, "none is kept")
    #expect(daemon.end() == 0)
  }

  @Test func `half calls of a thousand clients are shed before they cost others`() throws {
    let folder = try TestFolder(on: .memory)
    let daemon = try DaemonProcess(folder)
    let other = try daemon.client()
    try expectService(other)
    var clients: [Client] = []
    let piece = [UInt8](repeating: UInt8(ascii: "x"), count: 200_000)
    for _ in 0..<600 {
      let client = try daemon.client()
      clients.append(client)
      var offset = 0
      let deadline = MonotonicTime.now() + .milliseconds(100)
      // Where the daemon has stopped listening, the rest is not sent.
      while offset < piece.count, !deadline.isPast {
        guard let count = try client.sendWhatFits(Array(piece[offset...])) else { break }
        offset += count
        if offset < piece.count {
          _ = try UnixSocket.wait(for: .writable, on: client.socket.number, until: deadline)
        }
      }
      if clients.count.isMultiple(of: 50) { try expectService(other) }
    }
    let peak = daemon.program.memory("VmHWM")
    print("half calls: 600 × 200 kB sent, peak \(peak) kB")
    #expect(Program.keeps(peak, below: 160_000))
    #expect(daemon.end() == 0)
  }

  @Test func `deaf monitors of a large group are shed before they cost others`() throws {
    let folder = try TestFolder(on: .memory)
    let daemon = try DaemonProcess(folder)
    let other = try daemon.client()
    let filler = String(repeating: "x", count: 1_000_000)
    #expect(try ParsedReply(other.call(Calls.set("{\"filler\":\"\(filler)\"}"))).error == nil)
    var clients: [Client] = []
    for _ in 0..<150 {
      let client = try daemon.client()
      try client.send(Calls.monitor())
      clients.append(client)
    }
    let keys = Calls.get("{\"keys\":[\"n\"]}")
    for number in 0..<20 {
      #expect(try ParsedReply(other.call(Calls.set("{\"n\":\(number)}"))).error == nil)
      #expect(try ParsedReply(other.call(keys)).values["n"] == .integer(number))
    }
    let peak = daemon.program.memory("VmHWM")
    print("deaf monitors: 150 of a group of 1 MB, peak \(peak) kB")
    #expect(Program.keeps(peak, below: 200_000))
    #expect(daemon.end() == 0)
  }

  @Test func `more clients than descriptors wait, and what they set is stored`() throws {
    let folder = try TestFolder(on: .memory)
    let launcher = ["/bin/sh", "-c", "ulimit -n 64; exec \"$0\""]
    let daemon = try DaemonProcess(folder, launcher: launcher)
    var clients: [Client] = []
    // None is refused: it waits in the queue of the socket.
    for number in 0..<150 {
      let client = try daemon.client()
      try client.send(Calls.set("{\"n\(number)\":\(number)}"))
      clients.append(client)
    }
    for client in clients.reversed().prefix(20) { #expect(try client.takeReplies() == []) }
    while !clients.isEmpty {
      let client = clients.removeFirst()
      #expect(try ParsedReply(client.reply()).error == nil)
    }
    let values = try ParsedReply(daemon.client().call(Calls.get())).values
    #expect(values.count == 150)
    #expect(daemon.end() == 0)
    #expect(daemon.program.allErrors() == "")
  }
}
