// How a command ends early, and what it says then.

internal import UnitsClient
internal import UnitsCommandLine
internal import UnitsPrograms
internal import UnitsProtocol

/// Why a command ended early: a line of fact and object, a line of help where one helps.
struct ControlFailure: Error, Equatable {
  let status: ExitStatus
  /// Nil where nobody is left to read it: standard output was closed.
  let message: String?
  let hint: String?

  init(_ status: ExitStatus, _ message: String, hint: String? = nil) {
    self.status = status
    self.message = message
    self.hint = hint
  }

  private init(silent status: ExitStatus) {
    self.status = status
    message = nil
    hint = nil
  }

  /// The reader of standard output has gone, as `head` does: no failure of ours.
  static let outputClosed = ControlFailure(silent: .done)

  static func usage(_ message: String, hint: String? = nil) -> ControlFailure {
    ControlFailure(.usage, message, hint: hint)
  }

  init(_ error: UsageError) {
    self.init(error.status, error.message, hint: error.hint)
  }

  init(_ error: ClientError) {
    var message = error.description
    var hint: String?
    switch error {
    case .preferences(.invalidValue(let key, let reason, let allowed?)):
      message = "\(reason): \(key)"
      hint = "allowed: \(allowed.joined(separator: ", "))"
    case .preferences(.damaged):
      hint = "mend the file there, or move it away; `unitsctl doctor` says how"
    case .records(.damaged): hint = "`unitsctl doctor` says how to recover it"
    case .preferences(.refused), .records(.refused), .preferences(.busy), .records(.busy),
      .preferences(.notDurable), .records(.notDurable), .unreachable, .timedOut:
      hint = "`unitsctl doctor` may know why"
    case .notRunning: hint = "without --socket and UNITS_SOCKET the store is used directly"
    case .outcomeUnknown: hint = "look whether it was done before you do it again"
    default: break
    }
    self.init(error.exitStatus, message, hint: hint)
  }
}

/// Does something with the client, and tells its failure in the program's words.
func translating<Value>(
  _ body: () throws(ClientError) -> Value
) throws(ControlFailure) -> Value {
  do throws(ClientError) { return try body() } catch { throw ControlFailure(error) }
}
