// The sockets that a daemon listens on, and what whoever comes through them may do.
//
// There are two. The first is for the user's own programs. The second is for programs that are shut
// up in a sandbox and may look, not touch: it lies in a directory of its own, which a sandbox can be
// given without the first. What may be called there is a list of methods; anything else is refused
// before its parameters are read.

internal import UnitsLinux
internal import UnitsProtocol
internal import UnitsStore
internal import Varlink

/// What may be done through a socket.
enum Access: Sendable {
  case full
  case readOnly
}

/// One listening socket of the daemon. Owned by the loop thread.
final class Endpoint {
  let access: Access
  let path: String
  /// Nil once it was closed.
  private var listener: Listener?

  /// The names that socket units give to the sockets, by `FileDescriptorName=`.
  private enum Name {
    static let full = "varlink"
    static let readOnly = "varlink-readonly"
    /// Those of a manager that gives none.
    static let none: Set<String> = ["", "unknown"]
  }

  private init(_ listener: consuming Listener, _ access: Access) {
    self.access = access
    path = listener.path
    self.listener = consume listener
  }

  /// The sockets that the service manager handed over, else those that the configuration names;
  /// that with full access first.
  static func open(
    _ configuration: DaemonConfiguration
  ) throws(Listener.Failure) -> [Endpoint] {
    guard configuration.inherited.isEmpty else { return try takeOver(configuration) }
    let kernel = configuration.kernel
    var endpoints = [
      Endpoint(try Listener.open(path: configuration.socketPath, on: kernel), .full)
    ]
    guard let path = configuration.readOnlySocketPath else { return endpoints }
    do throws(Listener.Failure) {
      endpoints.append(Endpoint(try Listener.open(path: path, on: kernel), .readOnly))
    } catch {
      // Whoever sits on a place that nobody chose does not keep the daemon from its other socket.
      guard configuration.readOnlySocketChoice == .standard else { throw error }
      configuration.log(.warning, "nobody can look without touching: \(error)")
    }
    return endpoints
  }

  private static func takeOver(
    _ configuration: DaemonConfiguration
  ) throws(Listener.Failure) -> [Endpoint] {
    var full: [Endpoint] = []
    var readOnly: [Endpoint] = []
    for socket in configuration.inherited {
      switch socket.name {
      case Name.readOnly:
        let path = configuration.readOnlySocketPath ?? configuration.socketPath
        readOnly.append(Endpoint(try Listener.takeOver(socket, path: path), .readOnly))
      case let name where name == Name.full || Name.none.contains(name):
        let path = configuration.socketPath
        full.append(Endpoint(try Listener.takeOver(socket, path: path), .full))
      default:
        throw .unknownSocket(name: socket.name)
      }
    }
    return full + readOnly
  }

  /// To be watched for readability; nil once the endpoint is closed.
  var descriptor: CInt? { listener?.descriptor }

  /// Takes the socket's name away, if it was made here.
  func removeName() -> Listener.Removal { listener?.removeName() ?? .kept }

  /// Stops listening.
  func close() {
    if let listener = listener.take() { listener.close() }
  }
}

extension Access {
  /// The error that answers a call which is not allowed, nil if the call is.
  ///
  /// A method that nobody knows is left to those who say so, and so are the methods of
  /// `org.varlink.service`: they tell what there is, and change nothing.
  func refusal(of call: CallView) -> ServiceError? {
    switch self {
    case .full: return nil
    case .readOnly:
      guard let method = UnitsMethod(call.method) else { return nil }
      return method.isForReaders ? nil : .permissionDenied
    }
  }

  /// The same for the group that an action concerns.
  func refusal(of action: Dispatcher.Action, readable groups: Set<GroupName>) -> ServiceError? {
    switch self {
    case .full: return nil
    case .readOnly:
      guard let group = action.group else { return nil }
      return groups.contains(group) ? nil : .permissionDenied
    }
  }
}
