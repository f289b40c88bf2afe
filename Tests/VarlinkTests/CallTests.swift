import Testing
import UnitsJSON
import Varlink

@Suite struct CallTests {
  static let texts: [(Call, String)] = [
    (Call(method: "a.b.C"), #"{"method":"a.b.C"}"#),
    (
      Call(method: "a.b.C", parameters: ["x": .integer(1)]),
      #"{"method":"a.b.C","parameters":{"x":1}}"#
    ),
    (Call(method: "a.b.C", mode: .oneway), #"{"method":"a.b.C","oneway":true}"#),
    (
      Call(method: "a.b.C", parameters: ["x": .null], mode: .more),
      #"{"method":"a.b.C","parameters":{"x":null},"more":true}"#
    ),
    (Call(method: "a.b.\"C", mode: .upgrade), #"{"method":"a.b.\"C","upgrade":true}"#),
  ]

  @Test(arguments: texts)
  func `a call is written without what it does not have`(call: Call, text: String) {
    var output: [UInt8] = []
    call.encode(into: &output)
    #expect(String(decoding: output, as: UTF8.self) == text + "\0")
  }

  @Test(arguments: texts)
  func `a call is read back`(call: Call, text: String) throws {
    #expect(try Call(parsing: Array(text.utf8).span) == call)
  }

  static let violations: [(String, ProtocolViolation, String)] = [
    ("[]", .notAnObject, "message is not an object"),
    (#"{"foo":1}"#, .unknownHeader("foo"), "header foo: unknown"),
    (
      #"{"method":"a.B","more":null}"#, .wrongTypedHeader("more"),
      "header more: not of its type"
    ),
    (
      #"{"method":"a.B","org.example":1}"#, .wrongTypedHeader("org.example"),
      "header org.example: not of its type"
    ),
    ("{}", .missingMethod, "call without a method"),
    (
      #"{"method":"a.B","more":true,"upgrade":true}"#, .conflictingModes,
      "call with more than one of oneway, more and upgrade"
    ),
  ]

  @Test(arguments: violations)
  func `a malformed call says why`(
    text: String, violation: ProtocolViolation, description: String
  ) {
    #expect(throws: violation) { try Call(parsing: Array(text.utf8).span) }
    #expect(violation.description == description)
  }

  @Test func `what is not JSON says where`() {
    let violation = #expect(throws: ProtocolViolation.self) {
      try Call(parsing: Array("{\"method\":\n x".utf8).span)
    }
    #expect(violation?.description.hasPrefix("message is not JSON: line 2, column 2") == true)
  }
}
