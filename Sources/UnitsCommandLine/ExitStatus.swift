// The exit statuses of the programs, by sysexits.h.

/// What a program tells its caller by its end.
package enum ExitStatus: Int32, CaseIterable, Sendable {
  case done = 0
  /// The honest no: an absent key, a comparison that failed.
  case no = 1
  case usage = 64
  case badData = 65
  /// The daemon was named and is not there.
  case unavailable = 69
  case inputOutput = 74
  /// Timed out, busy, or the outcome is unknown.
  case temporary = 75
  case notPermitted = 77

  /// What the status tells, in a line.
  package var meaning: String {
    switch self {
    case .done: "Done; a change is durable."
    case .no: "An honest no: the key is absent, the comparison failed, no daemon runs."
    case .usage: "The command line is wrong."
    case .badData: "The value is refused, or the file cannot be understood."
    case .unavailable: "The daemon was named with --socket or UNITS_SOCKET and is not there."
    case .inputOutput:
      "Not stored, since the disk is full or fails; or stored, and the output could not be written."
    case .temporary:
      "Timed out, the lock is held, or the reply was lost and the outcome is unknown."
    case .notPermitted: "Not permitted."
    }
  }
}
