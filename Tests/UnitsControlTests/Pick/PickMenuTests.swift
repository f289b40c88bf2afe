import TestSupport
import Testing
import Units

/// `pick` where no terminal is.
@Suite struct PickMenuTests {
  static let menus = ["rofi", "dmenu", "fuzzel", "wofi"]

  @Test(arguments: [("1\n", "metric"), ("2", "imperial"), (" metric\nrest", "metric")])
  func `without a terminal a number or a word is read`(input: String, system: String) {
    let session = Session()
    let list = "1) metric\n2) imperial (now)\n1 or 2? \n"
    #expect(session.run("pick", input: input) == .done("\(list)\(system)\n"))
    #expect(session.run("get") == .done("\(system)\n"))
  }

  @Test func `without an answer nothing is chosen`() {
    let session = Session()
    for input in ["", "\n", "  \n1"] {
      #expect(session.run("pick", input: input).status == 1)
    }
    #expect(session.content == nil)
    let outcome = session.run("pick", input: "3\n")
    #expect(outcome.status == 65)
    #expect(
      outcome.error == "unitsctl: not a choice: 3\nallowed: 1, 2, metric, imperial\n")
    #expect(
      session.run("pick --menu fzf").error
        == "unitsctl: unknown menu: fzf\nallowed: rofi, dmenu, fuzzel, wofi\n")
  }

  @Test(arguments: menus)
  func `a menu is asked, and what it prints is stored`(menu: String) throws {
    let home = try Home()
    let log = "\(home.path)/log"
    try install(menu, "echo \"$@\" >\(log); cat >>\(log); echo 'metric'", home)
    let program = try pick(menu, home)
    #expect(program == .init(status: 0, output: "metric\n", error: ""))
    #expect(home.preferences?.contains("\"dev.units.system\": \"metric\"") == true)
    let lines = try home.shell("cat \(log)").rest().split(separator: "\n").map(String.init)
    #expect(lines.first?.contains("unit system") == true)
    #expect(lines.first?.contains("dmenu") == (menu != "dmenu"))
    #expect(Array(lines.dropFirst()) == ["metric", "imperial (now)"])
    // The line of the present choice is the word, too.
    try install(menu, "tail -n 1", home)
    try home.set(system: .imperial)
    #expect(try pick(menu, home).output == "imperial\n")
  }

  @Test func `a menu that is left, is not there, or prints something else chooses nothing`() throws
  {
    let home = try Home()
    home.environment["PATH"] = "\(home.path)/bin:/bin:/usr/bin"
    try install("dmenu", "exit 1", home)
    #expect(try pick("dmenu", home) == .init(status: 1, output: "", error: ""))
    try install("dmenu", "echo furlong", home)
    #expect(try pick("dmenu", home).status == 65)
    home.environment["PATH"] = "/nowhere"
    let missing = try pick("wofi", home)
    #expect(missing.status == 69)
    #expect(missing.error.contains("unitsctl: no such program: wofi\n"))
    #expect(home.preferences == nil)
  }

  private func install(_ menu: String, _ script: String, _ home: Home) throws {
    // A shell writes it: while a program has a file open for writing, nobody can run it, and what is
    // open here may be open for a moment in the programs that other tests start.
    home.environment["SCRIPT"] = "#!/bin/sh\n\(script)\n"
    let file = "\(home.path)/bin/\(menu)"
    let maker = try home.shell(
      "mkdir -p '\(home.path)/bin' && printf %s \"$SCRIPT\" >'\(file)' && chmod 755 '\(file)'")
    #expect(maker.ends(within: .seconds(60)) && maker.status() == 0)
    home.environment["PATH"] = "\(home.path)/bin:/usr/bin:/bin"
  }

  private func pick(_ menu: String, _ home: Home) throws -> Session.Outcome {
    let program = try RunningProgram(
      [BuiltProgram.unitsctl.path, "pick", "--menu", menu], environment: home.environment)
    program.closeInput()
    let output = program.rest(within: .seconds(60))
    #expect(program.ends(within: .seconds(60)))
    return Session.Outcome(
      status: program.status() ?? -1, output: output, error: program.errorText())
  }
}
