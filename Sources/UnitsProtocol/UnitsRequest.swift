import UnitsJSON
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
  init(parameters: JSONView) throws(ServiceError) {
    do {
      try self.init(members: parameters, undeclared: .refused)
    } catch {
      throw .invalidParameter(error.path)
    }
  }

  /// Appends the call that a client sends, with `more` where the method needs it.
  package func send(on connection: inout ClientConnection, into output: inout [UInt8]) {
    connection.send(Self.method.fullName, Self.method.mode, into: &output) { write(into: &$0) }
  }

  /// Reads a reply to this request; throws what went wrong if it is an error.
  package func response(from reply: ReplyView) throws(CallFailure) -> Response {
    try Response(reply)
  }
}

/// What a server sends for a call.
package protocol UnitsReply: Sendable {
  /// Whether it is a response or an error.
  var outcome: Reply.Outcome { get }

  /// Appends the parameters as an object.
  func write(into output: inout [UInt8])
}

extension UnitsReply {
  /// Appends the reply's frame.
  package func encode(
    _ continuation: Reply.Continuation = .final, into output: inout [UInt8]
  ) {
    Reply.encode(outcome, continuation, into: &output) { write(into: &$0) }
  }
}

extension Reply: UnitsReply {
  package func write(into output: inout [UInt8]) { parameters.write(into: &output) }
}

extension ServiceError: UnitsReply {
  package var outcome: Reply.Outcome { .error(name) }

  package func write(into output: inout [UInt8]) { reply.write(into: &output) }
}

/// The output parameters of a method.
package protocol UnitsResponse: WireStructure, UnitsReply {}

extension UnitsResponse {
  package var outcome: Reply.Outcome { .success }

  /// Reads a reply; throws what went wrong if it is an error. Parameters that are not declared are
  /// ignored, so that a later daemon may tell more.
  package init(_ reply: ReplyView) throws(CallFailure) {
    guard case .success = reply.outcome else { throw CallFailure(reply) }
    do {
      try self.init(members: reply.parameters, undeclared: .ignored)
    } catch {
      throw .malformedReply(parameter: error.path)
    }
  }
}
