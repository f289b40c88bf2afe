import UnitsProtocol
import Varlink

extension UnitsRequest {
  /// What a client sends.
  var frame: [UInt8] {
    var bytes: [UInt8] = []
    var connection = ClientConnection()
    send(on: &connection, into: &bytes)
    return bytes
  }

  /// The same, for any client.
  func call() throws -> Call {
    let bytes = frame
    return try Call(parsing: bytes.span.extracting(droppingLast: 1))
  }
}

extension UnitsReply {
  /// What a server sends, for any client.
  func sent(_ continuation: Reply.Continuation = .final) throws -> Reply {
    var bytes: [UInt8] = []
    encode(continuation, into: &bytes)
    return try Reply(parsing: bytes.span.extracting(droppingLast: 1))
  }
}

extension Call {
  /// The call as the daemon reads it, nil if it is none of ours.
  func read() throws -> UnitsCall? {
    var bytes: [UInt8] = []
    encode(into: &bytes)
    return try UnitsCall(CallView(bytes.span.extracting(droppingLast: 1)))
  }
}

extension Reply {
  /// The response that a client reads.
  func read<Response: UnitsResponse>(_ type: Response.Type) throws -> Response {
    var bytes: [UInt8] = []
    encode(into: &bytes)
    return try Response(ReplyView(bytes.span.extracting(droppingLast: 1)))
  }

  /// The failure that a client reads.
  func failure() throws -> CallFailure {
    var bytes: [UInt8] = []
    encode(into: &bytes)
    return try CallFailure(ReplyView(bytes.span.extracting(droppingLast: 1)))
  }
}
