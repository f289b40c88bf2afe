// Every option of every program, declared once. Programs and commands name those that they take.
//
// These and the forms of commands are classes, for a reason of cost: arrays of classes share one type,
// and an array of anything else is a type that each process has to make: three of them were a tenth of
// the instructions of a whole `get`.

package import UnitsPreferences

/// An option of a program.
package final class OptionDeclaration: Sendable {
  /// The long name without its dashes.
  package let name: String
  package let short: Character?
  /// What its value may be; nil for a flag, which takes none.
  package let kind: ValueKind?
  package let summary: String

  private init(_ name: String, short: Character?, kind: ValueKind?, _ summary: String) {
    self.name = name
    self.short = short
    self.kind = kind
    self.summary = summary
  }

  convenience init(
    _ name: String, short: Character? = nil, _ kind: ValueKind, _ summary: String
  ) {
    self.init(name, short: short, kind: kind, summary)
  }

  convenience init(flag name: String, short: Character? = nil, _ summary: String) {
    self.init(name, short: short, kind: nil, summary)
  }

  /// An option that a preference gives the default of.
  private convenience init(_ setting: BarSetting, _ summary: String) {
    self.init(setting.rawValue, .preference(setting.declaration.kind), summary)
  }

  /// The same option where it means something else.
  func meaning(_ summary: String) -> OptionDeclaration {
    OptionDeclaration(name, short: short, kind: kind, summary)
  }

  /// What stands for its value; nil for a flag.
  package var placeholder: String? { kind?.placeholder }

  /// The summary, with the words that its value may be.
  package var fullSummary: String {
    guard let words = kind?.words, !words.isEmpty else { return summary }
    return "\(summary): \(words.joined(separator: ", "))"
  }

  /// `--timeout SECONDS`
  package var form: String { "--\(name)" + (placeholder.map { " \($0)" } ?? "") }

  /// `--timeout SECONDS`, with the short form in front or room for it.
  package var usage: String { short.map { "-\($0), \(form)" } ?? "    \(form)" }
}

// MARK: Of several programs

extension OptionDeclaration {
  package static let group = OptionDeclaration(
    "group", short: "g", .group, "the app group (group.dev.units)")
  package static let socket = OptionDeclaration(
    "socket", .socket, "use the daemon at this socket, and nothing else")
  package static let noDaemon = OptionDeclaration(flag: "no-daemon", "use the store directly")
  package static let timeout = OptionDeclaration(
    "timeout", .timeout, "how long to wait for the daemon or a lock at most (2)")
  package static let json = OptionDeclaration(flag: "json", "print JSON, for programs")
  package static let quiet = OptionDeclaration(
    flag: "quiet", short: "q", "print neither what a change came to nor warnings")
  package static let help = OptionDeclaration(flag: "help", short: "h", "print help")
  package static let version = OptionDeclaration(flag: "version", short: "V", "print the version")
}

// MARK: Of unitsctl

extension OptionDeclaration {
  static let measurementType = ValueKind.preference(.measurementType)

