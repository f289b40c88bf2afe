import Testing
import UnitsJSON
import UnitsLinux
import Varlink

/// Our client and our service, and that each of them notices what is wrong.
@Suite struct OwnCertificationTests {
  @Test func `our client is certified by our service`() throws {
    try withServer { path in
      let client = try CertificationClient(connectingTo: path)
      #expect(try client.run() == ["all_ok": .bool(true)])
    }
  }

  @Test func `two clients at once have their own steps`() throws {
    try withServer { path in
      let first = try CertificationClient(connectingTo: path)
      let second = try CertificationClient(connectingTo: path)
      let outer = try first.run { step, _ in
        guard step == .test05 else { return }
        let inner = try? second.run()
        #expect(inner == ["all_ok": .bool(true)])
      }
      #expect(outer == ["all_ok": .bool(true)])
    }
  }

  static let wrongCalls: [(CertificationStep, @Sendable (inout Call) -> Void)] = [
    (.test02, { $0.parameters["bool"] = .bool(false) }),
    (.test03, { $0.parameters["int"] = .integer(9_007_199_254_740_992) }),
    (.test04, { $0.parameters["float"] = .double(1.0.nextUp) }),
    (.test05, { $0.parameters["string"] = .string("") }),
    (.test06, { $0.parameters["int"] = .integer(Int.min + 1) }),
    (
      .test07,
      {
        $0.parameters["struct"] = .object([
          "bool": .bool(true), "int": .integer(2), "float": .double(0.5), "string": .string(""),
        ])
      }
    ),
    (.test08, { $0.parameters["map"] = .object([:]) }),
    (.test09, { $0.parameters["set"] = .object(["one": .object([:])]) }),
    (.test10, { $0.mode = .single }),
    (.end, { $0.mode = .more }),
    (
      .test01,
      {
        $0.method = CertificationStep.test02.method; $0.parameters["bool"] = .bool(true)
      }
    ),
  ]

  @Test(arguments: wrongCalls)
  func `a call that is not the one that was due is answered with both`(
    wrongStep: CertificationStep, damage: @Sendable (inout Call) -> Void
  ) throws {
    try withServer { path in
      let client = try CertificationClient(connectingTo: path)
      let failure = #expect(throws: CertificationClient.Failure.self) {
        _ = try client.run { step, call in if step == wrongStep { damage(&call) } }
      }
      guard case .refused(wrongStep, let reply) = failure else {
        Issue.record("\(String(describing: failure))")
        return
      }
      #expect(reply.outcome == .error("org.varlink.certification.CertificationError"))
      let wants = reply.parameters["wants"]?.objectValue
      #expect(wants?["method"] == .string(wrongStep.method))
      #expect(wants != reply.parameters["got"]?.objectValue)
      // The client is forgotten: it cannot go on as if nothing had been.
      let id = wants?["parameters"]?.objectValue?["client_id"] ?? .null
      let end = Call(method: CertificationStep.end.method, parameters: ["client_id": id])
      #expect(
        try client.replies(to: end) == [.error("org.varlink.certification.ClientIdError")])
    }
  }

  @Test func `a oneway call gets no reply, not even an error`() throws {
    try withServer { path in
      let client = try CertificationClient(connectingTo: path)
      for method in [CertificationStep.test01.method, "org.varlink.service.GetInfo", "no.such"] {
        #expect(try client.replies(to: Call(method: method, mode: .oneway)) == [])
      }
      // A reply to one of them would be taken for the reply to this.
      let id = try client.replies(to: Call(method: CertificationStep.start.method)).first
      #expect(id?.parameters["client_id"] != nil)
    }
  }

  @Test func `parameters of a wrong type are named`() throws {
    try withServer { path in
      let client = try CertificationClient(connectingTo: path)
      let call = Call(
        method: CertificationStep.test02.method,
        parameters: ["client_id": .string(""), "bool": .integer(1)])
      #expect(try client.replies(to: call) == [.error(.invalidParameter("bool"))])
    }
  }

  private func withServer(_ body: (String) throws -> Void) throws {
    let scratch = try Scratch()
    let server = try CertificationServer(listeningAt: scratch.path("certification"))
    defer { server.stop() }
    try body(scratch.path("certification"))
  }
}
