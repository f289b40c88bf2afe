// The parser: one pass over the bytes, no look-back, recursion bounded by the depth limit.
//
// The bytes travel as an argument: a span cannot be stored in an ordinary struct, and a borrowed one
// costs nothing. Failures carry an offset alone; lines are counted once, by whoever reports them.
// This file holds the structure; strings and numbers have files of their own.

/// The state of one parse.
struct JSONParser {
  /// An offence at an offset.
  struct Failure: Error {
    var reason: JSONError.Reason
    var offset: Int
  }

  /// What becomes of the places of the outermost object's keys.
  enum KeyOffsets {
    case ignored
    case recorded([Int])
  }

  let maximumDepth: Int
  /// Where the outermost object's keys begin, if someone asked.
  var keyOffsets: KeyOffsets
  /// The next byte to read.
  var offset = 0
  /// How many arrays and objects are open.
  private var depth = 0
  /// The bytes of a string with escapes or of a long number; kept to be used again.
  var scratch: [UInt8] = []

  init(maximumDepth: Int, keyOffsets: KeyOffsets) {
    precondition(
      (0...JSONValue.greatestMaximumDepth).contains(maximumDepth),
      "the maximum depth must be from 0 to \(JSONValue.greatestMaximumDepth)")
    self.maximumDepth = maximumDepth
    self.keyOffsets = keyOffsets
  }

  /// Parses the whole of `bytes` as one value.
  mutating func parseText(_ bytes: borrowing Span<UInt8>) throws(Failure) -> JSONValue {
    if bytes.count >= 3, bytes[0] == 0xEF, bytes[1] == 0xBB, bytes[2] == 0xBF {
      throw Failure(reason: .byteOrderMark, offset: 0)
    }
    skipWhiteSpace(bytes)
    let value = try parseValue(bytes)
    skipWhiteSpace(bytes)
    guard offset == bytes.count else { throw failure(.textAfterValue) }
    return value
  }

  /// Where the first byte that is no white space stands.
  static func firstOffset(in bytes: borrowing Span<UInt8>) -> Int {
    var parser = JSONParser(maximumDepth: 0, keyOffsets: .ignored)
    parser.skipWhiteSpace(bytes)
    return parser.offset
  }

  func failure(_ reason: JSONError.Reason) -> Failure {
    Failure(reason: reason, offset: offset)
  }

  private mutating func parseValue(_ bytes: borrowing Span<UInt8>) throws(Failure) -> JSONValue {
    guard offset < bytes.count else { throw failure(.unexpectedEnd) }
    switch bytes[offset] {
    case UInt8(ascii: "\""):
      return .string(try parseString(bytes))
    case UInt8(ascii: "{"):
      return .object(try parseObject(bytes))
    case UInt8(ascii: "["):
      return .array(try parseArray(bytes))
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"):
      return try parseNumber(bytes)
    case UInt8(ascii: "t"):
      try parseWord("true", bytes)
      return .bool(true)
    case UInt8(ascii: "f"):
      try parseWord("false", bytes)
      return .bool(false)
    case UInt8(ascii: "n"):
      try parseWord("null", bytes)
      return .null
    default:
      throw failure(.expectedValue)
    }
  }

  private mutating func parseArray(_ bytes: borrowing Span<UInt8>) throws(Failure) -> [JSONValue] {
    try open()
    skipWhiteSpace(bytes)
    if take(UInt8(ascii: "]"), bytes) {
      depth -= 1
      return []
    }
    var elements: [JSONValue] = []
    while true {
      elements.append(try parseValue(bytes))
      skipWhiteSpace(bytes)
      let place = offset
      if take(UInt8(ascii: "]"), bytes) { break }
      guard take(UInt8(ascii: ","), bytes) else {
        throw failure(offset < bytes.count ? .expectedCommaOrBracket : .unexpectedEnd)
      }
      skipWhiteSpace(bytes)
      if take(UInt8(ascii: "]"), bytes) { throw Failure(reason: .trailingComma, offset: place) }
    }
    depth -= 1
    return elements
  }

  private mutating func parseObject(_ bytes: borrowing Span<UInt8>) throws(Failure) -> JSONObject {
    try open()
    var object = JSONObject()
    skipWhiteSpace(bytes)
    if take(UInt8(ascii: "}"), bytes) {
      depth -= 1
      return object
    }
    while true {
      try parseMember(bytes, of: &object)
      skipWhiteSpace(bytes)
      let place = offset
      if take(UInt8(ascii: "}"), bytes) { break }
      guard take(UInt8(ascii: ","), bytes) else {
        throw failure(offset < bytes.count ? .expectedCommaOrBrace : .unexpectedEnd)
      }
      skipWhiteSpace(bytes)
      if take(UInt8(ascii: "}"), bytes) { throw Failure(reason: .trailingComma, offset: place) }
    }
    depth -= 1
    return object
  }

  private mutating func parseMember(
    _ bytes: borrowing Span<UInt8>, of object: inout JSONObject
  ) throws(Failure) {
    let keyOffset = offset
    guard offset < bytes.count else { throw failure(.unexpectedEnd) }
    guard bytes[offset] == UInt8(ascii: "\"") else { throw failure(.expectedKey) }
    let key = try parseString(bytes)
    // Refused here, not after the value, so that the first offence of the text is the one told.
    guard object.position(of: key) == nil else {
      throw Failure(reason: .duplicateKey(key), offset: keyOffset)
    }
    if depth == 1, case .recorded(var offsets) = keyOffsets {
      // Emptied first, so that the array is changed where it is and not copied.
      keyOffsets = .ignored
      offsets.append(keyOffset)
      keyOffsets = .recorded(offsets)
    }
    skipWhiteSpace(bytes)
    guard take(UInt8(ascii: ":"), bytes) else {
      throw failure(offset < bytes.count ? .expectedColon : .unexpectedEnd)
    }
    skipWhiteSpace(bytes)
    let value = try parseValue(bytes)
    object.appendNew(JSONObject.Member(key: key, value: value))
  }

  private mutating func parseWord(
    _ word: String, _ bytes: borrowing Span<UInt8>
  ) throws(Failure) {
    var cursor = offset
    for byte in word.utf8 {
      guard cursor < bytes.count, bytes[cursor] == byte else { throw failure(.expectedValue) }
      cursor += 1
    }
    offset = cursor
  }

  /// Steps over an opening bracket or brace.
  private mutating func open() throws(Failure) {
    guard depth < maximumDepth else { throw failure(.tooDeep(limit: maximumDepth)) }
    depth += 1
    offset += 1
  }

  /// Steps over `byte` if it comes next.
  private mutating func take(_ byte: UInt8, _ bytes: borrowing Span<UInt8>) -> Bool {
    guard offset < bytes.count, bytes[offset] == byte else { return false }
    offset += 1
    return true
  }

  private mutating func skipWhiteSpace(_ bytes: borrowing Span<UInt8>) {
    var cursor = offset
    while cursor < bytes.count {
      let byte = bytes[cursor]
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { break }
      cursor += 1
    }
    offset = cursor
  }
}
