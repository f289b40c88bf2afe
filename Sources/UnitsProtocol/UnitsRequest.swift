package import UnitsJSON
package import Varlink

/// The input parameters of a method, and the response that belongs to them.
package protocol UnitsRequest: WireStructure {
  /// What the method answers.
  associatedtype Response: UnitsResponse

  /// The method that takes these parameters.
  static var method: UnitsMethod { get }
}

extension UnitsRequest {
  /// Reads a call's parameters; throws the error that answers it and names the first that is
  /// missing, undeclared or of a wrong type.
  package init(decoding parameters: JSONObject) throws(ServiceError) {
    do {
      try self.init(members: parameters, undeclared: .refused)
    } catch {
      throw .invalidParameter(error.path)
    }
  }

  /// The call that a client sends, with `more` where the method needs it.
  package var call: Call {
    Call(method: Self.method.fullName, parameters: members, mode: Self.method.mode)
  }

  /// Reads a reply to this request; throws what went wrong if it is an error.
  package func response(from reply: Reply) throws(CallFailure) -> Response {
    try Response(decoding: reply)
  }
}

/// The output parameters of a method.
package protocol UnitsResponse: WireStructure {}

extension UnitsResponse {
  /// Reads a reply; throws what went wrong if it is an error. Parameters that are not declared are
  /// ignored, so that a later daemon may tell more.
  package init(decoding reply: Reply) throws(CallFailure) {
    guard case .success = reply.outcome else { throw CallFailure(reply) }
    do {
      try self.init(members: reply.parameters, undeclared: .ignored)
    } catch {
      throw .malformedReply(parameter: error.path)
    }
  }

  /// The reply that a server sends; a monitor's replies continue.
  package func reply(_ continuation: Reply.Continuation = .final) -> Reply {
    .success(members, continuation: continuation)
  }
}
