import TestSupport
import Testing
import UnitsCommandLine
import UnitsLinux

@testable import UnitsWidget

/// The arguments of `unitsbar`.
struct WidgetCommandTests {
  @Test(arguments: [
    (["--follow", "tea"], "unknown format: tea"),
    (["plain", "waybar"], "one format too many: waybar"),
    (["--type", "tea"], "--type: unknown type: tea"),
    (["--period=year"], "--period: unknown period: year"),
    (["--goal", "far"], "--goal: no measurement: far"),
    (["--template", "{value} {vlaue}"], "--template: column 9: unknown field: {vlaue}"),
    (["--width", "-1"], "--width: no width: -1"),
    (["--scroll", "left"], "unknown direction: left"),
    (["--merge", "i3status", "waybar"], "--merge is of another format"),
    (["--frob"], "unknown option: --frob"),
    (["--socket"], "option needs a value: --socket"),
    (["--group", "../x"], "not a group's name: ../x"),
  ])
  func `what cannot be understood is refused by name`(arguments: [String], reason: String) {
    guard case .refuse(let text, _) = WidgetCommand.parse(arguments, environment: Environment([:]))
    else {
      Issue.record("it was not refused")
      return
    }
    #expect(text == reason)
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
  @Test func `formats, fields and periods are declared as they are`() {
    #expect(WidgetCommandLine.formats == WidgetFormat.allCases.map(\.rawValue))
    #expect(WidgetCommandLine.fields == WidgetTemplate.Field.allCases.map(\.rawValue))
    #expect(WidgetCommandLine.periods == WidgetPeriod.allCases.map(\.rawValue))
    let names = WidgetCommandLine.options.map { "--\($0.name)" }
    for setting in WidgetSetting.allCases { #expect(names.contains(setting.option)) }
  }

  @Test(arguments: WidgetCommandLine.options.map(\.name))
  func `every declared option is understood, and takes a value if it says so`(name: String) throws {
    let option = try #require(WidgetCommandLine.options.first { $0.name == name })
    let samples = ["goal": "5km", "width": "7", "group": "group.x", "merge": "x"]
    let value = option.values.first ?? samples[name] ?? "x"
    var arguments = option.placeholder == nil ? ["--\(name)"] : ["--\(name)", value]
    if name == "merge" { arguments += ["--follow", "i3bar"] }
    if case .refuse(let reason, _) = WidgetCommand.parse(arguments, environment: Environment([:])) {
      Issue.record("\(reason)")
    }
    guard option.placeholder != nil else { return }
    guard
      case .refuse(let reason, _) = WidgetCommand.parse(
        ["--\(name)"], environment: Environment([:]))
    else {
      Issue.record("a value is needed")
      return
    }
    #expect(reason == "option needs a value: --\(name)")
  }
}
