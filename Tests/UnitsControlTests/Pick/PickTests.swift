import Foundation
import TestSupport
import Testing
import Units

/// `pick` as it is seen and used at a terminal.
@Suite struct PickTests {
  @Test func `arrows, numbers, space and the mouse choose, and it is stored at once`() throws {
    guard let (home, terminal) = try open() else { return }
    try terminal.shows("[imperial]   3.1 mi, 154 lbs, 98.6 °F")
    try terminal.press("Left")
    try terminal.shows("[metric]  imperial    5.0 km, 70 kg, 37 °C")
    #expect(home.preferences?.contains("\"dev.units.system\": \"metric\"") == true)
    // At the end there is nothing further left.
    try terminal.press("Left")
    try terminal.press("Space")
    try terminal.shows("[imperial]")
    try terminal.press("1")
    try terminal.shows("[metric]")
    let line = try #require(try terminal.lines().first { $0.contains("[metric]") })
    let column = try #require(line.range(of: "imperial")).lowerBound
    try terminal.click(column: line.distance(from: line.startIndex, to: column) + 3, row: 2)
    try terminal.shows("[imperial]")
    #expect(home.preferences?.contains("\"dev.units.system\": \"imperial\"") == true)
    // Beside the segments there is nothing to click.
    try terminal.click(column: 80, row: 12)
    try terminal.press("Enter")
    try expectEnd(0, terminal)
    try terminal.shows("the system alone on a line") { $0.contains("imperial") }
  }

  @Test func `a change made elsewhere is shown, and a type with a system of its own has a row`()
    throws
  {
    guard let (home, terminal) = try open() else { return }
    try terminal.shows("[imperial]")
    try home.set(system: .metric)
    try terminal.shows("[metric]  imperial ")
    try home.set("dev.units.system.height", "imperial")
    try terminal.shows("height        as above   metric  [imperial]   5.91 ft")
    try terminal.press("Down")
    try terminal.shows("> height")
    try terminal.press("Left", "Left")
    try terminal.shows("> height       [as above]  metric   imperial    1.8 m")
    #expect(home.preferences?.contains("dev.units.system.height") == false)
    // The daemon comes, and tells.
    let daemon = try home.startDaemon()
    try home.set(system: .imperial)
    try terminal.shows("5.91 ft")
    try terminal.press("q")
    try expectEnd(0, terminal)
    withExtendedLifetime(daemon) {}
  }

  @Test(arguments: [
    ("a key", 0), ("escape", 0), ("interrupt", 130), ("SIGTERM", 143), ("SIGHUP", 129),
    ("SIGSEGV", 139), ("SIGUSR1", 138), ("SIGQUIT", 131),
  ])
  func `however it ends, the terminal is as it was`(_ ending: String, status: Int) throws {
    guard let (home, terminal) = try open(then: "") else { return }
    let before = try settings(terminal, home)
    #expect(before.contains(" icanon ") && before.contains(" echo "))
    try terminal.type("unitsctl pick\n")
    try terminal.shows("[imperial]")
    #expect(try terminal.property("#{alternate_on} #{mouse_any_flag} #{cursor_flag}") == "1 1 0")
    switch ending {
    case "a key": try terminal.press("q")
    case "escape": try terminal.press("Escape")
    case "interrupt": try terminal.press("C-c")
    default:
      let killer = try home.shell("exec kill -\(ending.dropFirst(3)) \(try picker(home))")
      #expect(killer.ends(within: .seconds(60)))
    }
    try expectEnd(status, terminal)
    #expect(try terminal.property("#{alternate_on} #{mouse_any_flag} #{cursor_flag}") == "0 0 1")
    #expect(try settings(terminal, home) == before)
  }

  @Test func `a stopped picker gives the terminal back, and takes it again`() throws {
    guard let (_, terminal) = try open() else { return }
    try terminal.shows("[imperial]")
    try terminal.press("C-z")
    try terminal.shows("Stopped")
    #expect(try terminal.property("#{alternate_on}") == "0")
    try terminal.type("fg\n")
    try terminal.shows("[imperial]")
    try terminal.press("Left")
    try terminal.shows("[metric]")
    try terminal.press("q")
    try expectEnd(0, terminal)
  }

  @Test func `what cannot be stored is said and not shown`() throws {
    guard let (home, terminal) = try open() else { return }
    try terminal.shows("[imperial]")
    try FileManager.default.createDirectory(
      atPath: "\(home.path)/config/units", withIntermediateDirectories: true)
    chmod("\(home.path)/config/units", 0o777)
    try terminal.press("Left")
    try terminal.shows("directory is writable by everybody")
    try terminal.shows("[imperial]")
    chmod("\(home.path)/config/units", 0o700)
    try terminal.press("Left")
    try terminal.shows("[metric]")
    try terminal.press("q")
    try expectEnd(0, terminal)
  }

  @Test func `a terminal that is too small shows what fits`() throws {
    guard let (_, terminal) = try open(columns: 20, rows: 3) else { return }
    try terminal.shows("> unit system")
    try terminal.press("q")
    try expectEnd(0, terminal)
  }

  /// A shell that has started the picker. It leaves the terminal's settings alone, which those with
  /// line editors do not.
  private func open(
    then command: String = "unitsctl pick\n", columns: Int = 100, rows: Int = 20
  ) throws -> (Home, TmuxTerminal)? {
    guard
      Requirement.areMet(TmuxTerminal.requirement, .program(.unitsctl), .file("/bin/dash"))
    else { return nil }
    let home = try Home()
    let file = try home.write("shrc", "PS1='ready> '\n")
    let terminal = try TmuxTerminal(
      "exec env -u LC_ALL ENV=\(file) /bin/dash -E", home, columns: columns, rows: rows)
    try terminal.shows("ready>")
    try terminal.type(command)
    return (home, terminal)
  }

  /// The picker ends with this status.
  private func expectEnd(
    _ status: Int, _ terminal: TmuxTerminal, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let hasLeft = try eventually(within: .seconds(60)) {
      try terminal.property("#{alternate_on}") == "0"
    }
    #expect(hasLeft, sourceLocation: sourceLocation)
    try terminal.type("echo ended with $?\n")
    try terminal.shows("an end with \(status)", sourceLocation: sourceLocation) {
      // What was typed ahead may stand in front of it.
      $0.contains { $0.hasSuffix("ended with \(status)") }
    }
  }

  private func picker(_ home: Home) throws -> Int32 {
    try #require(
      ProcessTable.all().first { process in
        ProcessTable.name(of: process) == "unitsctl"
          && ProcessTable.environment(of: process).contains("HOME=\(home.path)")
      })
  }

  /// The settings of the terminal: what echoes, what makes a line.
  private func settings(_ terminal: TmuxTerminal, _ home: Home) throws -> String {
    try home.shell("stty -a <\(try terminal.property("#{pane_tty}"))").rest(within: .seconds(60))
  }
}
