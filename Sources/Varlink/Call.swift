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
    self.init(try CallView(copy frame))
  }

  /// The call with its parameters, whatever they are.
  package init(_ view: CallView) {
    self.init(
      method: view.method.string ?? "", parameters: view.parameters.object, mode: view.mode)
  }

  /// Appends the call and its NUL; empty parameters and flags that are not set are left out.
  public func encode(into output: inout [UInt8]) {
    Self.encode(method, mode, into: &output) { JSONValue.object(parameters).write(into: &$0) }
  }

  /// Appends a call whose parameters `write` appends as an object, and its NUL.
  package static func encode(
    _ method: String, _ mode: Mode, into output: inout [UInt8],
    parameters write: (inout [UInt8]) -> Void
  ) {
    output.append(UInt8(ascii: "{"))
    JSONText.writeName(Header.method, into: &output)
    JSONText.writeString(method, into: &output)
    output.appendParameters(write)
    switch mode {
    case .single: break
    case .oneway: output.appendFlag(Header.oneway)
    case .more: output.appendFlag(Header.more)
    case .upgrade: output.appendFlag(Header.upgrade)
    }
    output.appendEndOfMessage()
  }
}
