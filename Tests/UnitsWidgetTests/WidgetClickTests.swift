import Foundation
import TestSupport
import Testing
import Units
import UnitsJSON

/// Clicks that reach a running widget, and what a click runs.
@Suite(.serialized) struct WidgetClickTests {
  private func text(_ line: String?) -> String? {
    guard let line, let start = line.range(of: #""full_text":""#) else { return nil }
    return String(line[start.upperBound...].prefix { $0 != "\"" })
  }

  @Test func `a click in i3bar toggles the unit system`() throws {
    let home = try Home()
    try home.log(.distance, 5_000)
    let widget = try home.unitsbar("--follow", "i3bar")
    #expect(widget.nextLine() == #"{"version":1,"click_events":true,"stop_signal":0}"#)
    #expect(widget.nextLine() == "[")
    #expect(text(widget.nextLine()) == "3.1 mi today")
    widget.send("[\n{\"name\":\"units\",\"instance\":\"distance\",\"button\":1,\"x\":1.5}\n")
    #expect(text(widget.nextLine()) == "5.0 km today")
    widget.send(",{\"name\":\"others\",\"button\":1}\n,{\"name\":\"units\",\"button\":1}\n")
    #expect(text(widget.nextLine()) == "3.1 mi today")
    #expect(widget.nextLine(within: .milliseconds(300)) == nil)
    // The end of the clicks is not the end of the widget.
    widget.closeInput()
    try home.set(system: .metric)
    #expect(text(widget.nextLine()) == "5.0 km today")
  }

  @Test func `the wheel turns the period of every bar, unless the command line names one`() throws {
    let home = try Home()
    let widget = try home.unitsbar("--follow", "i3bar")
    let fixed = try home.unitsbar("--follow", "i3bar", "--period", "today")
    for bar in [widget, fixed] { while text(bar.nextLine()) == nil {} }
    widget.send("[{\"name\":\"units\",\"button\":4}\n")
    #expect(text(widget.nextLine()) == "0.0 mi this week")
    fixed.send("[{\"name\":\"units\",\"button\":4}\n")
    widget.send(",{\"name\":\"units\",\"button\":5}\n")
    #expect(text(widget.nextLine()) == "0.0 mi today")
    #expect(fixed.nextLine(within: .milliseconds(200)) == nil)
  }

  @Test func `the other buttons run what was chosen for them`() throws {
    let home = try Home()
    // In place of the real program, one that tells what it was asked for.
    try FileManager.default.createDirectory(
      atPath: "\(home.path)/bin", withIntermediateDirectories: false)
    let fake = try home.write(
      "bin/unitsctl", "#!/bin/sh\nprintf '%s.' \"$@\" >\(home.path)/asked\n")
    chmod(fake, 0o755)
    home.environment["PATH"] = "\(home.path)/bin:\(home.environment["PATH"] ?? "")"
    let widget = try home.unitsbar(
      "--follow", "i3bar", "--on-middle", "log distance '1 km'", "--on-right=toggle")
    widget.send("[{\"name\":\"units\",\"button\":2}\n")
    #expect(eventually { read(home) == "log.distance.1 km." })
    widget.send(",{\"name\":\"units\",\"button\":3}\n")
    #expect(eventually { read(home) == "toggle." })
    #expect(!widget.rest(within: .milliseconds(100)).contains("unitsctl"))
  }

  private func read(_ home: Home) -> String? {
    FileManager.default.contents(atPath: "\(home.path)/asked").map {
      String(decoding: $0, as: UTF8.self)
    }
  }

  @Test func `i3blocks sends an object a line`() throws {
    let home = try Home()
    let widget = try home.unitsbar("--follow", "i3blocks")
    #expect(text(widget.nextLine()) == "0.0 mi today")
    widget.send("{\"button\":1,\"x\":3}\n")
    #expect(text(widget.nextLine()) == "0.0 km today")
  }

  /// What i3blocks 1.5 writes for a click on a persistent block: everything that it knows of the block
  /// and of the click, a write for each member, whatever is JSON by itself as it is.
  private static let recordedClick = [
    #"{"":"""#, #","command":"exec unitsbar --follow i3blocks""#, #","interval":"persist""#,
    #","format":"json""#, #","name":"units""#, #","full_text":"0.0 mi today""#,
    #","short_text":"0.0 mi""#, #","markup":"none""#, #","_ticks":1"#, #","button":1"#,
    #","modifiers":["Mod2"]"#, #","x":1243"#, #","y":9"#, #","relative_x":41"#,
    #","relative_y":9"#, #","output_x":1243"#, #","output_y":759"#, #","width":88"#,
    #","height":18"#, "}\n",
  ]

  @Test func `a click of i3blocks 1_5 is understood as it was recorded`() throws {
    let home = try Home()
    let widget = try home.unitsbar("--follow", "i3blocks")
    #expect(text(widget.nextLine()) == "0.0 mi today")
    for system in ["km", "mi"] {
      for piece in Self.recordedClick { widget.send(piece) }
      #expect(text(widget.nextLine()) == "0.0 \(system) today")
    }
  }

  @Test func `a stream of clicks that belongs to i3blocks itself is left to it`() throws {
    let home = try Home()
    // The parent has the same standard input, as i3blocks 1.4 has.
    let bar = try home.shell("exec 3<&0; unitsbar --follow i3blocks <&3 & wait")
    #expect(text(bar.nextLine()) == "0.0 mi today")
    bar.send("{\"button\":1}\n")
    #expect(bar.nextLine(within: .milliseconds(300)) == nil)
    #expect(home.preferences == nil)
  }

  @Test func `BLOCK_BUTTON is a click`() throws {
    let home = try Home()
    home.environment["BLOCK_BUTTON"] = ""
    #expect(text(try home.once("i3blocks").output) == "0.0 mi today")
    home.environment["BLOCK_BUTTON"] = "1"
    #expect(text(try home.once("i3blocks").output) == "0.0 km today")
    home.environment["BLOCK_BUTTON"] = "4"
    #expect(text(try home.once("i3blocks").output) == "0.0 km this week")
  }

  @Test func `what a click runs says nothing and ends`() throws {
    let home = try Home()
    let toggled = try home.once("--toggle")
    #expect(toggled.output == "")
    #expect(toggled.status == 0)
    #expect(try home.once().output == "0.0 km today\n")
    #expect(try home.once("--scroll", "down").status == 0)
    #expect(try home.once().output == "0.0 km this month\n")
  }
}
