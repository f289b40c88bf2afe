import Foundation
import Testing
import UnitsJSON
import UnitsLinux
import UnitsStore

@Suite(.timeLimit(.minutes(10))) struct LifeTests {
  @Test func `SIGTERM lets a pending commit be done and replied to, and ends with 0`() throws {
    let folder = try TestFolder()
    let daemon = try DaemonProcess(folder)
    let clients = try (0..<20).map { _ in try daemon.client() }
    _ = try clients[0].call(Calls.set("{\"start\":true}"))
    // The lock is held, so that the commits are pending for certain when the signal comes.
    let path = folder.paths.lock(of: .standard)
    guard let lock = try FileLock.attempt(at: path) else {
      throw TestFailure("locked: \(path)")
    }
    for (number, client) in clients.enumerated() {
      try client.send(Calls.set("{\"n\(number)\":\(number)}"))
    }
    let witness = try daemon.client()
    for _ in 0..<3 { _ = try witness.call(Calls.get()) }
    daemon.program.signal(SIGTERM)
    // The socket goes when the daemon begins to stop.
    let deadline = MonotonicTime.now() + Client.patience
    while FileManager.default.fileExists(atPath: folder.socketPath), !deadline.isPast {
      MonotonicTime.sleep(until: .now() + .milliseconds(1))
    }
    release(lock)
    for client in clients {
      #expect(try ParsedReply(client.reply()).error == nil)
      #expect(try client.nextReply() == nil)
    }
    #expect(daemon.program.wait() == 0)
    #expect(!FileManager.default.fileExists(atPath: folder.socketPath))
    let values = try JSONValue(parsing: folder.read() ?? "").objectValue
    #expect(values?.count == 21)
  }

  private func release(_ lock: consuming FileLock) {}

  @Test(arguments: [SIGTERM, SIGINT]) func `a signal ends an idle daemon with 0`(_ signal: Int32)
    throws
  {
    let daemon = try DaemonProcess(try TestFolder(on: .memory))
    #expect(daemon.end(signal) == 0)
    #expect(daemon.program.allErrors() == "")
  }

  @Test func `what was acknowledged before SIGKILL is there afterwards`() throws {
    let folder = try TestFolder()
    for round in 0..<5 {
      let daemon = try DaemonProcess(folder)
      let client = try daemon.client()
      let before = try ParsedReply(client.call(Calls.get())).values["n"]
      #expect(before == (round == 0 ? nil : .integer(round * 10 + 9 - 10)))
      for number in 0..<10 {
        _ = try client.call(Calls.set("{\"n\":\(round * 10 + number)}"))
      }
      #expect(daemon.end(SIGKILL) == -SIGKILL)
      #expect(FileManager.default.fileExists(atPath: folder.socketPath), "stale")
    }
  }

  @Test func `a second daemon on a socket ends with 75 and leaves the first alone`() throws {
    let folder = try TestFolder(on: .memory)
    let daemon = try DaemonProcess(folder)
    let second = try Program(Program.unitsd, environment: DaemonProcess.environment(folder))
    #expect(second.wait() == 75)
    #expect(second.allErrors() == "unitsd: another daemon answers: \(folder.socketPath)\n")
    #expect(try ParsedReply(daemon.client().call(Calls.get())).error == nil)
  }

  @Test func `a socket that somebody else listens on is not taken away`() throws {
    let folder = try TestFolder(on: .memory)
    try Directory.secureForSocket("\(folder.path)/run")
    let listener = try UnixSocket.listen(at: folder.socketPath)
    let daemon = try Program(Program.unitsd, environment: DaemonProcess.environment(folder))
    #expect(daemon.wait() == 75)
    #expect(listener.number >= 0)
    _ = try Client(folder.socketPath)
  }

  @Test func `a file in the socket's place is not removed`() throws {
    let folder = try TestFolder(on: .memory)
    try Directory.secureForSocket("\(folder.path)/run")
    try folder.writeInPlace("precious", to: folder.socketPath)
    let daemon = try Program(Program.unitsd, environment: DaemonProcess.environment(folder))
    #expect(daemon.wait() == 74)
    #expect(daemon.allErrors() == "unitsd: bind \(folder.socketPath): File exists\n")
    #expect(folder.read(folder.socketPath) == "precious")
  }

  @Test func `a socket's folder that others may enter, or that is a link, is refused`() throws {
    let folder = try TestFolder(on: .memory)
    let run = "\(folder.path)/run"
    try FileManager.default.createDirectory(atPath: run, withIntermediateDirectories: false)
    #expect(chmod(run, 0o722) == 0)
    let open = try Program(Program.unitsd, environment: DaemonProcess.environment(folder))
    #expect(open.wait() == 77)
    #expect(
      open.allErrors()
        == "unitsd: directory is open to other users (mode 0700 is due): \(run)\n")
    #expect(rename(run, "\(folder.path)/elsewhere") == 0)
    #expect(chmod("\(folder.path)/elsewhere", 0o700) == 0)
    try FileManager.default.createSymbolicLink(
      atPath: run, withDestinationPath: "\(folder.path)/elsewhere")
    let link = try Program(Program.unitsd, environment: DaemonProcess.environment(folder))
    #expect(link.wait() == 77)
    #expect(
      link.allErrors() == "unitsd: directory is a symbolic link or no directory: \(run)\n")
  }

  @Test func `SIGHUP has the files read anew`() throws {
    let folder = try TestFolder(on: .memory)
    let daemon = try DaemonProcess(folder)
    let (client, monitor) = (try daemon.client(), try daemon.client())
    _ = try client.call(Calls.set("{\"n\":1}"))
    _ = try monitor.call(Calls.monitor())
    daemon.program.signal(SIGHUP)
    try folder.replace("{\"n\":2}")
    #expect(try ParsedReply(monitor.reply()).values["n"] == .integer(2))
    daemon.program.signal(SIGHUP)
    #expect(try ParsedReply(client.call(Calls.get())).values["n"] == .integer(2))
    #expect(daemon.end() == 0)
  }

  @Test func `a manager is told READY, then STOPPING, and fed while it watches`() throws {
    let folder = try TestFolder(on: .memory)
    let inbox = try Datagrams(path: "\(folder.path)/notify")
    let daemon = try DaemonProcess(
      folder, environment: ["NOTIFY_SOCKET": inbox.path, "WATCHDOG_USEC": "200000"])
    #expect(try inbox.next() == "READY=1")
    for _ in 0..<3 { #expect(try inbox.next() == "WATCHDOG=1") }
    #expect(daemon.end() == 0)
    var last = try inbox.next()
    while last == "WATCHDOG=1" { last = try inbox.next() }
    #expect(last == "STOPPING=1")
  }

  @Test(arguments: [true, false]) func `log lines carry their level only for the journal`(
    _ isJournal: Bool
  ) throws {
    let folder = try TestFolder(on: .memory)
    try folder.makeConfiguration()
    try folder.writeInPlace("{")
    let daemon = try DaemonProcess(
      folder, environment: isJournal ? ["JOURNAL_STREAM": "8:1"] : [:])
    _ = try daemon.client().call(Calls.get())
    #expect(daemon.end() == 0)
    let line = daemon.program.allErrors()
    #expect(line.hasPrefix(isJournal ? "<4>damaged (line 1" : "unitsd: damaged (line 1"))
    #expect(line.filter { $0 == "\n" }.count == 1)
  }

  @Test func `arguments that are none are refused with 64`() throws {
    let program = try Program(Program.unitsd, ["--port"])
    #expect(program.wait() == 64)
    #expect(
      program.allErrors()
        == "unitsd: unknown option: --port\n`unitsd --help` says what it takes\n")
    let version = try Program(Program.unitsd, ["--version"])
    #expect(version.allOutput() == "unitsd 0.1.0\n" && version.wait() == 0)
  }
}
