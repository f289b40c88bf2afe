import Testing
import UnitsJSON
import Varlink

@Suite struct ServiceTests {
  private let service: Service
  private let text = """
    # A lamp.
    interface org.example.lamp
    method Dim(level: int) -> ()
    method Up() -> ()

    """

  init() throws {
    service = Service(
      vendor: "Example", product: "Lamp", version: "1.0", url: "https://example.org/lamp",
      interfaces: [try InterfaceDescription(parsing: text)],
      upgradingMethods: ["org.example.lamp.Up"])
  }

  @Test func `a declared method is handed over`() {
    let call = Call(method: "org.example.lamp.Dim", parameters: ["undeclared": .null])
    #expect(service.route(call) == .method(interface: "org.example.lamp", method: "Dim"))
  }

  @Test func `upgrade reaches only the methods that take it`() {
    #expect(
      service.route(Call(method: "org.example.lamp.Up", mode: .upgrade))
        == .method(interface: "org.example.lamp", method: "Up"))
    #expect(
      service.route(Call(method: "org.example.lamp.Dim", mode: .upgrade))
        == .answered(.error(.methodNotImplemented("org.example.lamp.Dim"))))
  }

  @Test func `the service says who it is`() throws {
    guard case .answered(let reply) = service.route(Call(method: ServiceInterface.getInfo)) else {
      Issue.record("not answered")
      return
    }
    var output: [UInt8] = []
    reply.encode(into: &output)
    #expect(
      String(decoding: output, as: UTF8.self)
        == #"{"parameters":{"vendor":"Example","product":"Lamp","version":"1.0","#
        + #""url":"https://example.org/lamp","#
        + #""interfaces":["org.varlink.service","org.example.lamp"]}}"# + "\0")
    let method = try #require(ServiceInterface.description.methods.first { $0.name == "GetInfo" })
    #expect(
      ServiceInterface.description.invalidParameter(in: reply.parameters, declared: method.output)
        == nil)
  }

  @Test func `a description is served as it was written`() {
    let call = Call(
      method: ServiceInterface.getInterfaceDescription,
      parameters: ["interface": .string("org.example.lamp")])
    #expect(
      service.route(call) == .answered(.success(["description": .string(text)])))
  }

  static let unknown: [(String, ServiceError)] = [
    ("org.example.lamp.dim", .methodNotFound("org.example.lamp.dim")),
    ("org.example.lamp.", .methodNotFound("org.example.lamp.")),
    ("org.example.Dim", .interfaceNotFound("org.example")),
    ("Dim", .methodNotFound("Dim")),
    ("org.example.lamp.Dim.Dim", .interfaceNotFound("org.example.lamp.Dim")),
  ]

  @Test(arguments: unknown)
  func `an unknown method is named, and its interface if that is unknown`(
    method: String, error: ServiceError
  ) {
    #expect(service.route(Call(method: method)) == .answered(.error(error)))
    #expect(service.route(Call(method: method, mode: .upgrade)) == .answered(.error(error)))
  }

  @Test func `the text of org.varlink.service is its canonical form`() {
    #expect(ServiceInterface.description.format() == ServiceInterface.description.text)
  }
}
