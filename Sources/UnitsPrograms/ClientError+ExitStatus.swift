package import UnitsClient
package import UnitsCommandLine

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
