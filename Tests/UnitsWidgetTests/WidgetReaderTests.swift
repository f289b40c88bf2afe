import Foundation
import TestSupport
import Testing
import Units

/// A follower before a reader that is slow, stopped, or not a pipe.
@Suite(.serialized) struct WidgetReaderTests {
  @Test func `a reader that does not read holds up neither its end nor the last word`() throws {
    let home = try Home()
    try home.log(.distance, 5_000)
    // The shell fills its small pipe before the widget takes its place.
    let widget = try home.shell(
      "head -c 4000 /dev/zero | tr '\\0' x; echo; exec unitsbar --follow",
      output: .narrowPipe(bytes: 4096))
    #expect(eventually { ProcessTable.name(of: widget.process) == "unitsbar" })
    for system in [UnitSystem.metric, .imperial, .metric] { try home.set(system: system) }
    #expect(widget.nextLine()?.count == 4000)
    var last = widget.nextLine()
    while let line = widget.nextLine(within: .milliseconds(500)) { last = line }
    #expect(last == "5.0 km today")
    widget.signal(SIGTERM)
    #expect(widget.ends(within: WidgetLifeTests.atOnce))
  }

  @Test func `a full pipe does not keep it from ending`() throws {
    let home = try Home()
    let widget = try home.shell(
      "head -c 4096 /dev/zero; exec unitsbar --follow", output: .narrowPipe(bytes: 4096))
    #expect(eventually { ProcessTable.name(of: widget.process) == "unitsbar" })
    try home.set(system: .metric)
    widget.signal(SIGTERM)
    #expect(widget.ends(within: WidgetLifeTests.atOnce))
  }

  @Test(arguments: [RunningProgram.Output.narrowPipe(bytes: 4096), .socket])
  func `a reader that does not read does not keep it from ending with its bar`(
    output: RunningProgram.Output
  ) throws {
    let home = try Home()
    let bar = try home.shell(
      "timeout 0.3 cat /dev/zero; unitsbar --follow & wait", output: output)
    // It sees to its end before it has a timer, and has one before it writes.
    #expect(
      eventually { home.widgets().contains { ProcessTable.secondsUntilTimer(of: $0) != nil } })
    bar.signal(SIGKILL)
    #expect(eventually(within: WidgetLifeTests.atOnce) { home.widgets().isEmpty })
  }

  @Test func `what changes while nobody reads arrives as one line`() throws {
    let home = try Home()
    try home.log(.distance, 5_000)
    let widget = try home.unitsbar("--follow")
    #expect(eventually { widget.hasOutput })
    for system in [UnitSystem.metric, .imperial, .metric] { try home.set(system: system) }
    // The first line is still unread, so none of the changes may stand behind it.
    #expect(widget.nextRead() == "3.1 mi today\n")
    #expect(widget.nextRead() == "5.0 km today\n")
  }

  @Test func `a burst of changes is few lines, each in a read of its own, and ends with the last`()
    throws
  {
    let home = try Home()
    let daemon = try home.startDaemon()
    try home.set(system: .metric)
    let widget = try home.unitsbar("--follow")
    #expect(widget.nextRead() == "0.0 km today\n")
    for _ in 0..<50 { try home.log(.distance, 100) }
    var reads: [String] = []
    while reads.last != "5.0 km today\n", let read = widget.nextRead(within: .seconds(2)) {
      reads.append(read)
    }
    #expect(reads.last == "5.0 km today\n")
    #expect(reads.allSatisfy { $0.split(separator: "\n").count == 1 })
    #expect(reads.count < 50)
    #expect(daemon.status() == nil)
  }

  @Test func `a file is written like a pipe`() throws {
    let home = try Home()
    let shell = try home.shell("unitsbar --follow > \(home.path)/lines & echo $!; wait")
    let widget = try #require(shell.nextLine().flatMap { Int32($0) })
    let text = {
      FileManager.default.contents(atPath: "\(home.path)/lines").map {
        String(decoding: $0, as: UTF8.self)
      }
    }
    #expect(eventually { text() == "0.0 mi today\n" })
    try home.set(system: .metric)
    #expect(eventually { text() == "0.0 mi today\n0.0 km today\n" })
    kill(widget, SIGTERM)
  }

  @Test func `what a bar leaks is closed`() throws {
    let home = try Home()
    let widget = try home.shell("exec 7</dev/zero 8</dev/zero; exec unitsbar --follow")
    #expect(widget.nextLine() != nil)
    #expect(!ProcessTable.descriptors(of: widget.process).values.contains("/dev/zero"))
  }

  @Test(arguments: ["", "--follow"])
  func `without a standard output it ends at once and in peace`(mode: String) throws {
    let home = try Home()
    let widget = try home.shell("exec unitsbar \(mode) >&-")
    #expect(widget.ends(within: .seconds(5)))
    #expect(widget.status() == 0)
    #expect(widget.errorText() == "")
  }
}
