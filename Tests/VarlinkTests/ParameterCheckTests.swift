import Testing
import UnitsJSON
import Varlink

@Suite struct ParameterCheckTests {
  private let interface: InterfaceDescription
  private let fields: [ValueType.Field]

  init() throws {
    interface = try InterfaceDescription(
      parsing: """
        interface a.b
        type Tree (value: int, children: ?[]Tree)
        type Colour (red, green)
        error E (
          flag: ?bool, whole: ?int, half: ?float, text: ?string, foreign: ?object, whatever: ?any,
          colour: ?Colour, tree: ?Tree, list: ?[]?string, table: ?[string]int, set: ?[string]()
        )
        """)
    fields = interface.errors[0].parameters
  }

  static let valid: [String] = [
    "{}",
    #"{"flag":null,"tree":null,"list":null}"#,
    #"{"flag":true,"whole":1,"half":1,"text":"","foreign":{"x":null},"whatever":[null]}"#,
    #"{"half":1.5,"whatever":false,"colour":"green"}"#,
    #"{"tree":{"value":1,"children":[{"value":2},{"value":3,"children":[]}]}}"#,
    #"{"list":["a",null],"table":{"any key":1},"set":{"a":{}}}"#,
  ]

  @Test(arguments: valid)
  func `what is declared is accepted`(text: String) throws {
    let parameters = try #require(JSONValue(parsing: text).objectValue)
    #expect(interface.invalidParameter(in: parameters, declared: fields) == nil)
  }

  static let invalid: [(String, String)] = [
    (#"{"other":1}"#, "other"),
    (#"{"flag":0}"#, "flag"),
    (#"{"whole":1.0}"#, "whole"),
    (#"{"whole":123456789012345678901}"#, "whole"),
    (#"{"half":"1"}"#, "half"),
    (#"{"text":1}"#, "text"),
    (#"{"foreign":[]}"#, "foreign"),
    (#"{"colour":"blue"}"#, "colour"),
    (#"{"colour":1}"#, "colour"),
    (#"{"tree":[]}"#, "tree"),
    (#"{"tree":{}}"#, "tree.value"),
    (#"{"tree":{"value":1,"other":2}}"#, "tree.other"),
    (#"{"tree":{"value":1,"children":[{"value":2},{"value":null}]}}"#, "tree.children[1].value"),
    (#"{"list":{}}"#, "list"),
    (#"{"list":["a",1]}"#, "list[1]"),
    (#"{"table":{"k":"v"}}"#, "table.k"),
    (#"{"table":[]}"#, "table"),
    (#"{"set":{"k":{"x":1}}}"#, "set.k.x"),
  ]

  @Test(arguments: invalid)
  func `what is not is named by its path`(text: String, path: String) throws {
    let parameters = try #require(JSONValue(parsing: text).objectValue)
    #expect(interface.invalidParameter(in: parameters, declared: fields) == path)
  }

  @Test func `a missing parameter is named`() {
    let needed = [ValueType.Field(name: "a", type: .any), .init(name: "b", type: .bool)]
    #expect(interface.invalidParameter(in: ["a": .integer(1)], declared: needed) == "b")
    #expect(
      interface.invalidParameter(in: ["a": .null, "b": .bool(true)], declared: needed) == "a")
  }
}
