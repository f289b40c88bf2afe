// Calls and replies where they lie: what the protocol says of a message is read and checked, and the
// parameters are left to whoever knows what they are.

package import UnitsJSON

/// A call in its frame.
///
/// Its parts can be read as long as the frame is there; ``Call`` is one that stays.
package struct CallView: ~Escapable {
  /// The interface's name, a dot, and the method's name: a string.
  package let method: JSONView

  /// The input parameters: an object, or `null` if there are none.
  package let parameters: JSONView

  /// How the caller wants to be answered.
  package let mode: Call.Mode

  /// Reads a call from a frame, which is given without its NUL.
  ///
  /// - Throws: The violation for which the connection has to be closed.
  @_lifetime(copy frame)
  package init(_ frame: Span<UInt8>) throws(ProtocolViolation) {
    var members = try Header.members(of: frame)
    var method = JSONView.absent(in: frame)
    var parameters = method
    var mode: Call.Mode?
    while members.next() {
      let value = members.value
      if members.key.isString(Header.method) {
        guard value.isString else { throw .wrongTypedHeader(Header.method) }
        method = value
      } else if members.key.isString(Header.parameters) {
        guard value.isObject || value.isNull else { throw .wrongTypedHeader(Header.parameters) }
        if value.isObject { parameters = value }
      } else if let candidate = Self.mode(members.key) {
        guard let isSet = value.bool else { throw .wrongTypedHeader(members.name) }
        if isSet {
          guard mode == nil else { throw .conflictingModes }
          mode = candidate
        }
      } else {
        try Header.checkVendorExtension(members)
      }
    }
    guard method.isString else { throw .missingMethod }
    self.method = method
    self.parameters = parameters
    self.mode = mode ?? .single
  }

  private static func mode(_ key: JSONView) -> Call.Mode? {
    if key.isString(Header.more) { return .more }
    if key.isString(Header.oneway) { return .oneway }
    return key.isString(Header.upgrade) ? .upgrade : nil
  }
}

/// A reply in its frame.
///
/// Its parts can be read as long as the frame is there; ``Reply`` is one that stays.
package struct ReplyView: ~Escapable {
  /// What became of the call.
  package let outcome: Reply.Outcome

  /// The output parameters, or the error's: an object, or `null` if there are none.
  package let parameters: JSONView

  /// Whether another reply to the same call follows; an error is always final.
  package let continuation: Reply.Continuation

  /// Reads a reply from a frame, which is given without its NUL.
  ///
  /// A header that is `null` is taken as absent, as the protocol's own definition of a reply
  /// allows, although servers should not send one.
  ///
  /// - Throws: The violation for which the connection has to be closed.
  @_lifetime(copy frame)
  package init(_ frame: Span<UInt8>) throws(ProtocolViolation) {
    var members = try Header.members(of: frame)
    var outcome = Reply.Outcome.success
    var parameters = JSONView.absent(in: frame)
    var continuation = Reply.Continuation.final
    while members.next() {
      let value = members.value
      if members.key.isString(Header.parameters) {
        guard value.isObject || value.isNull else { throw .wrongTypedHeader(Header.parameters) }
        if value.isObject { parameters = value }
      } else if members.key.isString(Header.error) {
        guard value.isString || value.isNull else { throw .wrongTypedHeader(Header.error) }
        if let name = value.string { outcome = .error(name) }
      } else if members.key.isString(Header.continues) {
        guard value.bool != nil || value.isNull else { throw .wrongTypedHeader(Header.continues) }
        continuation = value.bool == true ? .continues : .final
      } else {
        try Header.checkVendorExtension(members)
      }
    }
    if case .error = outcome, continuation == .continues { throw .continuedError }
    self.outcome = outcome
    self.parameters = parameters
    self.continuation = continuation
  }
}
