public import UnitsJSON

/// A call: the method's full name, its parameters, and how the caller wants to be answered.
///
/// ```swift
/// var output: [UInt8] = []
/// Call(method: "org.example.lamp.Dim", parameters: ["level": .integer(3)]).encode(into: &output)
/// // {"method":"org.example.lamp.Dim","parameters":{"level":3}} and a NUL
/// ```
///
/// Nothing here asks whether the method exists or takes these parameters; that is the service's
/// part (``Service``). See UAPI.20, "Call".
public struct Call: Sendable, Equatable {
  /// How a call wants to be answered.
  public enum Mode: Sendable, Hashable, CaseIterable {
    /// By one reply.
    case single
    /// Not at all, neither by a result nor by an error.
    case oneway
    /// By any number of replies, all but the last of which say that they continue.
    case more
    /// By one reply, behind which the connection speaks another protocol.
    case upgrade
  }

  /// The interface's name, a dot, and the method's name.
  public var method: String

  /// The input parameters, empty if there are none.
  public var parameters: JSONObject

  /// How the caller wants to be answered.
  public var mode: Mode

  /// Makes a call.
  public init(method: String, parameters: JSONObject = JSONObject(), mode: Mode = .single) {
    self.method = method
    self.parameters = parameters
    self.mode = mode
  }

  /// Reads a call from a frame, which is given without its NUL.
  ///
  /// - Throws: The violation for which the connection has to be closed.
  public init(parsing frame: borrowing Span<UInt8>) throws(ProtocolViolation) {
    let members = try Header.members(of: frame)
    var method: String?
    var parameters = JSONObject()
    var mode: Mode?
    for member in members {
      switch member.key {
      case Header.method:
        guard case .string(let name) = member.value else {
          throw .wrongTypedHeader(Header.method)
        }
        method = name
      case Header.parameters:
        parameters = try Header.parameters(from: member.value)
      case Header.oneway:
        try Self.choose(.oneway, in: &mode, if: member)
      case Header.more:
        try Self.choose(.more, in: &mode, if: member)
      case Header.upgrade:
        try Self.choose(.upgrade, in: &mode, if: member)
      default:
        try Header.checkVendorExtension(member)
      }
    }
    guard let method else { throw .missingMethod }
    self.init(method: method, parameters: parameters, mode: mode ?? .single)
  }

  /// Appends the call and its NUL; empty parameters and flags that are not set are left out.
  public func encode(into output: inout [UInt8]) {
    output.append(UInt8(ascii: "{"))
    output.appendHeader(Header.method)
    JSONValue.string(method).write(into: &output)
    if !parameters.isEmpty {
      output.append(UInt8(ascii: ","))
      output.appendHeader(Header.parameters)
      JSONValue.object(parameters).write(into: &output)
    }
    switch mode {
    case .single: break
    case .oneway: output.appendFlag(Header.oneway)
    case .more: output.appendFlag(Header.more)
    case .upgrade: output.appendFlag(Header.upgrade)
    }
    output.appendEndOfMessage()
  }

  private static func choose(
    _ candidate: Mode, in mode: inout Mode?, if member: JSONObject.Member
  ) throws(ProtocolViolation) {
    guard case .bool(let isSet) = member.value else { throw .wrongTypedHeader(member.key) }
    guard isSet else { return }
    guard mode == nil else { throw .conflictingModes }
    mode = candidate
  }
}
