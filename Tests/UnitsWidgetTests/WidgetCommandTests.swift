import Testing
import UnitsLinux
import WidgetTestSupport

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
