// What an option's value or an operand may be: its name in a usage line, its words, its check.
//
// A value that its kind refuses is refused before anything is done. What is wrong with the line itself
// has the status of a wrong command line, 64; what would be data, a measurement type, a period, a unit
// system, that of bad data, 65.

internal import Units
internal import UnitsLinux
package import UnitsPreferences

/// The kinds of values.
package enum ValueKind: Hashable, Sendable {
  /// As a preference of ours may be.
  case preference(PreferenceKind)
  // One of a few words.
  case period
  case valueType
  case menu
  case shell
  case format
  case direction
  case command
  /// A program with a manual page.
  case program
  case benchmark
  // Checked here.
  case timeout
  case idleTime
  case count
  // Read by whoever takes them, who says what is wrong with them.
  case group
  /// A stored key.
  case key
  /// A key that is set, stored or not.
  case newKey
  /// `KEY=VALUE`
  case assignment
  case prefix
  case value
  case expected
  case recordID
  case measurement
  case unit
  case time
  /// A day or a time.
  case day
  case file
  /// A file, or `-` for standard input.
  case fileOrInput
  case directory
  case socket
  /// A command of `unitsctl` that a button runs.
  case buttonCommand
  /// A command of the shell.
  case shellCommand
  case text
  /// A word of another program's command line.
  case word

  /// Longer than an hour is for ever, and for ever is a hang.
  package static let longestTimeout = 3600.0
  /// A year is for ever, and what is longer may not be counted in nanoseconds.
  package static let longestIdleTime: Double = 365 * 86_400

  /// What stands for it in a usage line; its words, where they are few.
  package var placeholder: String {
    switch self {
    case .preference(let kind): kind.placeholder
    case .shell, .direction, .program: words.joined(separator: "|")
    case .period: "PERIOD"
    case .valueType: "TYPE"
    case .menu: "MENU"
    case .format: "FORMAT"
    case .command, .buttonCommand, .shellCommand: "COMMAND"
    case .benchmark: "NAME"
    case .timeout, .idleTime: "SECONDS"
    case .count: "COUNT"
    case .group: "GROUP"
    case .key, .newKey: "KEY"
    case .assignment: "KEY=VALUE"
    case .prefix: "PREFIX"
    case .value: "VALUE"
    case .expected: "EXPECTED"
    case .recordID: "ID"
    case .measurement: "VALUE[UNIT]"
    case .unit: "UNIT"
    case .time: "TIME"
    case .day: "DAY|TIME"
    case .file: "FILE"
    case .fileOrInput: "FILE|-"
    case .directory: "DIR"
    case .socket: "PATH"
    case .text: "TEXT"
    case .word: "WORD"
    }
  }

  /// The words that it may be; none of what is no word.
  package var words: [String] {
    switch self {
    case .preference(let kind): kind.words
    case .period: CalendarPeriod.allCases.map(\.rawValue)
    case .valueType: ValueType.allCases.map(\.rawValue)
    case .menu: PickMenu.allCases.map(\.rawValue)
    case .shell: Shell.allCases.map(\.rawValue)
    case .format: WidgetFormat.allCases.map(\.rawValue)
    case .direction: WheelDirection.allCases.map(\.rawValue)
    case .command: CommandName.listed.map(\.rawValue)
    case .program: Program.installed.map(\.rawValue)
    case .benchmark: Benchmark.allCases.map(\.rawValue)
    default: []
    }
  }

  /// What a refusal says of a text that is none of the words.
  private var refusal: String {
    switch self {
    case .period: "not a period"
    case .valueType: "unknown type"
    case .menu: "unknown menu"
    case .shell: "unknown shell"
    case .format: "unknown format"
    case .direction: "unknown direction"
    case .command: "unknown command"
    case .program: "no manual of this"
    case .benchmark: "unknown benchmark"
    default: "not a \(placeholder)"
    }
  }

  /// Throws if the text cannot be of this kind.
  package func check(_ text: String) throws(UsageError) {
    if !isFile, FileName.hasCarriers(text) {
      throw UsageError("not UTF-8: \(FileName.shown(text))", status: .badData)
    }
    switch self {
    case .preference(let kind):
      if let refusal = kind.refusal(of: text) {
        throw UsageError("\(refusal.reason): \(text)", hint: refusal.hint, status: .badData)
      }
    case .period:
      guard !words.contains(text) else { return }
      throw UsageError("\(refusal): \(text)", hint: allowed, status: .badData)
    case .command:
      // Those that only programs run are none that help is asked for.
      guard !words.contains(text) else { return }
      throw CommandName.unknown(text)
    case .valueType, .menu, .shell, .format, .direction, .program, .benchmark:
      guard !words.contains(text) else { return }
      throw UsageError("\(refusal): \(text)", hint: allowed)
    case .timeout:
      guard Self.seconds(text, upTo: Self.longestTimeout) == nil else { return }
      throw UsageError("not a timeout: \(text)", hint: "seconds above 0, up to 3600")
    case .idleTime:
      guard Self.seconds(text, upTo: Self.longestIdleTime) == nil else { return }
      throw UsageError("not a number of seconds: \(text)", hint: "above 0, up to a year")
    case .count:
      guard Int(text).map({ $0 < 1 }) ?? true else { return }
      throw UsageError("not a count: \(text)", hint: "1 or more")
    case .group, .key, .newKey, .assignment, .prefix, .value, .expected, .recordID, .measurement,
      .unit, .time, .day, .file, .fileOrInput, .directory, .socket, .buttonCommand, .shellCommand,
      .text, .word:
      break
    }
  }

  /// Whether it names a file, which may be called anything.
  private var isFile: Bool {
    switch self {
    case .file, .fileOrInput: true
    default: false
    }
  }

  /// The number of seconds; nil if the text is none, or too many, or none above 0.
  package static func seconds(_ text: String, upTo limit: Double) -> Double? {
    Double(text).flatMap { $0 > 0 && $0 <= limit ? $0 : nil }
  }

  private var allowed: String { "allowed: \(words.joined(separator: ", "))" }
}

extension PreferenceKind {
  fileprivate var placeholder: String {
    switch self {
    case .unitSystem: words.joined(separator: "|")
    case .measurementType: "TYPE"
    case .heightStyle: "STYLE"
    case .barPeriod: "PERIOD"
    case .goal: "GOAL"
    case .template, .text: "TEXT"
    case .width: "N"
    case .folder: "DIR"
    }
  }
}
