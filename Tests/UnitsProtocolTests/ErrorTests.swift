import Testing
import UnitsJSON
import UnitsProtocol
import Varlink

/// Every error mirrors what its interface's text declares.
@Suite struct ErrorTests {
  static let declared: [(UnitsInterface, InterfaceDescription.ErrorDeclaration)] =
    UnitsInterface.allCases.flatMap { interface in
      interface.description.errors.map { (interface, $0) }
    }

  private static func reencode(_ failure: CallFailure) throws -> Reply? {
    switch failure {
    case .preferences(let error): try error.sent()
    case .records(let error): try error.sent()
    case .service(let error): error.reply
    case .unknown, .malformedReply: nil
    }
  }

  @Test(arguments: declared)
  func `every declared error is read, and encoded again`(
    interface: UnitsInterface, error: InterfaceDescription.ErrorDeclaration
  ) throws {
    let specimen = Specimen(interface: interface.description)
    let name = "\(interface.name).\(error.name)"
    let whole = specimen.members(of: error.parameters)
    #expect(try Self.reencode(Reply.error(name, whole).failure()) == .error(name, whole))
    for parameters in specimen.omissions(of: error.parameters) {
      var expected = parameters
      expected.removeAll { $0.value == .null }
      #expect(try Self.reencode(Reply.error(name, parameters).failure()) == .error(name, expected))
    }
  }

  @Test(arguments: declared)
  func `an error that is not as declared is malformed, one that tells more is not`(
    interface: UnitsInterface, error: InterfaceDescription.ErrorDeclaration
  ) throws {
    let specimen = Specimen(interface: interface.description)
    let name = "\(interface.name).\(error.name)"
    for fault in specimen.faults(of: error.parameters) {
      let failure = try Reply.error(name, fault.members).failure()
      if fault.path == "undeclared" {
        #expect(
          try Self.reencode(failure) == .error(name, specimen.members(of: error.parameters)))
      } else {
        #expect(failure == .malformedReply(parameter: fault.path))
      }
    }
  }

  @Test func `the errors are those that are declared`() {
    func declared(_ interface: UnitsInterface) -> Set<String> {
      Set(interface.description.errors.map(\.name))
    }
    #expect(
      declared(.preferences) == Set(PreferenceError.Name.allCases.map(\.rawValue)))
    #expect(declared(.records) == Set(RecordsError.Name.allCases.map(\.rawValue)))
    #expect(declared(.daemon).isEmpty)
  }

  @Test func `errors of others keep their names`() throws {
    #expect(try ServiceError.expectedMore.reply.failure() == .service(.expectedMore))
    #expect(try Reply.error("a.b.Oops").failure() == .unknown(name: "a.b.Oops"))
    #expect(
      try Reply.error("dev.units.preferences.New").failure()
        == .unknown(name: "dev.units.preferences.New"))
    #expect(
      try Reply.error("dev.units.preferencesBusy", ["path": .string("/x")]).failure()
        == .unknown(name: "dev.units.preferencesBusy"))
  }

  @Test func `a reply that is an error throws it`() {
    #expect(throws: CallFailure.preferences(.busy(path: "/x"))) {
      try PreferenceError.busy(path: "/x").sent().read(PreferencesGet.Response.self)
    }
  }

  static let messages: [(CallFailure, String)] = [
    (
      .preferences(
        .invalidValue(key: "k", reason: "no unit system", allowed: ["metric", "imperial"])),
      "no unit system (allowed: metric, imperial): k"
    ),
    (.preferences(.invalidValue(key: "k", reason: "null", allowed: nil)), "null: k"),
    (.preferences(.invalidKey(key: "a=b", reason: "key with =")), "key with =: a=b"),
    (
      .preferences(.tooLarge(limit: 10, size: 11)),
      "group of 11 bytes exceeds the limit of 10 bytes"
    ),
    (.preferences(.notDurable(path: "/p", reason: "r")), "not durable (r): /p"),
    (.preferences(.busy(path: "/p")), "locked by another process: /p"),
    (
      .preferences(.damaged(Damage(path: "/p", line: 1, column: 2, reason: nil))),
      "damaged (line 1, column 2): /p"
    ),
    (
      .preferences(.damaged(Damage(path: "/p", line: 1, column: 2, reason: "r"))),
      "damaged (line 1, column 2: r): /p"
    ),
    (.preferences(.unreadable(path: "/p", reason: "r")), "not readable (r): /p"),
    (.preferences(.refused("r")), "r"),
    (.preferences(.locked(key: "k", path: "/p")), "locked by /p: k"),
    (.records(.invalidRecord(index: 0, reason: "r")), "r: record 1"),
    (
      .records(.unknownType(type: "t", allowed: ["a", "b"])),
      "no type of measurement (allowed: a, b): t"
    ),
    (.records(.notDurable(path: "/p", reason: "r")), "not durable (r): /p"),
    (.records(.busy(path: "/p")), "locked by another process: /p"),
    (.records(.damaged(path: "/p", reason: nil)), "damaged: /p"),
    (.records(.damaged(path: "/p", reason: "r")), "damaged (r): /p"),
    (.records(.unreadable(path: "/p", reason: "r")), "not readable (r): /p"),
    (.records(.refused(reason: "r")), "r"),
    (.service(.invalidParameter("group")), "parameter group: not valid"),
    (.unknown(name: "a.b.C"), "unknown error: a.b.C"),
    (.malformedReply(parameter: "epoch"), "malformed reply: epoch"),
  ]

  @Test(arguments: messages)
  func `a failure says the fact, then the object`(failure: CallFailure, message: String) {
    #expect(failure.description == message)
  }
}
