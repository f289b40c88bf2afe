import Foundation
import TestSupport
import Testing
import UnitsCommandLine

@testable import UnitsControl

@Suite struct ManualTests {
  static let programs = ["unitsctl", "unitsbar", "unitsd", "units-import"]

  @Test(arguments: programs)
  func `man and mandoc find nothing to say about a page`(program: String) throws {
    guard Requirement.areMet(.peer("man"), .peer("mandoc")) else { return }
    let home = try Home()
    home.environment["LC_ALL"] = "C.UTF-8"
    let session = Session()
    let page = try home.write("page.man", session.run("manual \(program)").output)
    for command in [
      "mandoc -Tlint \(page)", "man -l --warnings \(page) >/dev/null",
      "MANWIDTH=40 man -l --warnings \(page) >/dev/null",
    ] {
      let checker = try home.shell("\(command) 2>&1")
      checker.closeInput()
      #expect(checker.rest(within: .seconds(60)) == "", "\(command)")
      #expect(checker.ends(within: .seconds(60)) && checker.status() == 0, "\(command)")
    }
    // And there is something to read in it.
    let reader = try home.shell("MANWIDTH=80 man -l \(page)")
    let text = reader.rest(within: .seconds(60))
    #expect(text.contains("NAME\n       \(program) - "))
    #expect(text.contains("EXIT STATUS\n       0 "))
  }

  @Test func `the page of unitsctl has every command with its options and its example`() {
    let page = Session().run("manual").output
    for command in CommandName.listed.map(\.declaration) {
      #expect(page.contains("\n.SS \(command.name.rawValue)\n"))
      for option in command.ownOptions {
        #expect(
          page.contains(
            "\\-\\-\(option.name.split(separator: "-").joined(separator: "\\-"))\\fR"))
      }
    }
    #expect(page.split(separator: "\n").allSatisfy { $0.utf8.count <= 80 })
  }

  @Test func `the pages are installed where man finds them`() throws {
    let session = Session()
    let directory = "\(session.root)/share/man"
    let pages = ["man1/unitsctl.1", "man1/unitsbar.1", "man8/unitsd.8", "man1/units-import.1"]
    let paths = pages.map { "\(directory)/\($0)" }
    let names = paths.map { "\($0)\n" }.joined()
    #expect(session.run("manual --install \(directory)") == .done(names))
    // Again, over what is there.
    #expect(session.run("manual --install=\(directory) --quiet") == .done())
    for (path, program) in zip(paths, Self.programs) {
      #expect(
        try String(contentsOfFile: path, encoding: .utf8)
          == session.run("manual \(program)").output)
    }
    #expect(session.run("manual --install /proc/none").status == 74)
  }

  @Test(arguments: [
    (
      "manual unitsct", "no manual of this: unitsct",
      "allowed: unitsctl, unitsbar, unitsd, units-import"
    ),
    ("completions tcsh", "unknown shell: tcsh", "allowed: bash, zsh, fish"),
  ])
  func `a page or shell that there is not is refused`(
    line: String, message: String, hint: String?
  ) {
    let error = "unitsctl: \(message)\n" + (hint.map { "\($0)\n" } ?? "")
    #expect(Session().run(line) == .init(status: 64, error: error))
  }
}
