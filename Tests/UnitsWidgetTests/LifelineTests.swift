import Testing

@testable import UnitsWidget

/// Whom a widget's parent makes it work for.
struct LifelineTests {
  @Test(arguments: [
    ("polybar", ["polybar", "main"], Lifeline.Role.bar),
    ("i3blocks", ["i3blocks", "-c", "blocks.conf"], .statusCommand),
    ("timeout", ["timeout", "5", "unitsbar"], .bar),
    ("sh", ["sh", "-c", "unitsbar --follow"], .shellOfBar),
    ("sh", ["/bin/sh", "-c", "unitsbar --follow"], .shellOfBar),
    ("bash", ["bash", "-lc", "unitsbar --follow"], .shellOfBar),
    ("sh", ["/bin/sh", "/home/me/.config/bspwm/bspwmrc"], .script),
    ("bash", ["bash", "--norc", "panel.bash", "-c"], .shellOfBar),
    ("bash", ["-bash"], .person),
    ("zsh", ["zsh", "-i"], .person),
    ("sh", [], .person),
  ])
  func `a shell is told from a bar by its name and its words`(
    name: String, arguments: [String], role: Lifeline.Role
  ) {
    #expect(Lifeline.Role(name: name, arguments: arguments) == role)
  }
}
