// Why an operation on a group failed, whichever way it took.

package import UnitsLinux
package import UnitsProtocol
package import Varlink

/// The errors of a client; each says what its user can act on.
package enum ClientError: Error, Equatable, Sendable {
  /// Connecting failed: nothing is there, or it refuses.
  case notRunning(SystemError)
  /// Connecting failed for another reason; a socket of another user's program is one.
  case unreachable(SystemError)
  /// The time was up before anything was asked for, or before an answer that changes nothing.
  case timedOut(socket: String)
  /// The call was sent and its reply is lost: it may have been done.
  case outcomeUnknown(socket: String)
  /// What was received is not the protocol.
  case violation(ProtocolViolation, socket: String)
  /// A reply without this parameter, or with one of another type.
  case malformedReply(parameter: String, socket: String)
  /// An error that any method may have; a daemon of another version, mostly.
  case service(ServiceError)
  /// An error that this program does not know.
  case unknown(name: String)
  case preferences(PreferenceError)
  case records(RecordsError)
  /// Neither the XDG variables nor `HOME` say where the store is.
  case noStore
  /// A call of the kernel failed.
  case system(SystemError)
}

extension ClientError {
  /// What kind of failure it is; programs make their exit status of it.
  package enum Kind: Equatable, Sendable {
    /// Something is wrong with a value or a file's content.
    case badData
    /// The daemon that had to be there is not.
    case unavailable
    /// The disk or the connection failed.
    case inputOutput
    /// It may work later, or nobody knows whether it has.
    case temporary
    case notPermitted
  }

  package var kind: Kind {
    switch self {
    case .notRunning: .unavailable
    case .unreachable(let error), .system(let error):
      Self.isRefusal(error.reason) ? .notPermitted : .inputOutput
    case .timedOut, .outcomeUnknown: .temporary
    case .violation, .malformedReply, .unknown, .noStore: .inputOutput
    case .service(.permissionDenied): .notPermitted
    case .service: .inputOutput
    case .preferences(let error): error.kind
    case .records(let error): error.kind
    }
  }

  /// Whether an errno's words say that the user may not. The kernel's number does not travel over
  /// the wire, its words do, and they are the same in every locale (`SystemError.reason`).
  fileprivate static func isRefusal(_ reason: String) -> Bool {
    refusals.contains(reason)
  }

  // EPERM, EACCES.
  private static let refusals = [1, 13].map { SystemError(operation: "", code: $0).reason }
}

extension PreferenceError {
  fileprivate var kind: ClientError.Kind {
    switch self {
    case .invalidValue, .invalidKey, .tooLarge, .damaged, .unreadable: .badData
    case .notDurable(_, let reason): ClientError.isRefusal(reason) ? .notPermitted : .inputOutput
    case .busy: .temporary
    case .refused, .locked: .notPermitted
    }
  }
}

extension RecordsError {
  fileprivate var kind: ClientError.Kind {
    switch self {
    case .invalidRecord, .unknownType, .damaged, .unreadable: .badData
    case .notDurable(_, let reason): ClientError.isRefusal(reason) ? .notPermitted : .inputOutput
    case .busy: .temporary
    case .refused: .notPermitted
    }
  }
}

extension ClientError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .notRunning(let error): "no daemon (\(error.reason)): \(error.path ?? error.operation)"
    case .unreachable(let error), .system(let error): error.description
    case .timedOut(let socket): "timed out: \(socket)"
    case .outcomeUnknown(let socket): "outcome unknown (the reply was lost): \(socket)"
    case .violation(let violation, let socket): "\(violation): \(socket)"
    case .malformedReply(let parameter, let socket):
      "reply without a usable \(parameter): \(socket)"
    case .service(let error): "\(error)"
    case .unknown(let name): "unknown error: \(name)"
    case .preferences(let error): "\(error)"
    case .records(let error): "\(error)"
    case .noStore: "no place for the store: HOME is not set"
    }
  }
}

extension ClientError {
  /// A failed call in the words of a client.
  init(_ failure: CallFailure, socket: String) {
    switch failure {
    case .preferences(let error): self = .preferences(error)
    case .records(let error): self = .records(error)
    case .service(let error): self = .service(error)
    case .unknown(let name): self = .unknown(name: name)
    case .malformedReply(let parameter):
      self = .malformedReply(parameter: parameter, socket: socket)
    }
  }
}
