import Glibc
import UnitsJSON
import UnitsLinux
import Varlink

/// A client that calls the certification's methods in their order.
final class CertificationClient {
  /// What ended a run before its end.
  enum Failure: Error, Equatable {
    case closed
    case timedOut
    case refused(step: CertificationStep, Reply)
    case undeclared(step: CertificationStep, parameter: String)
    case wrongCount(step: CertificationStep, replies: Int)
  }

  /// A call that waits longer has lost its reply.
  private static let patience = Duration.seconds(20)

  private let socket: FileDescriptor
  private var machine = ClientConnection()
  private var buffer = [UInt8](repeating: 0, count: 4_096)

  init(connectingTo path: String) throws(SystemError) {
    socket = try UnixSocket.connect(to: path, deadline: .now() + Self.patience)
  }

  /// One call and its replies; none to a `oneway` call.
  func replies(to call: Call) throws -> [Reply] {
    let deadline = MonotonicTime.now() + Self.patience
    var output: [UInt8] = []
    machine.send(call, into: &output)
    try sendAll(output, to: socket.number, deadline: deadline)
    var replies: [Reply] = []
    while machine.outstandingCalls > 0 {
      if let reply = try machine.next() {
        replies.append(reply)
        continue
      }
      guard try UnixSocket.wait(for: .readable, on: socket.number, until: deadline) == .ready else {
        throw Failure.timedOut
      }
      switch try UnixSocket.receive(into: &buffer, from: socket.number) {
      case .bytes(let count): machine.receive(buffer.span.extracting(..<count))
      case .closed: throw Failure.closed
      case .wouldBlock: break
      }
    }
    return replies
  }

  /// The text by which the service describes the interface.
  func description() throws -> InterfaceDescription {
    let call = Call(
      method: "org.varlink.service.GetInterfaceDescription",
      parameters: ["interface": .string(CertificationInterface.name)])
    let reply = try replies(to: call).first
    return try InterfaceDescription(parsing: reply?.parameters["description"]?.stringValue ?? "")
  }

  /// Goes through all steps.
  ///
  /// - Parameters:
  ///   - alter: Changes a call before it is sent: to see whether the service notices.
  ///   - tolerated: Names that the service may reply with although it does not declare them.
  /// - Returns: The parameters of the last reply.
  /// - Throws: A ``Failure`` at the first step that goes wrong, or what broke the connection.
  func run(
    altering alter: (CertificationStep, inout Call) -> Void = { _, _ in },
    tolerating tolerated: Set<String> = []
  ) throws -> JSONObject {
    var id = JSONValue.null
    var parameters: JSONObject = [:]
    for step in CertificationStep.allCases {
      if step != .start { parameters["client_id"] = id }
      var call = Call(method: step.method, parameters: parameters, mode: step.mode)
      alter(step, &call)
      let results = try results(of: step, call, tolerating: tolerated)
      switch step {
      case .start:
        id = results.first?["client_id"] ?? .null
        parameters = [:]
      case .test03:
        // A float that is whole may come as an integer; it goes back as the float that it is.
        parameters = ["float": .double(results.first?["float"]?.doubleValue ?? .nan)]
      case .test10:
        parameters = ["last_more_replies": .array(results.compactMap { $0["string"] })]
      default:
        parameters = results.first ?? [:]
      }
    }
    return parameters
  }

  /// The parameters of the replies to a step's call, which are the declared ones and no error.
  private func results(
    of step: CertificationStep, _ call: Call, tolerating tolerated: Set<String>
  ) throws -> [JSONObject] {
    let declared = CertificationInterface.description.methods.first { $0.name == step.rawValue }
    var results: [JSONObject] = []
    for reply in try replies(to: call) {
      guard reply.outcome == .success else { throw Failure.refused(step: step, reply) }
      let known = Set(declared?.output.map(\.name) ?? [])
      let parameters = JSONObject(
        members: reply.parameters.filter {
          known.contains($0.key) || !tolerated.contains($0.key)
        })
      if let name = CertificationInterface.description.invalidParameter(
        in: parameters, declared: declared?.output ?? [])
      {
        throw Failure.undeclared(step: step, parameter: name)
      }
      results.append(parameters)
    }
    let expected = step.mode == .oneway ? 0 : step.replies.isEmpty ? 1 : step.replies.count
    guard results.count == expected else {
      throw Failure.wrongCount(step: step, replies: results.count)
    }
    return results
  }
}
