import UnitsJSON

/// Who a service is and which interfaces it serves: decides where each call goes.
///
/// ```swift
/// let lamp = try InterfaceDescription(parsing: lampText)
/// let service = Service(
///   vendor: "Example", product: "Lamp", version: "1.0", url: "https://example.org/lamp",
///   interfaces: [lamp])
/// switch service.route(call) {
/// case .answered(let reply): connection.encode(reply, into: &output)
/// case .method(_, let method): connection.encode(lampReply(to: method), into: &output)
/// }
/// ```
///
/// What it answers by itself: the methods of `org.varlink.service`, and calls of an interface or a
/// method that nobody described. It does not look at other methods' parameters by itself:
/// ``invalidParameter(in:)`` does.
public struct Service: Sendable {
  /// Where a call goes.
  public enum Route: Sendable, Equatable {
    /// Nowhere: this is its reply.
    case answered(Reply)
    /// To the method of this name, without the interface's, which the interface declares.
    case method(interface: String, method: String)
  }

  private enum Target: Sendable {
    case information
    case interfaceDescription
    case method(interface: String, method: String)
  }

  /// Who made the service.
  public let vendor: String
  /// What it is called.
  public let product: String
  /// Which version of it this is.
  public let version: String
  /// Where one reads about it.
  public let url: String
  /// What it serves: `org.varlink.service` first, then what was given.
  public let interfaces: [InterfaceDescription]

  private let texts: [String: String]
  /// By full names, so that an ordinary call is routed by one look-up.
  private let targets: [String: Target]
  private let upgradingMethods: Set<String>

  /// Makes a service of these interfaces and `org.varlink.service`.
  ///
  /// Two interfaces of one name are a programmer's error.
  ///
  /// - Parameters:
  ///   - vendor: Who made the service.
  ///   - product: What it is called.
  ///   - version: Which version of it this is.
  ///   - url: Where one reads about it.
  ///   - interfaces: What it serves, without `org.varlink.service`.
  ///   - upgradingMethods: The full names of the methods that take `upgrade` calls; for any other
  ///     such a call is answered with ``ServiceError/methodNotImplemented(_:)``, since a plain
  ///     reply would make the caller believe that the connection was upgraded.
  public init(
    vendor: String, product: String, version: String, url: String,
    interfaces: [InterfaceDescription], upgradingMethods: Set<String> = []
  ) {
    self.vendor = vendor
    self.product = product
    self.version = version
    self.url = url
    self.interfaces = [ServiceInterface.description] + interfaces
    self.upgradingMethods = upgradingMethods
    var texts: [String: String] = [:]
    var targets: [String: Target] = [:]
    for interface in self.interfaces {
      let previous = texts.updateValue(interface.text, forKey: interface.name)
      precondition(previous == nil, "a service has one interface of a name")
      for method in interface.methods {
        targets[interface.name + "." + method.name] =
          .method(interface: interface.name, method: method.name)
      }
    }
    targets[ServiceInterface.getInfo] = .information
    targets[ServiceInterface.getInterfaceDescription] = .interfaceDescription
    self.texts = texts
    self.targets = targets
  }

  /// Decides where a call goes; costs one look-up by the method's name.
  public func route(_ call: Call) -> Route {
    guard let target = targets[call.method] else {
      return .answered(.error(reasonForUnknown(call.method)))
    }
    if call.mode == .upgrade, !upgradingMethods.contains(call.method) {
      return .answered(.error(.methodNotImplemented(call.method)))
    }
    switch target {
    case .method(let interface, let method): return .method(interface: interface, method: method)
    case .information: return .answered(information(for: call.parameters))
    case .interfaceDescription: return .answered(interfaceDescription(for: call.parameters))
    }
  }

  /// The first parameter of a call that does not match what its method declares, nil if all do or
  /// nobody declares the method.
  ///
  /// It costs a search through the interface; a service with a hot path reads its parameters into
  /// values of its own instead.
  ///
  /// - Returns: The parameter's name, or its path where it is inside another.
  public func invalidParameter(in call: Call) -> String? {
    guard case .method(let name, let method) = route(call),
      let interface = interfaces.first(where: { $0.name == name }),
      let declaration = interface.methods.first(where: { $0.name == method })
    else { return nil }
    return interface.invalidParameter(in: call.parameters, declared: declaration.input)
  }

  private func reasonForUnknown(_ method: String) -> ServiceError {
    guard let dot = method.utf8.lastIndex(of: UInt8(ascii: ".")) else {
      return .methodNotFound(method)
    }
    let interface = String(method[..<dot])
    return texts[interface] == nil ? .interfaceNotFound(interface) : .methodNotFound(method)
  }

  private func information(for parameters: JSONObject) -> Reply {
    if let undeclared = parameters.first { return .error(.invalidParameter(undeclared.key)) }
    return .success([
      ServiceField.vendor: .string(vendor),
      ServiceField.product: .string(product),
      ServiceField.version: .string(version),
      ServiceField.url: .string(url),
      ServiceField.interfaces: .array(interfaces.map { .string($0.name) }),
    ])
  }

  private func interfaceDescription(for parameters: JSONObject) -> Reply {
    for member in parameters where member.key != ServiceField.interface {
      return .error(.invalidParameter(member.key))
    }
    guard let name = parameters[ServiceField.interface]?.stringValue else {
      return .error(.invalidParameter(ServiceField.interface))
    }
    guard let text = texts[name] else { return .error(.interfaceNotFound(name)) }
    return .success([ServiceField.description: .string(text)])
  }
}
