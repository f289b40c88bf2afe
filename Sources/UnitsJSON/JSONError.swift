// What is wrong with a text that is no JSON, and where: one line that a person with an editor can
// act on.

/// The first offence in a text that was to be JSON.
///
/// ```swift
/// do {
///   _ = try JSONValue(parsing: "[1,\n 2,]")
/// } catch {
///   print(error)  // line 2, column 3: trailing comma
/// }
/// ```
public struct JSONError: Error, Sendable, Equatable, CustomStringConvertible {
  /// What is wrong.
  public enum Reason: Sendable, Equatable {
    /// The text ends where more must come.
    case unexpectedEnd
    /// The text begins with U+FEFF in UTF-8.
    case byteOrderMark
    /// Bytes that are no UTF-8: a broken, overlong or surrogate sequence, or beyond U+10FFFF.
    case invalidUTF8
    /// Something that begins no value stands where one must.
    case expectedValue
    /// An object's member does not begin with a quotation mark.
    case expectedKey
    /// No colon follows a key.
    case expectedColon
    /// Neither a comma nor the closing bracket follows an array's element.
    case expectedCommaOrBracket
    /// Neither a comma nor the closing brace follows an object's member.
    case expectedCommaOrBrace
    /// A comma stands before a closing bracket or brace.
    case trailingComma
    /// Something follows the value that should be the whole text.
    case textAfterValue
    /// A number has more digits after a first zero.
    case leadingZero
    /// A number lacks a digit after its sign, point or exponent.
    case expectedDigit
    /// A number is beyond the largest double.
    case numberTooLarge
    /// A string has no closing quotation mark; the place is that of the opening one.
    case unterminatedString
    /// A string has a control character that is not escaped.
    case controlCharacter
    /// A backslash is followed by none of the escapes.
    case invalidEscape
    /// A string has a NUL as an escape, which Varlink forbids.
    case escapedNUL
    /// An escape is one half of a surrogate pair without the other.
    case loneSurrogate
    /// A key stands in its object already; the place is that of the second.
    case duplicateKey(String)
    /// More arrays and objects are open than allowed.
    case tooDeep(limit: Int)
    /// The text is a value of another kind where an object was asked for.
    case notAnObject
  }

  /// What is wrong.
  public let reason: Reason
  /// Where.
  public let position: JSONPosition

  /// Makes an error.
  public init(reason: Reason, position: JSONPosition) {
    self.reason = reason
    self.position = position
  }

  /// Finds the line and column of a parser's failure.
  init(_ failure: JSONParser.Failure, in bytes: borrowing Span<UInt8>) {
    reason = failure.reason
    position = JSONPosition.start.advanced(to: failure.offset, in: bytes)
  }

  /// The place and the reason, as in `line 3, column 5: trailing comma`.
  public var description: String {
    "line \(position.line), column \(position.column): \(reason)"
  }
}

extension JSONError.Reason: CustomStringConvertible {
  /// The most bytes of a key that a message repeats, so that a hostile key cannot fill a log.
  private static let longestKeyInMessage = 80

  /// The reason in words, without a full stop.
  public var description: String {
    switch self {
    case .unexpectedEnd: "unexpected end of the text"
    case .byteOrderMark: "byte order mark"
    case .invalidUTF8: "invalid UTF-8"
    case .expectedValue: "expected a value"
    case .expectedKey: "expected a key in quotation marks"
    case .expectedColon: "expected a colon"
    case .expectedCommaOrBracket: "expected a comma or ]"
    case .expectedCommaOrBrace: "expected a comma or }"
    case .trailingComma: "trailing comma"
    case .textAfterValue: "text after the value"
    case .leadingZero: "leading zero"
    case .expectedDigit: "expected a digit"
    case .numberTooLarge: "number too large"
    case .unterminatedString: "unterminated string"
    case .controlCharacter: "control character that is not escaped"
    case .invalidEscape: "invalid escape"
    case .escapedNUL: "escaped NUL"
    case .loneSurrogate: "lone surrogate"
    case .duplicateKey(let key): "duplicate key \(Self.quoted(key))"
    case .tooDeep(let limit): "more than \(limit) arrays and objects open"
    case .notAnObject: "expected an object"
    }
  }

  private static func quoted(_ key: String) -> String {
    var bytes: [UInt8] = []
    if key.utf8.count <= longestKeyInMessage {
      JSONText.writeString(key, into: &bytes)
    } else {
      // Cutting bytes may cut a scalar; decoding then repairs its rest to U+FFFD.
      let beginning = String(decoding: key.utf8.prefix(longestKeyInMessage), as: UTF8.self)
      JSONText.writeString(beginning + "…", into: &bytes)
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
