package import Varlink

/// What a client learns from a reply that is no response.
package enum CallFailure: Error, Sendable, Equatable {
  case preferences(PreferenceError)
  case records(RecordsError)
  /// An error that any method may have.
  case service(ServiceError)
  /// An error that this program does not know, by its full name.
  case unknown(name: String)
  /// A reply without this parameter, or with one of another type than is declared.
  case malformedReply(parameter: String)

  /// Reads an error from a reply. A reply that is none is a programmer's error.
  package init(_ reply: ReplyView) {
    guard case .error(let name) = reply.outcome else {
      preconditionFailure("only an error is read as a failure")
    }
    do throws(InvalidField) {
      if let error = try PreferenceError(fullName: name, parameters: reply.parameters) {
        self = .preferences(error)
      } else if let error = try RecordsError(fullName: name, parameters: reply.parameters) {
        self = .records(error)
      } else if let error = ServiceError(Reply(reply)) {
        self = .service(error)
      } else {
        self = .unknown(name: name)
      }
    } catch {
      self = .malformedReply(parameter: error.path)
    }
  }
}

extension CallFailure: CustomStringConvertible {
  package var description: String {
    switch self {
    case .preferences(let error): "\(error)"
    case .records(let error): "\(error)"
    case .service(let error): "\(error)"
    case .unknown(let name): "unknown error: \(name)"
    case .malformedReply(let parameter): "malformed reply: \(parameter)"
    }
  }
}