  package static let absent = OptionDeclaration(flag: "absent", "expect that the key is absent")
  package static let at = OptionDeclaration(
    "at", .time,
    "when it was taken: 07:15, 'yesterday 18:30', 2026-11-30T07:15, RFC 3339 (now)")
  package static let changes = OptionDeclaration(flag: "changes", "leave the present state out")
  package static let csv = OptionDeclaration(
    flag: "csv", "print comma-separated values, in base units")
  package static let raw = OptionDeclaration(
    flag: "raw", "with --csv: put no ' in front of what a spreadsheet takes for a formula")
  package static let defaultValue = OptionDeclaration(
    "default", .value, "print this where the key is absent")
  package static let explain = OptionDeclaration(flag: "explain", "tell which file decides")
  package static let forType = OptionDeclaration(
    "for", measurementType, "for one measurement type")
  package static let install = OptionDeclaration(
    "install", .directory, "write the files below this directory, and print their names")
  package static let limit = OptionDeclaration("limit", .count, "print no more than these")
  package static let menu = OptionDeclaration("menu", .menu, "ask in this menu")
  package static let note = OptionDeclaration("note", .text, "a remark")
  package static let period = OptionDeclaration("period", .period, "of which time (today)")
  package static let replace = OptionDeclaration(
    flag: "replace", "remove every key that is not loaded")
  package static let since = OptionDeclaration(
    "since", .day,
    "from then on: a day (today, yesterday, monday, 2026-11-30) or a time")
  package static let skipBad = OptionDeclaration(
    flag: "skip-bad", "import the other lines where some are bad")
  package static let source = OptionDeclaration("source", .text, "what it comes from (unitsctl)")
  package static let style = OptionDeclaration(
    "style", .preference(.heightStyle), "of a height in feet")
  package static let type = OptionDeclaration("type", measurementType, "of this measurement type")
  package static let until = OptionDeclaration(
    "until", .day, "up to then: a whole day, or before a time")
  /// Of a value that is typed.
  package static let valueType = OptionDeclaration("type", .valueType, "the value's type")
}

// MARK: Of unitsbar

extension OptionDeclaration {
  package static let follow = OptionDeclaration(
    flag: "follow", short: "f", "keep running, and print a new line at each change")
  package static let merge = OptionDeclaration(
    "merge", .shellCommand, "i3bar: put this status command's blocks behind ours")
  package static let toggle = OptionDeclaration(
    flag: "toggle", "switch the unit system and end: what a click runs")
  package static let scroll = OptionDeclaration(
    "scroll", .direction, "go to the next period or the one before, and end")
  package static let goal = bar(.goal)

  /// What a preference gives the default of.
  package static func bar(_ setting: BarSetting) -> OptionDeclaration {
    let declaration = setting.declaration
    let standard = declaration.standard.isEmpty ? "" : " (\(declaration.standard))"
    switch setting {
    case .template:
      return OptionDeclaration(setting, "\(declaration.summary); fields: \(BarTemplate.Field.list)")
    case .onMiddle, .onRight:
      return OptionDeclaration(
        setting.rawValue, .buttonCommand, "\(declaration.summary), in i3bar and i3blocks")
    case .type, .period, .goal, .width, .placeholder:
      return OptionDeclaration(setting, declaration.summary + standard)
    }
  }
}

// MARK: Of the others

extension OptionDeclaration {
  package static let folder = OptionDeclaration(
    flag: "folder",
    """
    import what is complete in the folder that the preference dev.units.import.folder names, and \
    move it to imported/ there; what is refused is moved to failed/, with the reason beside it
    """)
  package static let courses = OptionDeclaration(
    flag: "courses", "take courses, which are plans, for what was done")

  package static let readOnlySocket = OptionDeclaration(
    "read-only-socket", .socket,
    """
    listen here, too, for programs in a sandbox: they may look and not touch; without --socket and \
    $UNITS_SOCKET it is $XDG_RUNTIME_DIR/units-readonly/unitsd.sock
    """)
  package static let readOnlyGroup = OptionDeclaration(
    "read-only-group", .group, "what they may look at; may be given again (group.dev.units)")
  package static let idleExit = OptionDeclaration(
    "idle-exit", .idleTime,
    """
    end when nobody has been connected for so long; followers are connected. Only with sockets of a \
    service manager, which starts the daemon again
    """)

  package static let rounds = OptionDeclaration(
    "rounds", .count, "how often a whole process is run (200); others take multiples")
  package static let records = OptionDeclaration(
    "records", .count,
    """
    how far the curves by records go (1000000); ten times as many take some minutes more and, for a \
    while, 4 GB
    """)
  package static let place = OptionDeclaration(
    "in", .directory, "the directory whose file system is written to (/var/tmp)")
  package static let noBuild = OptionDeclaration(
    flag: "no-build", "take the release programs as they are")
  package static let list = OptionDeclaration(flag: "list", "print the names and what they measure")
}
