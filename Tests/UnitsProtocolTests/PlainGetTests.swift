import Testing
import UnitsJSON
import UnitsProtocol
import Varlink

/// Which calls are read in place: those that clients of ours write, and nothing else.
struct PlainGetTests {
  private let form = PlainGetForm(epoch: "0123456789abcdef")

  private func keys(_ frame: String) -> [String]? {
    let bytes = Array(frame.utf8)
    guard let get = form.get(in: bytes.span) else { return nil }
    var keys = get.wantsAll ? ["ALL"] : []
    if let group = get.group { keys.append("in " + String(decoding: bytes[group], as: UTF8.self)) }
    get.forEachKey(in: bytes.span) { keys.append(String(decoding: bytes[$0], as: UTF8.self)) }
    return keys
  }

  @Test(arguments: [
    (PreferencesGet(), ["ALL"]),
    (PreferencesGet(keys: []), []),
    (PreferencesGet(keys: ["a"]), ["a"]),
    (PreferencesGet(keys: ["a", "b.c", "a", ""]), ["a", "b.c", "a", ""]),
    (PreferencesGet(group: "g"), ["ALL", "in g"]),
    (PreferencesGet(group: "g", keys: ["a", "b"]), ["in g", "a", "b"]),
  ])
  func `what a client of ours sends is read in place`(call: PreferencesGet, found: [String]) {
    var frame: [UInt8] = []
    call.call.encode(into: &frame)
    #expect(keys(String(decoding: frame.dropLast(), as: UTF8.self)) == found)
  }

  @Test(arguments: [
    #"{}"#,
    #"{"method":"dev.units.preferences.Set"}"#,
    #"{"method":"dev.units.preferences.Get2"}"#,
    #"{"method":"dev.units.preferences.Get""#,
    #"{"method":"dev.units.preferences.Get"}}"#,
    #"{"method":"dev.units.preferences.Get"} "#,
    #"{"method":"dev.units.preferences.Get","more":true}"#,
    #"{"method":"dev.units.preferences.Get","parameters":{"keys":["a"]},"oneway":true}"#,
    #"{"method":"dev.units.preferences.Get","parameters":{"keys":["a"]}"#,
    #"{"method":"dev.units.preferences.Get","parameters":{"keys":["a",]}}"#,
    #"{"method":"dev.units.preferences.Get","parameters":{"keys":["a"],"group":"g"}}"#,
    #"{"method":"dev.units.preferences.Get","parameters":{"keys":["a"],"keys":["b"]}}"#,
    #"{"method":"dev.units.preferences.Get","parameters":{"group":"g",}}"#,
    #"{"method":"dev.units.preferences.Get","parameters":{"group":"g","group":"h"}}"#,
    #"{"method":"dev.units.preferences.Get","parameters":{"group":"\u0067"}}"#,
    #"{"method":"dev.units.preferences.Get","parameters":{"keys":["\u0061"]}}"#,
    #"{"method":"dev.units.preferences.Get","parameters":{"keys":["ä"]}}"#,
    #"{"method":"dev.units.preferences.Get","parameters":{"keys":[1]}}"#,
    #"{"method":"dev.units.preferences.Get","parameters":{"keys":null}}"#,
    #"{"method":"dev.units.preferences.Get","parameters":{"other":1}}"#,
    #"{"method": "dev.units.preferences.Get"}"#,
  ])
  func `anything else is left to the parser`(frame: String) {
    #expect(keys(frame) == nil)
  }

  @Test func `more keys than a glance has are left to the parser`() {
    for count in [PlainGet.maximumKeys, PlainGet.maximumKeys + 1] {
      var frame: [UInt8] = []
      PreferencesGet(keys: (0..<count).map { "key\($0)" }).call.encode(into: &frame)
      let found = keys(String(decoding: frame.dropLast(), as: UTF8.self))
      #expect(found?.count == (count <= PlainGet.maximumKeys ? count : nil))
    }
  }

  @Test(arguments: [0, 7, 10, 1_234_567_890, Int.max])
  func `the reply is that of a response, byte for byte`(revision: Int) {
    let values: JSONObject = [
      "a": .string("x\"ä"), "b": .integer(-7), "c": .double(1), "d": .array([.null, .bool(true)]),
      "e": .object(["f": .object([:])]), "g": .integer(.min),
    ]
    var expected: [UInt8] = []
    PreferencesGet.Response(values: values, epoch: "0123456789abcdef", revision: revision)
      .reply().encode(into: &expected)
    var (byText, byPlace): ([UInt8], [UInt8]) = ([], [])
    form.beginReply(&byText)
    form.beginReply(&byPlace)
    for member in values {
      form.add(member.key, member.value, into: &byText)
      form.add(Array(member.key.utf8).span, member.value, into: &byPlace)
    }
    form.endReply(revision: revision, &byText)
    form.endReply(revision: revision, &byPlace)
    #expect(byText == expected)
    #expect(byPlace == expected)
  }
}
