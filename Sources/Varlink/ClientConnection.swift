import UnitsJSON

/// A client's side of one connection: calls in, bytes out; bytes in, replies out.
///
/// ```swift
/// var connection = ClientConnection(maximumReplySize: 16_777_216)
/// connection.send(Call(method: "org.varlink.service.GetInfo"), into: &output)
/// connection.receive(bytes.span)
/// let reply = try connection.next()
/// ```
///
/// Calls may be sent ahead without waiting; replies come in the order of the calls, none for a
/// `oneway` call. A reply that answers nothing, or continues where the call did not ask for more,
/// is a violation, after which ``next()`` throws it at each call.
///
/// A plain value without a lock: one thread at a time uses it.
public struct ClientConnection: Sendable {
  /// A reply to a caller who sets no limit may be as long as this: room for any state that a
  /// service of this kind serves, an end to one that has gone wrong.
  public static let defaultMaximumReplySize = 64 * 1024 * 1024

  private enum State {
    case open
    case upgraded
    case violated(ProtocolViolation)
  }

  private var decoder: FrameDecoder
  private var state = State.open
  /// How the calls want to be answered, in their order; those before `answered` have been.
  private var modes: [Call.Mode] = []
  private var answered = 0

  /// Makes the state of a connection that was just opened.
  ///
  /// - Parameter maximumReplySize: The longest reply that is accepted, in bytes.
  public init(maximumReplySize: Int = ClientConnection.defaultMaximumReplySize) {
    decoder = FrameDecoder(maximumFrameSize: maximumReplySize)
  }

  /// The number of calls that still await their final reply.
  public var outstandingCalls: Int { modes.count - answered }

  /// Appends what is sent for a call.
  ///
  /// It is a programmer's error to send behind an `upgrade` call: those bytes would belong to the
  /// other protocol.
  public mutating func send(_ call: Call, into output: inout [UInt8]) {
    send(call.method, call.mode, into: &output) {
      JSONValue.object(call.parameters).write(into: &$0)
    }
  }

  /// Appends what is sent for a call, as ``send(_:into:)`` does, with parameters that `write` appends
  /// as an object.
  package mutating func send(
    _ method: String, _ mode: Call.Mode, into output: inout [UInt8],
    parameters write: (inout [UInt8]) -> Void
  ) {
    precondition(
      outstandingCalls == 0 || modes.last != .upgrade, "nothing is sent behind an upgrade")
    if case .upgraded = state { preconditionFailure("nothing is sent behind an upgrade") }
    if mode != .oneway { modes.append(mode) }
    Call.encode(method, mode, into: &output, parameters: write)
  }

  /// Takes in bytes as they were read; after a violation they are dropped.
  public mutating func receive(_ bytes: borrowing Span<UInt8>) {
    if case .violated = state { return }
    decoder.append(bytes)
  }

  /// Gives out the next reply, or nil if more bytes are needed.
  ///
  /// - Throws: The violation for which the connection has to be closed.
  public mutating func next() throws(ProtocolViolation) -> Reply? {
    var reply: Reply?
    try next { reply = Reply($0) }
    return reply
  }

  /// Lets `read` see the next reply in its frame; tells whether there was one.
  ///
  /// - Throws: The violation for which the connection has to be closed.
  @discardableResult
  package mutating func next(
    reading read: (ReplyView) -> Void
  ) throws(ProtocolViolation) -> Bool {
    switch state {
    case .open: break
    case .upgraded: return false
    case .violated(let violation): throw violation
    }
    let expected = answered < modes.count ? modes[answered] : nil
    var end: Reply.Outcome?
    do throws(ProtocolViolation) {
      let isThere = try decoder.next { (frame) throws(ProtocolViolation) in
        let reply = try ReplyView(copy frame)
        guard let expected else { throw .unexpectedReply }
        if reply.continuation == .final {
          end = reply.outcome
        } else if expected != .more {
          throw .unexpectedContinues
        }
        read(reply)
      }
      if let end { endCall(end) }
      return isThere
    } catch {
      state = .violated(error)
      throw error
    }
  }

  /// Hands over what arrived behind the reply that confirmed an upgrade.
  public mutating func takeUpgradedBytes() -> [UInt8] {
    guard case .upgraded = state else {
      preconditionFailure("only an upgraded connection hands over its bytes")
    }
    return decoder.takeRemainder()
  }

  /// Takes note of a call's final reply.
  private mutating func endCall(_ outcome: Reply.Outcome) {
    let mode = modes[answered]
    answered += 1
    if answered >= modes.count - answered {
      modes.removeSubrange(..<answered)
      answered = 0
    }
    if mode == .upgrade, outcome == .success { state = .upgraded }
  }
}
