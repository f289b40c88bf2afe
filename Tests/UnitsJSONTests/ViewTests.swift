// A text that is read where it lies is refused for the same reasons as one that becomes a value, and
// is seen as the same value.

import Testing
import UnitsJSON

@Suite struct ViewTests {
  @Test func `generated texts are seen as their values`() throws {
    let seed = UInt64.random(in: 0 ... .max)
    print("seed of the views: \(seed)")
    var generator = ValueGenerator(seed: seed)
    for round in 0..<1_000 {
      let value = generator.value()
      for text in [compactText(value), generator.looseText(of: value)] {
        let view = try JSONView(checking: text.span)
        #expect(
          compactText(view.value) == compactText(try JSONValue(parsing: text))
            && walk(view) == view.value, "seed \(seed), round \(round)")
      }
    }
  }

  @Test func `damaged texts are refused as by the parser`() {
    let seed = UInt64.random(in: 0 ... .max)
    print("seed of the damaged views: \(seed)")
    var generator = ValueGenerator(seed: seed)
    for round in 0..<3_000 {
      var text = generator.looseText(of: generator.value(depth: 2))
      for _ in 0..<round % 3 + 1 { text = generator.damaged(text) }
      #expect(refusal(text) == failure(text), "seed \(seed), round \(round)")
    }
  }

  @Test(arguments: [
    #"{"a":1,"a":2}"#, #"{"a":1,"\u0061":2}"#, #"{"\u0061":1,"a":2}"#, #"{"b":{"a":1,"a":01}}"#,
    #"[{"a":1},{"a":1,"b":2,"a":3}]"#, #"{"a":{"a":1},"b":{"a":1},"a":2}"#, #"{"é":1,"\u00e9":2}"#,
    #"{"é":1,"e\u0301":2}"#, #"{"":1,"":2}"#,
  ])
  func `a key that comes again is found in every spelling`(text: String) {
    let bytes = Array(text.utf8)
    #expect(refusal(bytes) == failure(bytes))
  }

  @Test(arguments: [14, 15, 16, 17, 18, 40])
  func `a key that comes again is found among many`(count: Int) {
    let keys = (0..<count).map { "\"key \($0)\":{\"key 1\":0}" }
    for again in ["\"key 0\"", "\"key \(count - 1)\"", #""\u006bey 1""#, "\"new\""] {
      let bytes = Array(("{" + (keys + [again + ":0"]).joined(separator: ",") + "}").utf8)
      #expect(refusal(bytes) == failure(bytes))
      #expect((refusal(bytes) == nil) == (again == "\"new\""))
    }
  }

  @Test func `a view answers for its own kind only`() throws {
    let bytes = Array(#"[null,true,2,2.5,"s",[null],{"k":null}]"#.utf8)
    var values = JSONCursor(try JSONView(checking: bytes.span))
    var kinds: [String] = []
    while values.next() {
      let value = values.value
      var kind = value.bool.map { "\($0) " } ?? ""
      kind += value.integer.map { "\($0) " } ?? ""
      kind += value.double.map { "\($0) " } ?? ""
      kind += value.string.map { "\($0) " } ?? ""
      kind += value.members.map { "\($0.count) " } ?? ""
      if value.isNull { kind += "null" }
      if value.isArray { kind += "array" }
      if value.isObject { kind += "object" }
      if value.isString { kind += "string" }
      kinds.append(kind)
    }
    #expect(kinds == ["null", "true ", "2 2.0 ", "2.5 ", "s string", "array", "1 object"])
  }

  @Test func `what is not there reads as null`() {
    let absent = JSONView.absent(in: [UInt8]().span)
    #expect(absent.isNull && absent.value == .null)
    #expect(!absent.isObject && !absent.isArray && !absent.isString && !absent.isString(""))
    #expect(absent.string == nil && absent.integer == nil && absent.double == nil)
    #expect(absent.bool == nil && absent.members == nil)
  }

  @Test(arguments: [
    (#""level""#, "level", true), (#""level""#, "leve", false), (#""leve""#, "level", false),
    (#""le\u0076el""#, "level", true), (#""é""#, "é", true), (#""e\u0301""#, "é", false),
    (#""a\"""#, "a\\", false), (#""a\\""#, "a\\", true), ("1", "1", false), (#""""#, "", true),
  ])
  func `a string is told by its bytes`(text: String, other: String, isSame: Bool) throws {
    let bytes = Array(text.utf8)
    #expect(try JSONView(checking: bytes.span).isString(other) == isSame)
  }

  /// The error with which a text is refused, nil if it is not.
  private func refusal(_ text: [UInt8]) -> JSONError? {
    do throws(JSONError) {
      _ = try JSONView(checking: text.span).isNull
      return nil
    } catch {
      return error
    }
  }

  /// The value, put together piece by piece.
  private func walk(_ view: JSONView) -> JSONValue {
    guard view.isArray || view.isObject else { return view.value }
    var cursor = JSONCursor(view)
    if view.isArray {
      var elements: [JSONValue] = []
      while cursor.next() { elements.append(walk(cursor.value)) }
      return .array(elements)
    }
    var object = JSONObject()
    while cursor.next() { object.append(cursor.name, walk(cursor.value)) }
    return .object(object)
  }
}
