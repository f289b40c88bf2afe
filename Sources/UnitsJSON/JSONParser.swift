// The parser: one pass over the bytes, no look-back, recursion bounded by the depth limit.
//
// The bytes travel as an argument: a span cannot be stored in an ordinary struct, and a borrowed one
// costs nothing. Failures carry an offset alone; lines are counted once, by whoever reports them.
// This file holds the structure; strings and numbers have files of their own. A text that is only
// checked goes the same way as one of which values are made, so both refuse the same.

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

  /// What a text is read for.
  enum Purpose {
    /// Its value.
    case value
    /// The value of a part of a text that was checked: no key needs to be looked for again.
    case checkedValue
    /// Only to know whether it is sound; every value is null then.
    case check
  }

  let maximumDepth: Int
  private let purpose: Purpose
  /// Where the outermost object's keys begin, if someone asked.
  var keyOffsets: KeyOffsets
  /// The next byte to read.
  var offset = 0
  /// How many arrays and objects are open.
  private var depth = 0
  /// The bytes of a string with escapes or of a long number; kept to be used again.
  var scratch: [UInt8] = []
  /// Where the keys of open objects begin and end in a text that is checked, in turns, as far as
  /// nothing else is needed to tell them apart.
  // An array of ranges would cost a program that starts and ends at once a third of its time: the
  // runtime looks for the conformances that its type asks for.
  private var keyBounds: [Int] = []

  init(
    maximumDepth: Int = JSONValue.greatestMaximumDepth, keyOffsets: KeyOffsets = .ignored,
    purpose: Purpose = .value, at offset: Int = 0
  ) {
    precondition(
      (0...JSONValue.greatestMaximumDepth).contains(maximumDepth),
      "the maximum depth must be from 0 to \(JSONValue.greatestMaximumDepth)")
    self.maximumDepth = maximumDepth
    self.keyOffsets = keyOffsets
    self.purpose = purpose
    self.offset = offset
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
    var parser = JSONParser()
    parser.skipWhiteSpace(bytes)
    return parser.offset
  }

  func failure(_ reason: JSONError.Reason) -> Failure {
    Failure(reason: reason, offset: offset)
  }

  mutating func parseValue(_ bytes: borrowing Span<UInt8>) throws(Failure) -> JSONValue {
    guard offset < bytes.count else { throw failure(.unexpectedEnd) }
    switch bytes[offset] {
    case UInt8(ascii: "\""):
      if purpose != .check { return .string(try parseString(bytes)) }
      _ = try scanString(bytes)
      return .null
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
      let element = try parseValue(bytes)
      if purpose != .check { elements.append(element) }
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
    let firstBound = keyBounds.count
    defer { keyBounds.removeSubrange(firstBound...) }
    skipWhiteSpace(bytes)
    if take(UInt8(ascii: "}"), bytes) {
      depth -= 1
      return object
    }
    while true {
      try parseMember(bytes, of: &object, firstBound)
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
    _ bytes: borrowing Span<UInt8>, of object: inout JSONObject, _ firstBound: Int
  ) throws(Failure) {
    let keyOffset = offset
    guard offset < bytes.count else { throw failure(.unexpectedEnd) }
    guard bytes[offset] == UInt8(ascii: "\"") else { throw failure(.expectedKey) }
    // Refused here, not after the value, so that the first offence of the text is the one told.
    var key = ""
    if purpose == .check {
      try checkKey(bytes, of: &object, firstBound)
    } else {
      key = try parseString(bytes)
      if purpose == .value { try refuse(key, at: keyOffset, in: object) }
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
    if purpose != .check { object.appendNew(JSONObject.Member(key: key, value: value)) }
  }

  private func refuse(_ key: String, at place: Int, in object: JSONObject) throws(Failure) {
    guard object.position(of: key) == nil else {
      throw Failure(reason: .duplicateKey(key), offset: place)
    }
  }

  /// Checks that the key that comes next is new, and steps over it.
  ///
  /// A few keys are compared where they lie. Many, and any that is written with escapes, are
  /// collected by their texts as the members of `object`.
  private mutating func checkKey(
    _ bytes: borrowing Span<UInt8>, of object: inout JSONObject, _ firstBound: Int
  ) throws(Failure) {
    let keyOffset = offset
    let form = try scanString(bytes)
    let place = keyOffset + 1..<offset - 1
    let others = stride(from: firstBound, to: keyBounds.count, by: 2)
    if object.isEmpty, form != .escaped,
      keyBounds.count - firstBound < 2 * JSONKeyIndex.threshold
    {
      for index in others where haveSameBytes(bytes, keyPlace(index), place) {
        throw Failure(reason: .duplicateKey(text(of: place, in: bytes)), offset: keyOffset)
      }
      keyBounds.append(place.lowerBound)
      keyBounds.append(place.upperBound)
      return
    }
    if object.isEmpty {
      for index in others {
        let key = text(of: keyPlace(index), in: bytes)
        object.appendNew(JSONObject.Member(key: key, value: .null))
      }
    }
    offset = keyOffset
    let key = try parseString(bytes)
    try refuse(key, at: keyOffset, in: object)
    object.appendNew(JSONObject.Member(key: key, value: .null))
  }

  private func keyPlace(_ index: Int) -> Range<Int> { keyBounds[index]..<keyBounds[index + 1] }

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

  mutating func skipWhiteSpace(_ bytes: borrowing Span<UInt8>) {
    var cursor = offset
    while cursor < bytes.count {
      let byte = bytes[cursor]
      guard byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 else { break }
      cursor += 1
    }
    offset = cursor
  }
}
