import Foundation
import TestSupport
import Testing

/// Completion in the real shells, typed at a terminal.
@Suite struct ShellCompletionTests {
  enum Shell: String, CaseIterable {
    case bash, zsh, fish

    /// Where the script belongs, below the home, and how the shell is started so that it finds it.
    var place: String {
      switch self {
      case .bash: "completion"
      case .zsh: "functions/_unitsctl"
      case .fish: "config/fish/completions/unitsctl.fish"
      }
    }

    func start(_ home: Home) -> String {
      switch self {
      case .bash: "exec bash --noprofile --rcfile \(home.path)/bashrc"
      case .zsh: "exec zsh -d"
      case .fish: "exec fish"
      }
    }
  }

  /// What is typed, and what the line becomes by a press of the tabulator.
  static let lines = [
    ("unitsctl tog", "unitsctl toggle "),
    ("unitsctl get window.w", "unitsctl get window.width "),
    ("unitsctl --group group.dev.o", "unitsctl --group group.dev.other "),
    ("unitsctl --group=group.dev.o", "unitsctl --group=group.dev.other "),
    ("unitsctl --group=group.dev.other get of.o", "unitsctl --group=group.dev.other get of.other "),
    ("unitsctl set dev.units.system imp", "unitsctl set dev.units.system imperial "),
    ("unitsctl set dev.units.system=imp", "unitsctl set dev.units.system=imperial "),
    ("unitsctl set a=1 window.w", "unitsctl set a=1 window.width="),
    ("unitsctl log dist", "unitsctl log distance "),
    ("unitsctl log --not", "unitsctl log --note "),
    ("unitsctl load prefe", "unitsctl load preferences.json "),
    ("unitsctl help compl", "unitsctl help completions "),
    ("unitsbar --type heart", "unitsbar --type heart-rate "),
    ("unitsbar wayb", "unitsbar waybar "), ("unitsd --sock", "unitsd --socket "),
  ]

  @Test(arguments: Shell.allCases)
  func `the shell completes commands, keys, values, groups and files`(_ shell: Shell) throws {
    guard Requirement.areMet(TmuxTerminal.requirement, .peer(shell.rawValue)) else { return }
    let home = try Home()
    try prepare(home, for: shell)
    try home.set("window.width", "1280")
    try home.set("dev.units.system", "metric")
    let terminal = try TmuxTerminal(shell.start(home), home)
    for (typed, completed) in Self.lines {
      try terminal.shows("an empty line") { $0.filter { !$0.isEmpty } == ["ready>"] }
      try terminal.type(typed)
      try terminal.shows(typed)
      try terminal.press("Tab")
      try terminal.shows(completed.trimmingCharacters(in: .whitespaces))
      // What follows the completed word tells whether the shell has put a blank behind it.
      try terminal.type("X")
      try terminal.shows("\(completed)X")
      try terminal.press("C-u", "C-l")
    }
  }

  @Test(arguments: Shell.allCases)
  func `the shell lists what there is`(_ shell: Shell) throws {
    guard Requirement.areMet(TmuxTerminal.requirement, .peer(shell.rawValue)) else { return }
    let home = try Home()
    try prepare(home, for: shell)
    try home.set("window.width", "1280")
    try home.set("window.height", "800")
    let terminal = try TmuxTerminal(shell.start(home), home)
    try terminal.shows("ready>")
    try terminal.type("unitsctl get window.")
    try terminal.shows("unitsctl get window.")
    try terminal.press("Tab")
    try terminal.press("Tab")
    try terminal.shows("both keys") { lines in
      lines.contains { $0.contains("window.height") }
        && lines.contains { $0.contains("window.width") }
    }
  }

  /// Puts the script where it belongs, and a start file that says when the shell is ready.
  private func prepare(_ home: Home, for shell: Shell) throws {
    let program = try RunningProgram(
      [BuiltProgram.unitsctl.path, "completions", shell.rawValue], environment: home.environment)
    let script = program.rest(within: .seconds(60))
    #expect(program.ends(within: .seconds(60)) && program.status() == 0)
    let file = URL(filePath: home.path).appending(path: shell.place)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try script.write(to: file, atomically: true, encoding: .utf8)
    switch shell {
    case .bash:
      _ = try home.write("bashrc", "PS1='ready> '\nsource \(file.path)\ncd \(home.path)\n")
    case .zsh:
      _ = try home.write(
        ".zshrc",
        """
        PS1='ready> '
        fpath=(\(home.path)/functions $fpath)
        autoload -Uz compinit && compinit -u -D
        cd \(home.path)
        """)
    case .fish:
      try FileManager.default.createDirectory(
        atPath: "\(home.path)/config/fish", withIntermediateDirectories: true)
      _ = try home.write(
        "config/fish/config.fish",
        """
        set -g fish_greeting
        set -g fish_autosuggestion_enabled 0
        function fish_prompt; echo -n 'ready> '; end
        cd \(home.path)
        """)
    }
    _ = try home.write("preferences.json", "{}")
    let other = try RunningProgram(
      [BuiltProgram.unitsctl.path, "--group", "group.dev.other", "set", "of.other", "1"],
      environment: home.environment)
    #expect(other.ends(within: .seconds(60)) && other.status() == 0)
  }
}
