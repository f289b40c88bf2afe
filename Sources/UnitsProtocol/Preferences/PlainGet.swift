// The call that is made most, read and answered in place.
//
// A Get comes with each glance of each program, and what it costs is the daemon's cost. So the form
// in which clients mostly write it is found in the frame without making a value of anything, and its
// reply is written piece by piece. Both are shortcuts and nothing else: whatever is not of that form
// is `PreferencesGet`'s, and what is of that form is answered with the same bytes on either way.

package import UnitsJSON
internal import Varlink

/// A `Get` of a few keys or of all, in compact JSON without escapes: where its parts lie in a frame.
package struct PlainGet: Sendable {
  /// Where the group's name is; nil for none.
  package fileprivate(set) var group: Range<Int>?
  /// Where the first key's opening quotation mark is; nil for all keys.
  fileprivate var firstKey: Int?
  fileprivate var keyCount = 0

  /// More keys than this are no glance.
  package static let maximumKeys = 16

  /// Whether all keys are asked for.
  package var wantsAll: Bool { firstKey == nil }

  /// Calls `body` with the place of each key's text, in their order.
  package func forEachKey(in frame: borrowing Span<UInt8>, _ body: (Range<Int>) -> Void) {
    guard let firstKey else { return }
    var scanner = PlainScanner(at: firstKey)
    for _ in 0..<keyCount {
      guard let key = scanner.takeString(in: frame) else { return }
      body(key)
      _ = scanner.take(UInt8(ascii: ","), in: frame)
    }
  }
}

/// The texts that plain Gets and their replies have in common, in one run of a daemon.
package struct PlainGetForm: Sendable {
  private let call: [UInt8]
  private let parameters: [UInt8]
  private let group: [UInt8]
  private let keys: [UInt8]
  private let callEnd: [UInt8]
  private let reply: [UInt8]
  private let afterValues: [UInt8]

  /// The form in the run that has this name.
  package init(epoch: String) {
    typealias Field = PreferencesGet.Field
    typealias ResponseField = PreferencesGet.Response.Field
    call = Self.piece("{", Header.method) {
      JSONText.writeString(PreferencesGet.method.fullName, into: &$0)
    }
    parameters = Self.piece(",", Header.parameters) { $0.append(UInt8(ascii: "{")) }
    group = Self.piece("", Field.group.rawValue) { _ in }
    keys = Self.piece("", Field.keys.rawValue) { $0.append(UInt8(ascii: "[")) }
    callEnd = Array("}}".utf8)
    reply =
      Self.piece("{", Header.parameters) { _ in }
      + Self.piece("{", ResponseField.values.rawValue) { $0.append(UInt8(ascii: "{")) }
    afterValues =
      Self.piece("},", ResponseField.epoch.rawValue) { JSONText.writeString(epoch, into: &$0) }
      + Self.piece(",", ResponseField.revision.rawValue) { _ in }
  }

  private static func piece(
    _ before: String, _ name: String, _ value: (inout [UInt8]) -> Void
  ) -> [UInt8] {
    var bytes = Array(before.utf8)
    bytes.appendHeader(name)
    value(&bytes)
    return bytes
  }

  // MARK: The call

  /// Nil for any other call, and for a Get that needs a closer look.
  package func get(in frame: borrowing Span<UInt8>) -> PlainGet? {
    var scanner = PlainScanner()
    var get = PlainGet()
    guard scanner.take(call, in: frame) else { return nil }
    if scanner.take(parameters, in: frame) {
      var namesKeys = false
      if scanner.take(group, in: frame) {
        guard let name = scanner.takeString(in: frame) else { return nil }
        get.group = name
        if scanner.take(UInt8(ascii: ","), in: frame) {
          guard scanner.take(keys, in: frame) else { return nil }
          namesKeys = true
        }
      } else {
        namesKeys = scanner.take(keys, in: frame)
      }
      if namesKeys, !scanKeys(of: &get, &scanner, frame) { return nil }
      guard scanner.take(callEnd, in: frame) else { return nil }
    } else {
      guard scanner.take(UInt8(ascii: "}"), in: frame) else { return nil }
    }
    return scanner.offset == frame.count ? get : nil
  }

  private func scanKeys(
    of get: inout PlainGet, _ scanner: inout PlainScanner, _ frame: borrowing Span<UInt8>
  ) -> Bool {
    get.firstKey = scanner.offset
    if scanner.take(UInt8(ascii: "]"), in: frame) { return true }
    repeat {
      guard get.keyCount < PlainGet.maximumKeys, scanner.takeString(in: frame) != nil else {
        return false
      }
      get.keyCount += 1
    } while scanner.take(UInt8(ascii: ","), in: frame)
    return scanner.take(UInt8(ascii: "]"), in: frame)
  }

  // MARK: The reply

  package func beginReply(_ output: inout [UInt8]) {
    output.append(contentsOf: reply)
  }

  /// Adds a value whose key lies in the call.
  package func add(
    _ key: borrowing Span<UInt8>, _ value: JSONValue, into output: inout [UInt8]
  ) {
    separate(&output)
    output.append(addingCapacity: key.count + 3) { output in
      output.append(UInt8(ascii: "\""))
      for place in key.indices { output.append(key[place]) }
      output.append(UInt8(ascii: "\""))
      output.append(UInt8(ascii: ":"))
    }
    value.write(into: &output)
  }

  /// Adds a value.
  package func add(_ key: String, _ value: JSONValue, into output: inout [UInt8]) {
    separate(&output)
    JSONText.writeString(key, into: &output)
    output.append(UInt8(ascii: ":"))
    value.write(into: &output)
  }

  package func endReply(revision: Int, _ output: inout [UInt8]) {
    output.append(contentsOf: afterValues)
    JSONValue.writeInteger(revision, into: &output)
    output.append(UInt8(ascii: "}"))
    output.appendEndOfMessage()
  }

  /// Only the first value stands behind a brace: no value ends with one that opens.
  private func separate(_ output: inout [UInt8]) {
    if output.last != UInt8(ascii: "{") { output.append(UInt8(ascii: ",")) }
  }
}
