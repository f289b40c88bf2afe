import UnitsJSON
import Varlink

/// A service that certifies its clients: each call has to be the one that is due, with the values
/// that it was given before, in the mode that it is meant for.
struct CertificationService {
  private let service = Service(
    vendor: "units", product: "certification", version: "1", url: "https://varlink.org/",
    interfaces: [CertificationInterface.description])
  private var due: [String: CertificationStep] = [:]
  private var clients = 0

  /// Every reply to a call, in order.
  mutating func replies(to call: Call) -> [Reply] {
    if case .answered(let reply) = service.route(call) { return [reply] }
    if let name = service.invalidParameter(in: call) { return [.error(.invalidParameter(name))] }
    guard let step = CertificationStep.allCases.first(where: { $0.method == call.method }) else {
      return [.error(.methodNotImplemented(call.method))]
    }
    return step == .start ? start(call) : proceed(to: step, call)
  }

  private mutating func start(_ call: Call) -> [Reply] {
    let wanted = Call(method: CertificationStep.start.method)
    guard Self.isSame(wanted, call) else { return [Self.failure(wants: wanted, got: call)] }
    clients += 1
    let client = "client \(clients)"
    due[client] = .first
    return [.success(["client_id": .string(client)])]
  }

  /// A client whose call is not the one that was due is forgotten.
  private mutating func proceed(to step: CertificationStep, _ call: Call) -> [Reply] {
    guard let client = call.parameters["client_id"]?.stringValue,
      let wantedStep = due.removeValue(forKey: client)
    else { return [.error("\(CertificationInterface.name).ClientIdError")] }
    var wanted = Call(method: wantedStep.method, parameters: wantedStep.parameters)
    wanted.parameters["client_id"] = .string(client)
    wanted.mode = wantedStep.mode
    guard Self.isSame(wanted, call) else { return [Self.failure(wants: wanted, got: call)] }
    due[client] = step.next
    let replies = step.replies
    return replies.enumerated().map { place, parameters in
      .success(parameters, continuation: place + 1 < replies.count ? .continues : .final)
    }
  }

  private static func failure(wants: Call, got: Call) -> Reply {
    .error(
      "\(CertificationInterface.name).CertificationError",
      ["wants": .object(members(of: wants)), "got": .object(members(of: got))])
  }

  private static func members(of call: Call) -> JSONObject {
    var members: JSONObject = ["method": .string(call.method)]
    if !call.parameters.isEmpty { members["parameters"] = .object(call.parameters) }
    switch call.mode {
    case .single: break
    case .oneway: members["oneway"] = .bool(true)
    case .more: members["more"] = .bool(true)
    case .upgrade: members["upgrade"] = .bool(true)
    }
    return members
  }

  private static func isSame(_ wanted: Call, _ got: Call) -> Bool {
    wanted.method == got.method && wanted.mode == got.mode
      && isSame(.object(wanted.parameters), .object(got.parameters))
  }

  /// Equal but for what the protocol does not tell apart: a float may come without its `.0`, and a
  /// member that may be null may be left out.
  private static func isSame(_ wanted: JSONValue, _ got: JSONValue) -> Bool {
    switch (wanted, got) {
    case (.double(let wanted), .integer(let got)):
      return wanted == Double(got)
    case (.array(let wanted), .array(let got)):
      return wanted.count == got.count && zip(wanted, got).allSatisfy(isSame)
    case (.object(let wanted), .object(let got)):
      let got = got.filter { $0.value != .null }
      return wanted.count == got.count
        && got.allSatisfy { member in
          wanted[member.key].map { isSame($0, member.value) } ?? false
        }
    default:
      return wanted == got
    }
  }
}
