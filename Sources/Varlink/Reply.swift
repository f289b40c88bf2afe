public import UnitsJSON

/// A reply: a result or an error, its parameters, and whether another one follows.
///
/// ```swift
/// var output: [UInt8] = []
/// Reply.success(["level": .integer(3)]).encode(into: &output)
/// // {"parameters":{"level":3}} and a NUL
/// Reply.error("org.example.lamp.Broken", ["since": .string("2026-11-30")]).encode(into: &output)
/// // {"error":"org.example.lamp.Broken","parameters":{"since":"2026-11-30"}} and a NUL
/// ```
///
/// A server sends replies through ``ServerConnection/encode(_:into:)``, which knows what the
/// caller asked for. See UAPI.20, "Reply".
public struct Reply: Sendable, Equatable {
  /// What became of the call.
  public enum Outcome: Sendable, Hashable {
    /// It was done.
    case success
    /// It failed, with the error of this full name.
    case error(String)
  }

  /// Whether another reply to the same call follows.
  public enum Continuation: Sendable, Hashable {
    /// This is the last reply to the call.
    case final
    /// More replies to the call follow.
    case continues
  }

  /// What became of the call.
  public let outcome: Outcome

  /// The output parameters, or the error's.
  public let parameters: JSONObject

  /// Whether another reply to the same call follows; an error is always final.
  public let continuation: Continuation

  private init(outcome: Outcome, parameters: JSONObject, continuation: Continuation) {
    self.outcome = outcome
    self.parameters = parameters
    self.continuation = continuation
  }

  /// A result.
  public static func success(
    _ parameters: JSONObject = JSONObject(), continuation: Continuation = .final
  ) -> Reply {
    Reply(outcome: .success, parameters: parameters, continuation: continuation)
  }

  /// An error by its full name, such as `org.example.lamp.Broken`; it ends the call.
  public static func error(_ name: String, _ parameters: JSONObject = JSONObject()) -> Reply {
    Reply(outcome: .error(name), parameters: parameters, continuation: .final)
  }

  /// One of the errors that any method may answer with.
  public static func error(_ error: ServiceError) -> Reply {
    error.reply
  }

  /// Reads a reply from a frame, which is given without its NUL.
  ///
  /// A header that is `null` is taken as absent, as the protocol's own definition of a reply
  /// allows, although servers should not send one.
  ///
  /// - Throws: The violation for which the connection has to be closed.
  public init(parsing frame: borrowing Span<UInt8>) throws(ProtocolViolation) {
    self.init(try ReplyView(copy frame))
  }

  /// The reply with its parameters, whatever they are.
  package init(_ view: ReplyView) {
    self.init(
      outcome: view.outcome, parameters: view.parameters.object, continuation: view.continuation)
  }

  /// Appends the reply and its NUL.
  ///
  /// A result always has `parameters`, be they empty; an error has them only if there are any;
  /// `continues` appears only when it is true. Several clients refuse anything else.
  public func encode(into output: inout [UInt8]) {
    Self.encode(outcome, continuation, into: &output) {
      JSONValue.object(parameters).write(into: &$0)
    }
  }

  /// Appends a reply whose parameters `write` appends as an object, and its NUL.
  package static func encode(
    _ outcome: Outcome, _ continuation: Continuation = .final, into output: inout [UInt8],
    parameters write: (inout [UInt8]) -> Void
  ) {
    output.append(UInt8(ascii: "{"))
    switch outcome {
    case .success:
      JSONText.writeName(Header.parameters, into: &output)
      write(&output)
      if continuation == .continues { output.appendFlag(Header.continues) }
    case .error(let name):
      JSONText.writeName(Header.error, into: &output)
      JSONText.writeString(name, into: &output)
      output.appendParameters(write)
    }
    output.appendEndOfMessage()
  }
}
