import UnitsJSON

/// The errors of `org.varlink.service`, with which any method may answer.
///
/// ```swift
/// connection.encode(.error(.invalidParameter("level")), into: &output)
/// // {"error":"org.varlink.service.InvalidParameter","parameters":{"parameter":"level"}}
/// ```
///
/// A server throws or sends them; a client reads one from a reply with ``init(_:)``.
public enum ServiceError: Error, Sendable, Hashable {
  /// No interface of this name is served here.
  case interfaceNotFound(String)
  /// The interface has no method of this full name.
  case methodNotFound(String)
  /// The method of this full name is described, but not to be had, at least not in this way.
  case methodNotImplemented(String)
  /// A parameter is missing, undeclared, of a wrong type, or out of range. One inside another is
  /// named by its path: `records[2].value`.
  case invalidParameter(String)
  /// The caller may not do this.
  case permissionDenied
  /// The method has to be called with `more`.
  case expectedMore
  /// The method has to be called with `upgrade`.
  case expectedUpgrade

  /// The error that a reply carries; nil if it carries a result, another interface's error, or
  /// parameters that do not fit.
  public init?(_ reply: Reply) {
    guard case .error(let fullName) = reply.outcome else { return nil }
    func subject(_ field: String) -> String? { reply.parameters[field]?.stringValue }
    switch fullName {
    case Self.interfaceNotFoundName:
      guard let name = subject(ServiceField.interface) else { return nil }
      self = .interfaceNotFound(name)
    case Self.methodNotFoundName:
      guard let name = subject(ServiceField.method) else { return nil }
      self = .methodNotFound(name)
    case Self.methodNotImplementedName:
      guard let name = subject(ServiceField.method) else { return nil }
      self = .methodNotImplemented(name)
    case Self.invalidParameterName:
      guard let name = subject(ServiceField.parameter) else { return nil }
      self = .invalidParameter(name)
    case Self.permissionDeniedName: self = .permissionDenied
    case Self.expectedMoreName: self = .expectedMore
    case Self.expectedUpgradeName: self = .expectedUpgrade
    default: return nil
    }
  }

  /// The error's full name, such as `org.varlink.service.MethodNotFound`.
  public var name: String {
    switch self {
    case .interfaceNotFound: Self.interfaceNotFoundName
    case .methodNotFound: Self.methodNotFoundName
    case .methodNotImplemented: Self.methodNotImplementedName
    case .invalidParameter: Self.invalidParameterName
    case .permissionDenied: Self.permissionDeniedName
    case .expectedMore: Self.expectedMoreName
    case .expectedUpgrade: Self.expectedUpgradeName
    }
  }

  /// The reply that tells the caller.
  public var reply: Reply {
    switch self {
    case .interfaceNotFound(let interface):
      .error(name, [ServiceField.interface: .string(interface)])
    case .methodNotFound(let method), .methodNotImplemented(let method):
      .error(name, [ServiceField.method: .string(method)])
    case .invalidParameter(let parameter):
      .error(name, [ServiceField.parameter: .string(parameter)])
    case .permissionDenied, .expectedMore, .expectedUpgrade:
      .error(name)
    }
  }

  private static let interfaceNotFoundName = ServiceInterface.name + ".InterfaceNotFound"
  private static let methodNotFoundName = ServiceInterface.name + ".MethodNotFound"
  private static let methodNotImplementedName = ServiceInterface.name + ".MethodNotImplemented"
  private static let invalidParameterName = ServiceInterface.name + ".InvalidParameter"
  private static let permissionDeniedName = ServiceInterface.name + ".PermissionDenied"
  private static let expectedMoreName = ServiceInterface.name + ".ExpectedMore"
  private static let expectedUpgradeName = ServiceInterface.name + ".ExpectedUpgrade"
}

extension ServiceError: CustomStringConvertible {
  /// The error for people: `parameter level: not valid`.
  public var description: String {
    switch self {
    case .interfaceNotFound(let name): "interface \(name): not served"
    case .methodNotFound(let name): "method \(name): not known"
    case .methodNotImplemented(let name): "method \(name): not implemented"
    case .invalidParameter(let name): "parameter \(name): not valid"
    case .permissionDenied: "permission denied"
    case .expectedMore: "the method has to be called with more"
    case .expectedUpgrade: "the method has to be called with upgrade"
    }
  }
}
