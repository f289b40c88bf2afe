// Every option of every command, declared once.

internal import UnitsCommandLine

/// An option, by its long name.
enum OptionName: String, CaseIterable {
  // Of every command.
  case group
  case socket
  case noDaemon = "no-daemon"
  case timeout
  case json
  case quiet
  case help
  case version
  // Of some.
  case absent
  case at
  case changes
  case courses
  case csv
  case defaultValue = "default"
  case explain
  case folder
  case forType = "for"
  case goal
  case install
  case limit
  case menu
  case note
  case period
  case replace
  case since
  case skipBad = "skip-bad"
  case source
  case style
  case type
  case until

  static let global: [OptionName] = [
    .group, .socket, .noDaemon, .timeout, .json, .quiet, .help, .version,
  ]

  /// What stands for its value in a usage line; nil for one that takes none.
  var placeholder: String? {
    switch self {
    case .group: "GROUP"
    case .socket: "PATH"
    case .timeout: "SECONDS"
    case .at: "TIME"
    case .defaultValue: "VALUE"
    case .forType: "TYPE"
    case .goal: "GOAL"
    case .install: "DIR"
    case .limit: "COUNT"
    case .menu: "MENU"
    case .note, .source: "TEXT"
    case .period: "PERIOD"
    case .since, .until: "DAY|TIME"
    case .style: "STYLE"
    case .type: "TYPE"
    case .noDaemon, .json, .quiet, .help, .version, .absent, .changes, .courses, .csv, .explain,
      .folder, .replace, .skipBad:
      nil
    }
  }

  var short: Character? {
    switch self {
    case .group: "g"
    case .quiet: "q"
    case .help: "h"
    case .version: "V"
    default: nil
    }
  }

  var summary: String {
    switch self {
    case .group: "the app group (group.dev.units)"
    case .socket: "use the daemon at this socket, and nothing else"
    case .noDaemon: "use the store directly"
    case .timeout: "how long to wait at most (2)"
    case .json: "print JSON, for programs"
    case .quiet: "print neither what a change came to nor warnings"
    case .help: "print help"
    case .version: "print the version"
    case .absent: "expect that the key is absent"
    case .at: "when it was taken: 07:15, 'yesterday 18:30', 2026-11-30T07:15, RFC 3339 (now)"
    case .changes: "leave the present state out"
    case .courses: "take courses, which are plans, for what was done"
    case .defaultValue: "print this where the key is absent"
    case .explain: "tell which file decides"
    case .folder: "import what is complete in the folder of the preference"
    case .forType: "for one measurement type: \(Words.measurementTypes)"
    case .install: "write the files below this directory, and print their names"
    case .csv: "print comma-separated values, in base units"
    case .limit: "print no more than these"
    case .menu: "ask in this menu: \(Words.list(PickMenu.allCases.map(\.rawValue)))"
    case .goal: "what to reach in a day (the preference dev.units.bar.goal)"
    case .note: "a remark"
    case .period: "\(Words.periods) (today)"
    case .replace: "remove every key that is not loaded"
    case .since: "from then on: a day (\(Words.days)) or a time"
    case .skipBad: "import the other lines where some are bad"
    case .source: "what it comes from (unitsctl)"
    case .style: "of a height in feet: \(Words.heightStyles)"
    case .type: "the value's type: \(Words.valueTypes)"
    case .until: "up to then: a whole day, or before a time"
    }
  }

  var declaration: OptionDeclaration {
    OptionDeclaration(rawValue, short: short, placeholder: placeholder, summary: summary)
  }
}
