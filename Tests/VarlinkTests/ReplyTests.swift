import Testing
import UnitsJSON
import Varlink

@Suite struct ReplyTests {
  static let texts: [(Reply, String)] = [
    (.success(), #"{"parameters":{}}"#),
    (.success(["x": .bool(true)]), #"{"parameters":{"x":true}}"#),
    (
      .success(["x": .double(1)], continuation: .continues),
      #"{"parameters":{"x":1.0},"continues":true}"#
    ),
    (.error("a.b.Oops"), #"{"error":"a.b.Oops"}"#),
    (.error("a.b.Oops", ["x": .integer(1)]), #"{"error":"a.b.Oops","parameters":{"x":1}}"#),
    (
      .error(.invalidParameter("x")),
      #"{"error":"org.varlink.service.InvalidParameter","parameters":{"parameter":"x"}}"#
    ),
    (.error(.expectedMore), #"{"error":"org.varlink.service.ExpectedMore"}"#),
  ]

  @Test(arguments: texts)
  func `a reply has no null and nothing undeclared`(reply: Reply, text: String) {
    var output: [UInt8] = []
    reply.encode(into: &output)
    #expect(String(decoding: output, as: UTF8.self) == text + "\0")
  }

  @Test(arguments: texts)
  func `a reply is read back`(reply: Reply, text: String) throws {
    #expect(try Reply(parsing: Array(text.utf8).span) == reply)
  }

  @Test func `null headers of a reply are taken as absent`() throws {
    let text = #"{"parameters":null,"error":null,"continues":null,"org.example":{}}"#
    #expect(try Reply(parsing: Array(text.utf8).span) == .success())
  }

  static let violations: [(String, ProtocolViolation)] = [
    (#"{"parameters":[]}"#, .wrongTypedHeader("parameters")),
    (#"{"error":1}"#, .wrongTypedHeader("error")),
    (#"{"continues":"x"}"#, .wrongTypedHeader("continues")),
    (#"{"more":true}"#, .unknownHeader("more")),
    (#"{"error":"a.B","continues":true}"#, .continuedError),
    ("1", .notAnObject),
  ]

  @Test(arguments: violations)
  func `a malformed reply is refused`(text: String, violation: ProtocolViolation) {
    #expect(throws: violation) { try Reply(parsing: Array(text.utf8).span) }
  }

  static let errors: [(ServiceError, String)] = [
    (.interfaceNotFound("a.b"), "interface a.b: not served"),
    (.methodNotFound("a.b.C"), "method a.b.C: not known"),
    (.methodNotImplemented("a.b.C"), "method a.b.C: not implemented"),
    (.invalidParameter("x"), "parameter x: not valid"),
    (.permissionDenied, "permission denied"),
    (.expectedMore, "the method has to be called with more"),
    (.expectedUpgrade, "the method has to be called with upgrade"),
  ]

  @Test(arguments: errors)
  func `a client reads the errors of every service`(error: ServiceError, description: String) {
    #expect(ServiceError(error.reply) == error)
    #expect(error.description == description)
    let declared = ServiceInterface.description.errors.map { "\(ServiceInterface.name).\($0.name)" }
    #expect(declared.contains(error.name))
  }

  @Test func `other replies are no error of every service`() {
    #expect(ServiceError(.success()) == nil)
    #expect(ServiceError(.error("a.b.Oops")) == nil)
    #expect(ServiceError(.error("org.varlink.service.MethodNotFound")) == nil)
  }
}
