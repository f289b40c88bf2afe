internal import UnitsCoding
public import UnitsJSON
public import Varlink

/// Why a call has no reply, or another one than was expected.
public enum VarlinkClientError: Error, Equatable, Sendable {
  /// The service cannot be reached, and was not asked for anything.
  case unreachable(String)
  /// The call was sent and the reply is lost: it may have been done.
  case replyLost(String)
  /// What was received is not the protocol.
  case violation(ProtocolViolation)
  /// One of the errors that any method may answer with.
  case service(ServiceError)
  /// An error of the method's interface, by its full name.
  case failed(String, JSONObject)
  /// The parameters are no object, or hold a value that JSON has no exact form for.
  case invalidParameters(String)
  /// The reply's parameters are none of the type that was expected.
  case unexpectedReply(String)
}

extension VarlinkClientError: CustomStringConvertible {
  /// The fact, then the object.
  public var description: String {
    switch self {
    case .unreachable(let reason): reason
    case .replyLost(let reason): "outcome unknown (the reply was lost): \(reason)"
    case .violation(let violation): "not the protocol: \(violation)"
    case .service(let error): "\(error)"
    case .failed(let name, let parameters):
      parameters.isEmpty ? name : "\(name): \(parameters)"
    case .invalidParameters(let reason): "parameters cannot be sent: \(reason)"
    case .unexpectedReply(let reason): "unexpected reply: \(reason)"
    }
  }
}

extension VarlinkClientError {
  static func encode(_ parameters: some Encodable) throws(VarlinkClientError) -> JSONObject {
    let tree: JSONValue
    do { tree = try TreeEncoder<JSONValue>.encode(parameters) } catch {
      throw .invalidParameters((error as? Uncodable)?.reason ?? "\(error)")
    }
    guard case .object(let object) = tree else {
      throw .invalidParameters("\(type(of: parameters)) is encoded as no object")
    }
    return object
  }

  static func decode<Value: Decodable>(
    _ type: Value.Type, from object: JSONObject
  ) throws(VarlinkClientError) -> Value {
    do { return try TreeDecoder<JSONValue>.decode(type, from: .object(object)) } catch {
      throw .unexpectedReply("\(error)")
    }
  }

  static func parameters(of reply: Reply) throws(VarlinkClientError) -> JSONObject {
    guard case .error(let name) = reply.outcome else { return reply.parameters }
    if let error = ServiceError(reply) { throw .service(error) }
    throw .failed(name, reply.parameters)
  }
}

extension JSONValue: CodingTree {
  static func object(_ members: [(key: String, value: JSONValue)]) -> JSONValue {
    .object(JSONObject(members: members.map { .init(key: $0.key, value: $0.value) }))
  }

  var shape: TreeShape<JSONValue> {
    switch self {
    case .null: .null
    case .bool(let value): .bool(value)
    case .integer(let value): .integer(value)
    case .double(let value): .double(value)
    case .string(let value): .string(value)
    case .array(let elements): .array(elements)
    case .object(let object): .object(keys: object.map(\.key), member: { object[$0] })
    }
  }
}
