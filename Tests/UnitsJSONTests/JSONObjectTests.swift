// Objects: order, look-up, removal, equality, and places of members.

import Testing
import UnitsJSON

@Suite struct JSONObjectTests {
  @Test func `a replaced member keeps its place, a new one comes last, nil removes`() {
    var object: JSONObject = ["a": .integer(1), "b": .integer(2), "c": .integer(3)]
    object["a"] = .integer(9)
    object["d"] = .null
    object["b"] = nil
    object["x"] = nil
    object.append("e", .bool(true))
    #expect(object.description == #"{"a":9,"c":3,"d":null,"e":true}"#)
    #expect(object["d"] == .some(.null))
    #expect(object["b"] == nil)
    #expect(object.map(\.key) == ["a", "c", "d", "e"])
    #expect(object[1].value == .integer(3))
  }

  @Test(arguments: [1, 15, 16, 17, 100, 1_000])
  func `members are found in objects of every size, also after removals`(count: Int) {
    var object = JSONObject()
    for number in 0..<count { object["key \(number)"] = .integer(number) }
    #expect(object.count == count)
    for number in 0..<count { #expect(object["key \(number)"] == .integer(number)) }
    #expect(object["key \(count)"] == nil)
    for number in 0..<count { object["key \(number)"] = .integer(-number) }
    object["key 0"] = nil
    for number in 0..<count {
      #expect(object["key \(number)"] == (number == 0 ? nil : .integer(-number)))
    }
    object.removeAll { ($0.value.integerValue ?? 0) % 2 == 0 }
    #expect(object.count == count / 2)
    for number in 0..<count {
      #expect(object["key \(number)"] == (number % 2 == 1 ? .integer(-number) : nil))
    }
    object["key 0"] = .null
    #expect(object.last?.key == "key 0")
  }

  @Test func `equality and hashes ignore the order of members`() {
    for count in [3, 40] {
      let members = (0..<count).map { JSONObject.Member(key: "k\($0)", value: .integer($0)) }
      let forwards = JSONValue.object(JSONObject(members: members))
      let backwards = JSONValue.object(JSONObject(members: members.reversed()))
      #expect(forwards == backwards)
      #expect(forwards.hashValue == backwards.hashValue)
      var other = JSONObject(members: members)
      other["k1"] = .double(1)
      #expect(forwards != .object(other))
      other["k1"] = nil
      #expect(forwards != .object(other))
      other["q"] = .integer(1)
      #expect(forwards != .object(other))
    }
    #expect(JSONValue.array([.integer(1), .integer(2)]) != .array([.integer(2), .integer(1)]))
  }

  @Test func `two spellings of one letter are two keys and two values`() throws {
    let value = try JSONValue(parsing: "{\"\u{E9}\":1,\"e\u{301}\":2}")
    #expect(value.objectValue?["\u{E9}"] == .integer(1))
    #expect(value.objectValue?["e\u{301}"] == .integer(2))
    #expect(JSONValue.string("\u{E9}") != .string("e\u{301}"))
    #expect(Set([JSONValue.string("\u{E9}"), .string("e\u{301}")]).count == 2)
  }

  @Test func `a duplicate key is found in objects of every size, however it is spelt`() {
    for count in [1, 2, 15, 16, 17, 500] {
      for twice in [0, count / 2, count - 1] {
        let members = (0..<count).map { "\"k\($0)\":0" }.joined(separator: ",")
        let text = "{\(members),\"\\u006b\(twice)\":1}"
        #expect(failure(Array(text.utf8))?.reason == .duplicateKey("k\(twice)"))
        #expect(failure(Array(text.utf8))?.position.offset == members.utf8.count + 2)
      }
    }
    #expect(failure(Array(#"{"":1,"":2}"#.utf8))?.reason == .duplicateKey(""))
    #expect(failure(Array(#"[{"a":1},{"a":{"a":1}}]"#.utf8)) == nil)
  }

  @Test func `making an object with a duplicate key is a programmer's error`() async {
    await #expect(processExitsWith: .failure) {
      let object: JSONObject = ["a": .null, "b": .null, "a": .null]
      print(object)
    }
    await #expect(processExitsWith: .failure) {
      var members = (0..<100).map { JSONObject.Member(key: "k\($0)", value: .null) }
      members.append(JSONObject.Member(key: "k50", value: .null))
      print(JSONObject(members: members))
    }
    await #expect(processExitsWith: .failure) {
      var object: JSONObject = ["a": .null]
      object.append("a", .null)
    }
  }

  @Test func `a patch sets values and removes at null`() {
    var object: JSONObject = ["a": .integer(1), "b": .integer(2), "c": .object(["x": .null])]
    object.apply(patch: [
      "b": .null, "z": .null, "c": .object(["y": .null]), "d": .integer(4), "a": .integer(0),
    ])
    #expect(object.description == #"{"a":0,"c":{"y":null},"d":4}"#)
    object.apply(patch: [:])
    #expect(object.count == 3)
  }

  @Test func `members are told with the places of their keys`() throws {
    let text = "\n{ \"é\": {\"inner\": 1},\n\t\"b\": [{\"c\": 2}],  \"d\": null }"
    let members = try JSONObject.parseMembers(Array(text.utf8))
    #expect(members.map(\.key) == ["é", "b", "d"])
    #expect(members.map(\.value.description) == [#"{"inner":1}"#, #"[{"c":2}]"#, "null"])
    #expect(
      members.map(\.position) == [
        JSONPosition(line: 2, column: 3, offset: 3), JSONPosition(line: 3, column: 2, offset: 24),
        JSONPosition(line: 3, column: 20, offset: 42),
      ])
    #expect(try JSONObject.parseMembers(Array("{}".utf8)).isEmpty)
  }

  @Test func `members of something else than an object are refused at its place`() {
    for text in ["\n [{\"a\": 1}]", "\n 1", "\n \"{}\""] {
      #expect(
        throws: JSONError(reason: .notAnObject, position: .init(line: 2, column: 2, offset: 2))
      ) {
        try JSONObject.parseMembers(Array(text.utf8))
      }
    }
    #expect(
      throws: JSONError(reason: .tooDeep(limit: 1), position: .init(line: 1, column: 6, offset: 5))
    ) {
      try JSONObject.parseMembers(Array(#"{"a":[]}"#.utf8), maximumDepth: 1)
    }
    let error = JSONError(reason: .notAnObject, position: .init(line: 1, column: 1, offset: 0))
    #expect(error.description == "line 1, column 1: expected an object")
  }
}
