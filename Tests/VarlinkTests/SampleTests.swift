import Testing
import UnitsJSON
import Varlink

/// The samples in the documentation of the public types, compiled and held to what they promise.
@Suite struct SampleTests {
  private static let lampText = """
    # A lamp.
    interface org.example.lamp

    # Sets how bright it is, from 0 to 10.
    method Dim(level: int) -> ()
    """

  private func text(_ write: (inout [UInt8]) -> Void) -> String {
    var output: [UInt8] = []
    write(&output)
    return String(decoding: output, as: UTF8.self)
  }

  @Test func `a call is encoded as the sample says`() {
    let sent = text { output in
      Call(method: "org.example.lamp.Dim", parameters: ["level": .integer(3)])
        .encode(into: &output)
    }
    #expect(sent == #"{"method":"org.example.lamp.Dim","parameters":{"level":3}}"# + "\0")
  }

  @Test func `a reply is encoded as the sample says`() {
    #expect(
      text { output in Reply.success(["level": .integer(3)]).encode(into: &output) }
        == #"{"parameters":{"level":3}}"# + "\0")
    #expect(
      text { output in
        Reply.error("org.example.lamp.Broken", ["since": .string("2026-11-30")])
          .encode(into: &output)
      } == #"{"error":"org.example.lamp.Broken","parameters":{"since":"2026-11-30"}}"# + "\0")
  }

  @Test func `frames are cut as the sample says`() throws {
    var decoder = FrameDecoder(maximumFrameSize: 1_048_576)
    decoder.append(Array("{}\0{\"a\"".utf8).span)
    #expect(try decoder.next() == Array("{}".utf8))
    #expect(try decoder.next() == nil)
  }

  @Test func `calls are served as the samples say`() throws {
    let lamp = try InterfaceDescription(parsing: Self.lampText)
    let service = Service(
      vendor: "Example", product: "Lamp", version: "1.0", url: "https://example.org/lamp",
      interfaces: [lamp])
    var connection = ServerConnection(maximumCallSize: 1_048_576)
    let bytes = Array(#"{"method":"org.example.lamp.Dim"}"#.utf8) + [0]
    connection.receive(bytes.span)
    var output: [UInt8] = []
    while let call = try connection.next() {
      switch service.route(call) {
      case .answered(let reply): connection.encode(reply, into: &output)
      case .method(_, let method):
        #expect(method == "Dim")
        let dim = lamp.methods[0]
        if let name = lamp.invalidParameter(in: call.parameters, declared: dim.input) {
          connection.encode(.error(.invalidParameter(name)), into: &output)
        }
      }
    }
    #expect(
      String(decoding: output, as: UTF8.self)
        == #"{"error":"org.varlink.service.InvalidParameter","parameters":{"parameter":"level"}}"#
        + "\0")
  }

  @Test func `replies are received as the samples say`() throws {
    var connection = ClientConnection(maximumReplySize: 16_777_216)
    var output: [UInt8] = []
    connection.send(Call(method: "org.varlink.service.GetInfo"), into: &output)
    #expect(ServiceInterface.getInfo == "org.varlink.service.GetInfo")
    connection.receive(Array("{}\0".utf8).span)
    let reply = try connection.next()
    #expect(reply == .success())
  }

  @Test func `descriptions are parsed as the samples say`() throws {
    let lamp = try InterfaceDescription(parsing: Self.lampText)
    #expect(lamp.methods.map(\.name) == ["Dim"])
    do {
      _ = try InterfaceDescription(parsing: "interface org.example.lamp\nmethod Dim(level) -> ()")
    } catch {
      #expect("\(error)" == "line 2, column 11: expected fields with types")
    }
  }

  @Test func `a type is built as the sample says`() throws {
    let person = ValueType.structure([
      .init(name: "name", type: .string),
      .init(name: "scores", type: .nullable(.array(.int))),
    ])
    let interface = try InterfaceDescription(
      parsing: "interface a.b\ntype Person (name: string, scores: ?[]int)")
    #expect(interface.type(named: "Person") == person)
  }
}
