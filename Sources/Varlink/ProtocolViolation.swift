public import UnitsJSON

/// What closes a connection: a message to which the protocol knows no reply.
///
/// A malformed message cannot be answered, since nobody knows what it was meant to be; the side
/// that receives one closes the connection (UAPI.20, "Connection Lifecycle"). What was answered
/// before it is still sent. ``description`` is one line for a log, without the sender's data in
/// it but for the names of headers.
///
/// ```swift
/// do {
///   while let call = try connection.next() { answer(call) }
/// } catch {
///   log("connection closed: \(error)")  // connection closed: header more: not of its type
/// }
/// ```
public enum ProtocolViolation: Error, Sendable, Equatable {
  /// A message is longer than the receiver accepts; `limit` is in bytes, the NUL not counted.
  case frameTooLarge(limit: Int)
  /// A message is not one JSON text.
  case invalidJSON(JSONError)
  /// A message is JSON, but no object.
  case notAnObject
  /// A member that the protocol does not know and that is no vendor's (which have a dot).
  case unknownHeader(String)
  /// A member of the protocol with a value of another type than its own.
  case wrongTypedHeader(String)
  /// A call without a method.
  case missingMethod
  /// A call that sets more than one of `oneway`, `more` and `upgrade`.
  case conflictingModes
  /// A reply that answers no call.
  case unexpectedReply
  /// A reply with `continues` to a call without `more`.
  case unexpectedContinues
  /// A reply that is an error and yet promises another.
  case continuedError
}

extension ProtocolViolation: CustomStringConvertible {
  /// The violation in a line: `header more: not of its type`.
  public var description: String {
    switch self {
    case .frameTooLarge(let limit): "message longer than \(limit) bytes"
    case .invalidJSON(let error): "message is not JSON: \(error)"
    case .notAnObject: "message is not an object"
    case .unknownHeader(let name): "header \(name): unknown"
    case .wrongTypedHeader(let name): "header \(name): not of its type"
    case .missingMethod: "call without a method"
    case .conflictingModes: "call with more than one of oneway, more and upgrade"
    case .unexpectedReply: "reply without a call"
    case .unexpectedContinues: "reply continues, but the call did not ask for more"
    case .continuedError: "error reply continues"
    }
  }
}
