// A client of any Varlink service, for programs that use tasks.
//
// - A call borrows a connection and gives it back; one that the service has closed meanwhile is
//   replaced before anything is sent. Calls at once have connections of their own, so none waits for
//   another's reply.
// - A call with many replies has its connection to itself, until its last reply or until nobody
//   waits for one any more.
// - What waits for a socket is a thread of a crew, never one of Swift's pool.

internal import UnitsCoding
internal import UnitsConcurrency
@_exported public import UnitsJSON
internal import UnitsLinux
@_exported public import Varlink

/// A client of a Varlink service on this machine.
///
/// ```swift
/// import VarlinkClient
///
/// struct Service: Decodable { let vendor, product: String, interfaces: [String] }
/// struct Interface: Encodable { let interface: String }
/// struct Description: Decodable { let description: String }
///
/// let client = VarlinkClient(socket: "/run/user/1000/units/unitsd.sock")
/// let service: Service = try await client.call("org.varlink.service.GetInfo")
/// print(service.vendor, service.product)
/// for name in service.interfaces {
///   let reply: Description = try await client.call(
///     "org.varlink.service.GetInterfaceDescription", Interface(interface: name))
///   print(reply.description)
/// }
/// ```
///
/// Parameters and replies are Codable, each an object of JSON, or the ``JSONObject`` itself. Numbers
/// are exact: a value that JSON has no exact number for is refused, and one of a reply that does not
/// fit its property is an error. All methods may be called from any task.
public final class VarlinkClient: Sendable {
  /// The path of the service's socket.
  public let socket: String
  private let timeout: Duration
  private let idle = Guarded<[Connection]>([])

  /// More threads than anybody waits for services at once.
  static let crew = WorkerCrew(name: "varlink-wait", limit: 256)

  /// What tasks that call one after the other need again and again.
  private static let keptConnections = 4

  /// A client that nothing is done by before its first call.
  ///
  /// - Parameters:
  ///   - socket: The path of the service's socket.
  ///   - timeout: How long a call may take. A call with many replies may wait for each without end.
  public init(socket: String, timeout: Duration = .seconds(30)) {
    self.socket = socket
    self.timeout = timeout
  }

  // MARK: One reply

  /// Calls, and waits for the reply.
  ///
  /// The method has its full name, `org.varlink.service.GetInfo`, and its parameters are what is
  /// encoded as an object. A call whose task is cancelled ends with
  /// ``VarlinkClientError/replyLost(_:)``: it may have been done.
  public func call<Reply: Decodable>(
    _ method: String, _ parameters: some Encodable, as type: Reply.Type = Reply.self
  ) async throws(VarlinkClientError) -> Reply {
    try VarlinkClientError.decode(
      type, from: try await call(method, try VarlinkClientError.encode(parameters)))
  }

  /// Calls a method without parameters, and waits for the reply.
  public func call<Reply: Decodable>(
    _ method: String, as type: Reply.Type = Reply.self
  ) async throws(VarlinkClientError) -> Reply {
    try VarlinkClientError.decode(type, from: try await call(method, JSONObject()))
  }

  /// Calls, and waits for the reply's parameters as they are.
  public func call(
    _ method: String, _ parameters: JSONObject = JSONObject()
  ) async throws(VarlinkClientError) -> JSONObject {
    let call = Call(method: method, parameters: parameters)
    let connection = try await connection(.now() + timeout)
    let reply = try await connection.whileCancellable { [timeout] connection in
      Result { () throws(VarlinkClientError) in
        // Counted from here: a task may have waited long for a thread of its pool.
        let deadline = MonotonicTime.now() + timeout
        try connection.send(call, deadline)
        return try connection.reply(deadline)
      }
    }
    idle.withLock { if $0.count < Self.keptConnections { $0.append(connection) } }
    return try VarlinkClientError.parameters(of: reply)
  }

  private func connection(_ deadline: MonotonicTime) async throws(VarlinkClientError) -> Connection
  {
    while let kept = idle.withLock({ $0.popLast() }) { if kept.isUsable { return kept } }
    return try await connect(deadline)
  }

  private func connect(_ deadline: MonotonicTime) async throws(VarlinkClientError) -> Connection {
    let connected = await Self.crew.run { [socket] in
      Result { () throws(VarlinkClientError) in try Connection(to: socket, deadline) }
    }
    return try connected.get()
  }

  // MARK: Many replies

  /// Calls a method that answers more than once.
  ///
  /// ```swift
  /// import VarlinkClient
  ///
  /// struct Wanted: Encodable { let keys: [String] }
  /// struct News: Decodable { let revision: Int }
  ///
  /// let client = VarlinkClient(socket: "/run/user/1000/units/unitsd.sock")
  /// let news = client.more(
  ///   "dev.units.preferences.Monitor", Wanted(keys: ["dev.units.system"]), as: News.self)
  /// for try await reply in news { print(reply.revision) }
  /// ```
  ///
  /// Each loop makes a call of its own, on a connection of its own. It ends after the last reply, or
  /// when its task is cancelled; then the connection is closed, which ends the call.
  public func more<Reply: Decodable & SendableMetatype>(
    _ method: String, _ parameters: some Encodable, as type: Reply.Type = Reply.self
  ) -> VarlinkReplies<Reply> {
    let encoded = Result { () throws(VarlinkClientError) in
      try VarlinkClientError.encode(parameters)
    }
    return replies(method, encoded) { (object) throws(VarlinkClientError) in
      try VarlinkClientError.decode(type, from: object)
    }
  }

  /// Calls a method without parameters that answers more than once.
  public func more<Reply: Decodable & SendableMetatype>(
    _ method: String, as type: Reply.Type = Reply.self
  ) -> VarlinkReplies<Reply> {
    replies(method, .success(JSONObject())) { (object) throws(VarlinkClientError) in
      try VarlinkClientError.decode(type, from: object)
    }
  }

  /// Calls a method that answers more than once, for the replies' parameters as they are.
  public func more(
    _ method: String, _ parameters: JSONObject = JSONObject()
  ) -> VarlinkReplies<JSONObject> {
    replies(method, .success(parameters)) { $0 }
  }

  private func replies<Reply>(
    _ method: String, _ parameters: Result<JSONObject, VarlinkClientError>,
    _ read: @escaping @Sendable (JSONObject) throws(VarlinkClientError) -> Reply
  ) -> VarlinkReplies<Reply> {
    VarlinkReplies(read: read) { [self] () async throws(VarlinkClientError) in
      let call = Call(method: method, parameters: try parameters.get(), mode: .more)
      let connection = try await connect(.now() + timeout)
      try await connection.whileCancellable { [timeout] connection in
        Result { () throws(VarlinkClientError) in try connection.send(call, .now() + timeout) }
      }
      return connection
    }
  }
}
