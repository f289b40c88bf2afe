import Foundation
import Testing
import UnitsJSON
import UnitsLinux
import UnitsStore

@Suite(.timeLimit(.minutes(10))) struct FileWatchTests {
  /// A daemon whose file holds `{"n":0}`, and a monitor that was told so.
  private func start(_ folder: TestFolder? = nil) throws -> (RunningDaemon, Client) {
    let folder = try folder ?? TestFolder(on: .memory)
    if !FileManager.default.fileExists(atPath: folder.file) {
      try folder.makeConfiguration()
      try folder.writeInPlace("{\"n\":0}")
    }
    let daemon = try RunningDaemon(folder)
    let monitor = try daemon.client()
    let first = try ParsedReply(monitor.call(Calls.monitor()))
    #expect(first.isComplete && first.values == ["n": .integer(0)])
    return (daemon, monitor)
  }

  private func expectChange(to number: Int, _ monitor: Client) throws {
    let change = try ParsedReply(monitor.reply())
    #expect(change.values == ["n": .integer(number)] && !change.isComplete)
  }

  @Test func `a write in place is told`() throws {
    let (daemon, monitor) = try start()
    for number in 1...20 {
      try daemon.folder.writeInPlace("{\"n\":\(number)}")
      try expectChange(to: number, monitor)
    }
  }

  @Test func `a rename over the file is told`() throws {
    let (daemon, monitor) = try start()
    for number in 1...20 {
      try daemon.folder.replace("{\"n\":\(number)}")
      try expectChange(to: number, monitor)
    }
  }

  @Test func `a write by another name of the file is seen at the next call, and told`() throws {
    let folder = try TestFolder(on: .memory)
    try folder.makeConfiguration()
    try folder.writeInPlace("{\"n\":0}")
    let other = "\(folder.path)/other.json"
    #expect(link(folder.file, other) == 0)
    let (daemon, monitor) = try start(folder)
    let client = try daemon.client()
    for number in 1...5 {
      try folder.writeInPlace("{\"n\":\(number)}", to: other)
      #expect(try ParsedReply(client.call(Calls.get())).values == ["n": .integer(number)])
      try expectChange(to: number, monitor)
    }
    // Without a call it is told, too.
    try folder.writeInPlace("{\"n\":6}", to: other)
    try expectChange(to: 6, monitor)
    // The new file has no other name.
    _ = try client.call(Calls.set("{\"n\":7}"))
    try expectChange(to: 7, monitor)
    #expect(folder.read(other) == "{\"n\":6}")
  }

  @Test func `a removed file is an empty group, and a new one is told`() throws {
    let (daemon, monitor) = try start()
    try FileManager.default.removeItem(atPath: daemon.folder.file)
    #expect(try ParsedReply(monitor.reply()).values == ["n": .null])
    try daemon.folder.writeInPlace("{\"n\":1}")
    try expectChange(to: 1, monitor)
  }

  @Test func `a change of a link's target in another folder is told, and the link survives`() throws
  {
    let folder = try TestFolder(on: .memory)
    try folder.makeConfiguration()
    let dotfiles = "\(folder.path)/dotfiles"
    try FileManager.default.createDirectory(
      atPath: dotfiles, withIntermediateDirectories: false)
    let target = "\(dotfiles)/units.json"
    try folder.writeInPlace("{\"n\":0}", to: target)
    try FileManager.default.createSymbolicLink(
      atPath: folder.file, withDestinationPath: "../../dotfiles/units.json")
    let (daemon, monitor) = try start(folder)
    try folder.writeInPlace("{\"n\":1}", to: target)
    try expectChange(to: 1, monitor)
    try folder.replace("{\"n\":2}", at: target)
    try expectChange(to: 2, monitor)
    // The daemon's own write goes through the link.
    _ = try daemon.client().call(Calls.set("{\"n\":3}"))
    try expectChange(to: 3, monitor)
    #expect(folder.read(target) == "{\n  \"n\": 3\n}\n")
    // The link is led elsewhere.
    let other = "\(dotfiles)/other.json"
    try folder.writeInPlace("{\"n\":4}", to: other)
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder.file).new", withDestinationPath: other)
    #expect(rename("\(folder.file).new", folder.file) == 0)
    try expectChange(to: 4, monitor)
    try folder.writeInPlace("{\"n\":5}", to: other)
    try expectChange(to: 5, monitor)
  }

  @Test func `a replaced folder is watched in the old one's place`() throws {
    let (daemon, monitor) = try start()
    let folder = daemon.folder
    for round in 0..<10 {
      let number = round * 3
      let new = "\(folder.path)/new"
      try FileManager.default.createDirectory(
        atPath: new, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
      try folder.writeInPlace("{\"n\":\(number + 1)}", to: "\(new)/group.dev.units.json")
      let old = "\(folder.path)/old"
      #expect(rename(folder.configuration, old) == 0 && rename(new, folder.configuration) == 0)
      // Where the test is stopped for long between the two, the group is empty meanwhile.
      var told: JSONValue?
      repeat { told = try ParsedReply(monitor.reply()).values["n"] } while told == .null
      #expect(told == .integer(number + 1))
      try folder.writeInPlace("{\"n\":\(number + 2)}")
      try expectChange(to: number + 2, monitor)
      try folder.replace("{\"n\":\(number + 3)}")
      try expectChange(to: number + 3, monitor)
      try FileManager.default.removeItem(atPath: old)
    }
  }

  @Test func `a folder that is a link is watched where the link leads`() throws {
    let folder = try TestFolder(on: .memory)
    for (name, number) in [("one", 0), ("two", 1)] {
      let path = "\(folder.path)/\(name)"
      try FileManager.default.createDirectory(
        atPath: path, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
      try folder.writeInPlace("{\"n\":\(number)}", to: "\(path)/group.dev.units.json")
    }
    try FileManager.default.createDirectory(
      atPath: "\(folder.path)/config", withIntermediateDirectories: false)
    let files = FileManager.default
    try files.createSymbolicLink(atPath: folder.configuration, withDestinationPath: "../one")
    let (daemon, monitor) = try start(folder)
    try files.createSymbolicLink(
      atPath: "\(folder.path)/config/new", withDestinationPath: "../two")
    #expect(rename("\(folder.path)/config/new", folder.configuration) == 0)
    try expectChange(to: 1, monitor)
    try folder.replace("{\"n\":2}")
    try expectChange(to: 2, monitor)
    try folder.writeInPlace("{\"n\":3}", to: "\(folder.path)/two/group.dev.units.json")
    try expectChange(to: 3, monitor)
    #expect(try ParsedReply(daemon.client().call(Calls.get())).values == ["n": .integer(3)])
  }

  @Test func `a folder that is made later is watched`() throws {
    let daemon = try RunningDaemon()
    let monitor = try daemon.client()
    #expect(try ParsedReply(monitor.call(Calls.monitor())).values.isEmpty)
    try daemon.folder.makeConfiguration()
    try daemon.folder.writeInPlace("{\"n\":1}")
    try expectChange(to: 1, monitor)
    try daemon.folder.writeInPlace("{\"n\":2}")
    try expectChange(to: 2, monitor)
  }

  @Test func `changes right after the first write of a group are seen`() throws {
    for round in 0..<50 {
      let daemon = try RunningDaemon()
      let client = try daemon.client()
      _ = try client.call(Calls.set("{\"n\":-1}"))
      try daemon.folder.replace("{\"n\":\(round)}")
      #expect(try ParsedReply(client.call(Calls.get())).values["n"] == .integer(round))
    }
  }

  @Test func `changes that are lost to a full queue of events are found`() throws {
    let limit = "/proc/sys/fs/inotify/max_queued_events"
    let text = try String(contentsOfFile: limit, encoding: .utf8)
    let events = Int(text.filter(\.isNumber)) ?? 16_384
    guard events <= 100_000 else { return SharedData.skip("\(limit) is \(events)") }
    let folder = try TestFolder(on: .memory)
    try folder.makeConfiguration()
    try folder.writeInPlace("{\"n\":0}")
    let daemon = try DaemonProcess(folder)
    let monitor = try daemon.client()
    _ = try monitor.call(Calls.monitor())
    daemon.program.signal(SIGSTOP)
    // Each makes two events that differ from those before.
    for number in 0...(events / 2) {
      let path = "\(folder.configuration)/noise\(number)"
      #expect(mkdir(path, 0o700) == 0 && rmdir(path) == 0)
    }
    try folder.replace("{\"n\":1}")
    daemon.program.signal(SIGCONT)
    try expectChange(to: 1, monitor)
    try folder.replace("{\"n\":2}")
    try expectChange(to: 2, monitor)
  }

  @Test func `the daemon's own commits are told once`() throws {
    let daemon = try RunningDaemon()
    let (client, monitor) = (try daemon.client(), try daemon.client())
    _ = try monitor.call(Calls.monitor())
    for number in 1...1_000 {
      try client.send(Calls.set("{\"n\":\(number)}"))
      let change = try ParsedReply(monitor.reply())
      #expect(change.values == ["n": .integer(number)] && change.revision == number)
      #expect(try ParsedReply(client.reply()).revision == number)
    }
    // Every planned look has been made when a foreign change has come through.
    try daemon.folder.replace("{\"n\":0}")
    let last = try ParsedReply(monitor.reply())
    #expect(last.values == ["n": .integer(0)] && last.revision == 1_001)
    let counters = try ParsedReply(client.call(Calls.status)).counters
    #expect(counters["foreign_changes"] == .integer(1))
    #expect(counters["changes"] == .integer(1_000))
  }

  enum Write: String, CaseIterable {
    case committed, renamed, inPlace
  }

  @Test(arguments: Write.allCases)
  func `a direct write that was made before a Get was sent is seen by it`(_ write: Write) throws {
    let daemon = try RunningDaemon()
    let client = try daemon.client()
    let direct = DirectStore(daemon.folder)
    // Always as long, so that the size tells nothing.
    let start = 10_000
    _ = try client.call(Calls.set("{\"n\":\(start)}"))
    for number in (start + 1)...(start + 2_000) {
      switch write {
      case .committed: try direct.set("n", .integer(number))
      case .renamed: try daemon.folder.replace("{\"n\":\(number)}")
      case .inPlace: try daemon.folder.writeInPlace("{\"n\":\(number)}")
      }
      let seen = try ParsedReply(client.call(Calls.get())).values["n"]
      try #require(seen == .integer(number))
    }
  }

  @Test func `a direct write between the daemon's own commits is seen, and told before the next`()
    throws
  {
    let daemon = try RunningDaemon()
    let (client, monitor) = (try daemon.client(), try daemon.client())
    _ = try monitor.call(Calls.monitor())
    let direct = DirectStore(daemon.folder)
    var fold = JSONObject()
    var revision = 0
    for number in 1...300 {
      try direct.set("direct", .integer(number))
      let reply = try ParsedReply(client.call(Calls.set("{\"daemon\":\(number)}")))
      let values = try ParsedReply(client.call(Calls.get())).values
      #expect(values == ["direct": .integer(number), "daemon": .integer(number)])
      while revision < reply.revision {
        let change = try ParsedReply(monitor.reply())
        #expect(change.revision == revision + 1)
        revision = change.revision
        fold.apply(patch: change.values)
      }
      #expect(fold == values)
    }
  }
}
