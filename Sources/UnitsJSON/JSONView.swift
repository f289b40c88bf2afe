// Reading JSON where it lies: a message is checked once, as strictly as by the parser, and then read
// into the structures that it is for, without a tree of values in between.
//
// A view holds the text that it looks at and cannot outlive it. What it reads was checked, so nothing
// can fail but the type of a value, which is told by nil.

/// A value in a text that was found to be JSON.
///
/// ```swift
/// let view = try JSONView(checking: bytes.span)
/// var members = JSONCursor(view)
/// while members.next() {
///   if members.key.isString("level") { level = members.value.integer }
/// }
/// ```
package struct JSONView: ~Escapable {
  let text: Span<UInt8>
  /// Where the value begins; negative where there is none.
  package let offset: Int

  @_lifetime(copy text)
  init(_ text: Span<UInt8>, at offset: Int) {
    self.text = text
    self.offset = offset
  }

  /// Checks one JSON text that fills all of `text`; refuses what ``JSONValue/init(parsing:maximumDepth:)``
  /// refuses, with the same error.
  @_lifetime(copy text)
  package init(
    checking text: Span<UInt8>, maximumDepth: Int = JSONValue.defaultMaximumDepth
  ) throws(JSONError) {
    var parser = JSONParser(maximumDepth: maximumDepth, purpose: .check)
    do {
      _ = try parser.parseText(text)
    } catch {
      throw JSONError(error, in: text)
    }
    self.init(text, at: JSONParser.firstOffset(in: text))
  }

  /// The value of the same text that begins there.
  @_lifetime(copy self)
  package func value(at offset: Int) -> JSONView { JSONView(text, at: offset) }

  /// A value that is not there, which reads as `null`.
  // An optional view would cost a program that starts and ends at once a tenth of its time: the
  // runtime makes its type.
  @_lifetime(copy text)
  package static func absent(in text: Span<UInt8>) -> JSONView { JSONView(text, at: -1) }

  private var first: UInt8 { offset < 0 ? UInt8(ascii: "n") : text[offset] }

  package var isNull: Bool { first == UInt8(ascii: "n") }
  package var isObject: Bool { first == UInt8(ascii: "{") }
  package var isArray: Bool { first == UInt8(ascii: "[") }
  package var isString: Bool { first == UInt8(ascii: "\"") }

  /// The text of a string, otherwise nil.
  package var string: String? {
    guard isString else { return nil }
    return read { (parser, text) throws(JSONParser.Failure) in try parser.parseString(text) }
  }

  /// The number of an integer, otherwise nil.
  package var integer: Int? { number?.integerValue }

  /// The number of a double, or of an integer rounded to the nearest double, otherwise nil.
  package var double: Double? { number?.doubleValue }

  /// The truth of a boolean, otherwise nil.
  package var bool: Bool? {
    switch first {
    case UInt8(ascii: "t"): true
    case UInt8(ascii: "f"): false
    default: nil
    }
  }

  /// The value, whatever it is.
  package var value: JSONValue {
    if offset < 0 { return .null }
    return read { (parser, text) throws(JSONParser.Failure) in try parser.parseValue(text) }
  }

  /// The members of an object in their order, otherwise nil.
  package var members: [JSONObject.Member]? {
    guard isObject else { return nil }
    var members: [JSONObject.Member] = []
    var cursor = JSONCursor(self)
    while cursor.next() {
      members.append(JSONObject.Member(key: cursor.name, value: cursor.value.value))
    }
    return members
  }

  /// Whether this is the string `other`.
  package func isString(_ other: String) -> Bool {
    guard isString else { return false }
    let start = offset + 1
    let end = start + plainLength(text, from: start)
    guard text[end] == UInt8(ascii: "\"") else {
      // What is not written as its own ASCII bytes is rare, and may still be the same.
      return string.map { haveSameBytes($0, other) } ?? false
    }
    guard end - start == other.utf8.count else { return false }
    return haveSameBytes(text.extracting(start..<end).bytes, other.utf8Span.span.bytes)
  }

  private var number: JSONValue? {
    switch first {
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): value
    default: nil
    }
  }

  private func read<Value>(
    _ body: (inout JSONParser, borrowing Span<UInt8>) throws(JSONParser.Failure) -> Value
  ) -> Value {
    var parser = JSONParser(purpose: .checkedValue, at: offset)
    do {
      return try body(&parser, text)
    } catch {
      preconditionFailure("a text that was checked is sound: \(error)")
    }
  }
}
