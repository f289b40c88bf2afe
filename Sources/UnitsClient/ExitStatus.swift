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
}

extension ClientError {
  /// The exit status of a program that this error ends.
  package var exitStatus: ExitStatus {
    switch kind {
    case .badData: .badData
    case .unavailable: .unavailable
    case .inputOutput: .inputOutput
    case .temporary: .temporary
    case .notPermitted: .notPermitted
    }
  }
}
