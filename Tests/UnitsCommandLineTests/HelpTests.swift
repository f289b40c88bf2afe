import Testing

@testable import UnitsCommandLine

/// Help and manual, beside the declarations that they are made of.
@Suite struct HelpTests {
  @Test(arguments: Program.allCases, [40, 60, 80, 100])
  func `help has every option, in lines that fit`(program: Program, width: Int) {
    let help = Help.text(program, width: width)
    let lines = help.split(separator: "\n")
    for option in program.allOptions {
      #expect(lines.contains { $0.contains("--\(option.name)") }, "\(option.name)")
    }
    // Options and examples are not broken.
    let whole = lines.filter { !$0.hasPrefix("example: ") && !$0.hasPrefix("usage: ") }
    #expect(width < 80 || whole.allSatisfy { $0.count <= width }, "\(whole.map(\.count))")
    #expect(lines.last?.hasPrefix("example: ") == (program != .unitsctl))
  }

  @Test(arguments: Program.installed)
  func `a manual page has every option, every status and every key`(program: Program) {
    let page = Manual.page(of: program).source
    for option in program.allOptions {
      let name = option.name.split(separator: "-").joined(separator: "\\-")
      #expect(page.contains("\\-\\-\(name)\\fR"), "\(option.name)")
    }
    for status in program.declaration.statuses {
      #expect(page.contains("\n.TP\n\\fB\(status.rawValue)\\fR\n"), "\(status)")
    }
    let namesKeys = page.contains("\\fBdev.units.bar.goal\\fR")
    #expect(namesKeys == [.unitsctl, .unitsbar].contains(program))
  }

  @Test func `every exit status has a meaning of its own`() {
    let meanings = ExitStatus.allCases.map(\.meaning)
    #expect(Set(meanings).count == ExitStatus.allCases.count)
  }
}
