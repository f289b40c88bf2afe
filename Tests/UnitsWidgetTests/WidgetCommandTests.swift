import TestSupport
import Testing
import Units
import UnitsClient
import UnitsCommandLine
import UnitsLinux
import UnitsStore

@testable import UnitsWidget

/// The arguments of `unitsbar`.
struct WidgetCommandTests {
  @Test(arguments: [
    (["--follow", "tea"], "unknown format: tea"),
    (["plain", "waybar"], "unexpected operand: waybar"),
    (["--type", "tea"], "not a measurement type: tea"),
    (["--merge", "i3status", "waybar"], "--merge is of another format"),
    (["--toggle=no"], "option takes no value: --toggle"),
    (["--toggle", "--scroll", "up"], "option of another form: --scroll"),
    (["--group", "../x"], "not a group's name: ../x"),
  ])
  func `what cannot be understood is refused by name`(arguments: [String], reason: String) {
    guard case .refuse(let error) = WidgetCommand.parse(arguments, environment: Environment([:]))
    else {
      Issue.record("it was not refused")
      return
    }
    #expect(error.message == reason)
  }

  @Test func `a refusal is told on standard error with status 64`() throws {
    let home = try Home()
    let widget = try home.unitsbar("--frob")
    #expect(widget.ends(within: .seconds(5)))
    #expect(widget.status() == 64)
    #expect(widget.rest() == "")
    #expect(widget.errorText().hasPrefix("unitsbar: unknown option: --frob\n"))
  }

  @Test func `the version and the help are printed`() throws {
    let home = try Home()
    #expect(try home.once("--version").output == "unitsbar 0.1.0\n")
    #expect(try home.once("--help").output.contains("example: unitsbar --follow"))
  }
}

/// What help, manual and completion say of `unitsbar` is what it takes.
struct WidgetCommandLineTests {
  private static let samples = [
    "goal": "5km", "width": "7", "group": "group.x", "timeout": "3", "template": "{value}",
  ]

  @Test(arguments: Program.unitsbar.allOptions.map(\.name))
  func `every declared option is understood, and takes a value if it says so`(name: String) throws {
    let option = try #require(Program.unitsbar.allOptions.first { $0.name == name })
    let value = option.kind?.words.first ?? Self.samples[name] ?? "x"
    var arguments = option.placeholder == nil ? ["--\(name)"] : ["--\(name)", value]
    if name == "merge" { arguments += ["--follow", "i3bar"] }
    if case .refuse(let error) = WidgetCommand.parse(arguments, environment: Environment([:])) {
      Issue.record("\(error)")
    }
  }

  @Test func `what the command line says is what is done`() throws {
    let words = ["-f", "waybar", "--goal=5km", "--width", "7", "--period", "week", "-gg.x"]
    guard case .show(let options) = WidgetCommand.parse(words, environment: Environment([:])) else {
      Issue.record("nothing is shown")
      return
    }
    #expect(options.mode == .follow && options.format == .waybar)
    #expect(options.settings.goal == "5km" && options.settings.width == 7)
    #expect(options.settings.period == .week && options.client.group.text == "g.x")
  }
}
