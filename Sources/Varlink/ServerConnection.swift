import UnitsJSON

/// A server's side of one connection: bytes in, calls out; replies in, bytes out.
///
/// ```swift
/// var connection = ServerConnection(maximumCallSize: 1_048_576)
/// connection.receive(bytes.span)
/// while let call = try connection.next() {
///   connection.encode(answer(to: call), into: &output)
/// }
/// ```
///
/// The rules that it keeps, so that a service cannot break them:
/// - Calls are answered one at a time and in their order. Until the one that ``next()`` gave out
///   has its final reply, ``next()`` gives out no other; what arrives meanwhile waits.
/// - A `oneway` call is never answered; its reply still has to be given to
///   ``encode(_:into:)``, which writes nothing and frees the connection for the next call.
/// - `continues` is only ever sent to a call that asked for `more`.
/// - After a malformed message no further call is given out; ``next()`` throws the same violation
///   at each call. The replies that were earned before it should be sent, then the connection
///   closed.
/// - After the reply to an `upgrade` call the bytes that follow are left alone and handed over by
///   ``takeUpgradedBytes()``.
///
/// A plain value without a lock: one thread at a time uses it.
public struct ServerConnection: Sendable {
  private enum State {
    case idle
    case answering(Call.Mode)
    case upgraded
    case violated(ProtocolViolation)
  }

  private var decoder: FrameDecoder
  private var state = State.idle
  private var inputHasEnded = false

  /// Makes the state of a connection that was just accepted.
  ///
  /// - Parameter maximumCallSize: The longest call that is accepted, in bytes.
  public init(maximumCallSize: Int) {
    decoder = FrameDecoder(maximumFrameSize: maximumCallSize)
  }

  /// How the call that is being answered wants it, nil if there is none.
  public var callInProgress: Call.Mode? {
    if case .answering(let mode) = state { mode } else { nil }
  }

  /// Whether nothing is left to do: the client ended its side, every whole call was answered, and
  /// the server may close. A call torn off by the end is dropped.
  public var isFinished: Bool {
    guard inputHasEnded, case .idle = state else { return false }
    return !decoder.holdsFrame
  }

  /// The number of bytes received and not yet given out as calls; the server stops reading when
  /// they are too many.
  public var bufferedByteCount: Int { decoder.bufferedByteCount }

  /// Whether a whole call has come that was not given out.
  package var holdsCall: Bool { decoder.holdsFrame }

  /// Takes in bytes as they were read; after a violation they are dropped.
  public mutating func receive(_ bytes: borrowing Span<UInt8>) {
    if case .violated = state { return }
    decoder.append(bytes)
  }

  /// Takes in the end of the stream: the client shut its sending side. It may still read.
  public mutating func receiveEnd() {
    inputHasEnded = true
  }

  /// Gives out the next call; nil while one is being answered or more bytes are needed.
  ///
  /// - Throws: The violation for which the connection has to be closed.
  public mutating func next() throws(ProtocolViolation) -> Call? {
    var call: Call?
    try next { call = Call($0) }
    return call
  }

  /// Lets `read` see the next call in its frame; tells whether there was one. It is then in progress,
  /// as one that was given out.
  ///
  /// - Throws: The violation for which the connection has to be closed.
  @discardableResult
  package mutating func next(
    reading read: (CallView) -> Void
  ) throws(ProtocolViolation) -> Bool {
    switch state {
    case .idle: break
    case .answering, .upgraded: return false
    case .violated(let violation): throw violation
    }
    do throws(ProtocolViolation) {
      var mode: Call.Mode?
      try decoder.next { (frame) throws(ProtocolViolation) in
        let call = try CallView(copy frame)
        mode = call.mode
        read(call)
      }
      guard let mode else { return false }
      state = .answering(mode)
      return true
    } catch {
      state = .violated(error)
      throw error
    }
  }

  /// Answers the call in progress: appends what is sent, and frees the connection for the next
  /// call if the reply is final.
  ///
  /// It is a programmer's error to answer when no call is in progress, or to continue one that
  /// did not ask for more.
  public mutating func encode(_ reply: Reply, into output: inout [UInt8]) {
    encode(reply.outcome, reply.continuation, into: &output) {
      JSONValue.object(reply.parameters).write(into: &$0)
    }
  }

  /// Answers the call in progress as ``encode(_:into:)`` does, with parameters that `write` appends
  /// as an object. Of a reply that is not sent they are not asked for.
  package mutating func encode(
    _ outcome: Reply.Outcome, _ continuation: Reply.Continuation = .final,
    into output: inout [UInt8], parameters write: (inout [UInt8]) -> Void
  ) {
    guard case .answering(let mode) = state else {
      preconditionFailure("a reply answers the call in progress")
    }
    if continuation == .continues {
      precondition(mode == .more, "only a call with more is answered by continued replies")
    } else {
      state = mode == .upgrade && outcome == .success ? .upgraded : .idle
    }
    if mode != .oneway { Reply.encode(outcome, continuation, into: &output, parameters: write) }
  }

  /// Hands over what arrived behind a call that upgraded the connection; from then on its bytes
  /// belong to the other protocol and are not given to ``receive(_:)`` any more.
  public mutating func takeUpgradedBytes() -> [UInt8] {
    guard case .upgraded = state else {
      preconditionFailure("only an upgraded connection hands over its bytes")
    }
    return decoder.takeRemainder()
  }
}
