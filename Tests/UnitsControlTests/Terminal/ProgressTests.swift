import Foundation
import TestSupport
import Testing

/// How far long work is, as the built program writes it on a terminal.
@Suite(.timeLimit(.minutes(10))) struct ProgressTests {
  private static let count = 6_000

  @Test func `an import and an export say on a terminal how far they are, and nowhere else`() throws
  {
    guard Requirement.areMet(.peer("script"), .program(.unitsctl)) else { return }
    let home = try Home()
    let lines = (1...Self.count).map { number in
      #"{"type":"distance","value":\#(number),"time":"2026-11-30T07:15:00Z"}"# + "\n"
    }
    let file = try home.write("records.jsonl", lines.joined())
    let program = "\(BuiltProgram.unitsctl.path) --no-daemon records"

    let shown = try output("script -qec '\(program) import \(file)' /dev/null", home)
    #expect(shown.contains(" of \(Self.count) records\r"))
    #expect(shown.hasSuffix("\r\u{1B}[K\(Self.count) records added\r\n"))
    #expect(
      try output("\(program) import \(file) 2>&1", home)
        == "0 records added, \(Self.count) already there\n")

    let exported = try output("script -qec '\(program) export >/dev/null' /dev/null", home)
    #expect(exported.contains(" records\r"))
    #expect(exported.hasSuffix("\r\u{1B}[K"))
    #expect(try output("\(program) export 2>&1 >/dev/null", home) == "")
    // On a terminal that shows the records themselves it would be in the way.
    #expect(!(try output("script -qec '\(program) export' /dev/null", home)).contains("\u{1B}[K"))
  }

  private func output(_ command: String, _ home: Home) throws -> String {
    let shell = try home.shell(command)
    shell.closeInput()
    return shell.rest(within: .seconds(300))
  }
}
