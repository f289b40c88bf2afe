// The members of an object with their places: for a file that people edit, where an offence of
// meaning (a value of the wrong kind) is to be told by line and column like one of form.

extension JSONObject {
  /// Parses one object and tells where each of its members' keys begins.
  ///
  /// - Parameters:
  ///   - bytes: A JSON text, strict as for ``JSONValue/init(parsing:maximumDepth:)``.
  ///   - maximumDepth: How many arrays and objects may be open at once, this one included.
  /// - Returns: The members of the outermost object, in their order.
  /// - Throws: ``JSONError``; ``JSONError/Reason/notAnObject`` where the text is another value.
  public static func parseMembers(
    _ bytes: borrowing Span<UInt8>, maximumDepth: Int = JSONValue.defaultMaximumDepth
  ) throws(JSONError) -> [(key: String, value: JSONValue, position: JSONPosition)] {
    var parser = JSONParser(maximumDepth: maximumDepth, keyOffsets: .recorded([]))
    let value: JSONValue
    do {
      value = try parser.parseText(bytes)
    } catch {
      throw JSONError(error, in: bytes)
    }
    guard case .object(let object) = value, case .recorded(let offsets) = parser.keyOffsets else {
      let offset = JSONParser.firstOffset(in: bytes)
      throw JSONError(JSONParser.Failure(reason: .notAnObject, offset: offset), in: bytes)
    }
    var position = JSONPosition.start
    var members: [(key: String, value: JSONValue, position: JSONPosition)] = []
    members.reserveCapacity(object.count)
    for (member, offset) in zip(object, offsets) {
      position = position.advanced(to: offset, in: bytes)
      members.append((member.key, member.value, position))
    }
    return members
  }

  /// Parses one object and tells where each of its members' keys begins, as for a span.
  ///
  /// - Parameters:
  ///   - bytes: A JSON text, strict as for ``JSONValue/init(parsing:maximumDepth:)``.
  ///   - maximumDepth: How many arrays and objects may be open at once, this one included.
  /// - Returns: The members of the outermost object, in their order.
  /// - Throws: ``JSONError``; ``JSONError/Reason/notAnObject`` where the text is another value.
  public static func parseMembers(
    _ bytes: [UInt8], maximumDepth: Int = JSONValue.defaultMaximumDepth
  ) throws(JSONError) -> [(key: String, value: JSONValue, position: JSONPosition)] {
    try parseMembers(bytes.span, maximumDepth: maximumDepth)
  }
}
