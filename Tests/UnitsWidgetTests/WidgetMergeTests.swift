import Foundation
import TestSupport
import Testing

/// i3bar's one status line with another status command's blocks in it.
@Suite(.serialized) struct WidgetMergeTests {
  private static let header = #"{"version":1,"click_events":true,"stop_signal":0}"#

  /// What stands behind our block in a line.
  private func others(_ line: String?) -> String? {
    guard let line, let end = line.range(of: "\"instance\":\"distance\"}") else { return nil }
    return String(line[end.upperBound...])
  }

  @Test func `the other's blocks stand behind ours, and its clicks reach it`() throws {
    let home = try Home()
    let other = try home.write(
      "other",
      #"""
      echo '{"version":1,"click_events":true}'
      echo '[[]'
      echo ',[{"full_text":"a ] b"},{"name":"time","full_text":"12:00"}]'
      while read -r line; do echo "$line" >>"$HOME/clicks"; done
      """#)
    let widget = try home.unitsbar("--follow", "i3bar", "--merge", "exec sh \(other)")
    #expect(widget.nextLine() == Self.header)
    #expect(widget.nextLine() == "[")
    var line = widget.nextLine()
    while others(line) == "]," { line = widget.nextLine() }
    #expect(others(line) == #",{"full_text":"a ] b"},{"name":"time","full_text":"12:00"}],"#)
    widget.send("[\n{\"name\":\"time\",\"button\":1}\n,{\"name\":\"units\",\"button\":1}\n")
    #expect(others(widget.nextLine())?.hasSuffix(#""12:00"}],"#) == true)
    widget.send(",{\"name\":\"time\",\"button\":3}\n")
    let clicks = {
      FileManager.default.contents(atPath: "\(home.path)/clicks").map {
        String(decoding: $0, as: UTF8.self)
      }
    }
    #expect(
      eventually {
        clicks() == "[\n{\"name\":\"time\",\"button\":1}\n,{\"name\":\"time\",\"button\":3}\n"
      })
  }

  @Test func `its death is survived, and it is started again`() throws {
    let home = try Home()
    let other = try home.write(
      "other", "echo '{\"version\":1}'; echo \"[[{\\\"full_text\\\":\\\"$$\\\"}]\"; exec sleep 600")
    let widget = try home.unitsbar("--follow", "i3bar", "--merge", "exec sh \(other)")
    for _ in 0..<2 { _ = widget.nextLine() }
    let first = try #require(process(in: next(widget)))
    kill(first, SIGKILL)
    let notice = "ended: exec sh \(other)".prefix("ended: ".count + 40)
    #expect(
      others(widget.nextLine()) == ",{\"full_text\":\"\(notice)\",\"color\":\"#e06c75\"}],")
    let second = try #require(process(in: next(widget)))
    #expect(second != first)
    widget.signal(SIGTERM)
    #expect(widget.ends(within: WidgetLifeTests.atOnce))
    #expect(eventually { !ProcessTable.isRunning(second) })
  }

  @Test func `text for people in place of blocks is told in the bar`() throws {
    let home = try Home()
    let other = "echo 'at 12:00'; exec sleep 600"
    let widget = try home.unitsbar("--follow", "i3bar", "--merge", other)
    for _ in 0..<2 { _ = widget.nextLine() }
    #expect(others(next(widget))?.contains("not in i3bar's format: \(other)") == true)
    widget.signal(SIGTERM)
    #expect(widget.ends(within: WidgetLifeTests.atOnce))
  }

  /// The next line that has another's block.
  private func next(_ widget: RunningProgram) -> String? {
    while let line = widget.nextLine() {
      if others(line) != "],", !line.contains("ended: ") { return line }
    }
    return nil
  }

  private func process(in line: String?) -> Int32? {
    let digits = others(line)?.drop { !$0.isNumber }.prefix { $0.isNumber }
    return digits.flatMap { Int32($0) }
  }
}
