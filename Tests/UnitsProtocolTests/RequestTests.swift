import Testing
import UnitsJSON
import UnitsProtocol
import Varlink

/// Every request mirrors the input that its interface's text declares.
@Suite struct RequestTests {
  private static func decode(
    _ method: UnitsMethod, _ parameters: JSONObject
  ) throws -> UnitsCall {
    try #require(
      try Call(method: method.fullName, parameters: parameters, mode: method.mode).read())
  }

  @Test(arguments: UnitsMethod.allCases)
  func `every declared field is taken, and encoded again`(method: UnitsMethod) throws {
    let specimen = Specimen(interface: method.interface.description)
    let parameters = specimen.members(of: method.declaration.input)
    let call = try Self.decode(method, parameters).request.call()
    #expect(call == Call(method: method.fullName, parameters: parameters, mode: method.mode))
  }

  @Test(arguments: UnitsMethod.allCases)
  func `a field that may be absent may be null as well`(method: UnitsMethod) throws {
    let specimen = Specimen(interface: method.interface.description)
    for parameters in specimen.omissions(of: method.declaration.input) {
      var expected = parameters
      expected.removeAll { $0.value == .null }
      #expect(try Self.decode(method, parameters).request.call().parameters == expected)
    }
  }

  @Test(arguments: UnitsMethod.allCases)
  func `a missing, undeclared or wrong-typed field is named`(method: UnitsMethod) throws {
    let specimen = Specimen(interface: method.interface.description)
    let faults = specimen.faults(of: method.declaration.input)
    #expect(!faults.isEmpty)
    for fault in faults {
      #expect(throws: ServiceError.invalidParameter(fault.path), "\(fault.members)") {
        try Self.decode(method, fault.members)
      }
      // The library's own check agrees.
      #expect(
        method.interface.description.invalidParameter(
          in: fault.members, declared: method.declaration.input) == fault.path)
    }
  }

  @Test(arguments: UnitsMethod.allCases)
  func `a method that streams needs more, another does not mind`(method: UnitsMethod) throws {
    let specimen = Specimen(interface: method.interface.description)
    let parameters = specimen.members(of: method.declaration.input)
    for mode in [Call.Mode.single, .oneway, .more] {
      let call = Call(method: method.fullName, parameters: parameters, mode: mode)
      if method.mode == .more, mode != .more {
        #expect(throws: ServiceError.expectedMore) { try call.read() }
      } else {
        #expect(throws: Never.self) { try call.read() }
      }
    }
  }

  @Test(arguments: [
    "a.b.C", "dev.units.preferences.Ge", "dev.units.preferences.Gets", "dev.units.preferences", "",
    "dev.units.preferences.G\u{0301}et",
  ])
  func `a method that is not ours is not read`(name: String) throws {
    #expect(try Call(method: name).read() == nil)
  }

  @Test func `names are the same however they are written`() throws {
    let text =
      #"{"p\u0061rameters" : {"ke\u0079s":["\u00e4"], "gr\u006fup" : null},"#
      + #""\u006dethod":"dev.units.preferences.G\u0065t"}"#
    let call = try UnitsCall(CallView(Array(text.utf8).span))
    #expect(call == .get(PreferencesGet(keys: ["ä"])))
  }

  @Test(arguments: [
    // The first that nobody declares, before what is missing or of another type.
    (#"{"values":1,"a":2,"b":3}"#, "a"), (#"{"b":{},"group":1}"#, "b"), (#"{"group":1}"#, "group"),
    (#"{"values":{},"group":1,"replace":2}"#, "group"), ("{}", "values"),
    (#"{"a":1,"b":1,"c":1,"d":1,"e":1,"f":1,"g":1,"h":1,"i":1,"j":1,"k":1,"values":{}}"#, "a"),
  ])
  func `the first offence is told`(parameters: String, path: String) throws {
    let text = #"{"parameters":\#(parameters),"method":"dev.units.preferences.Set"}"#
    #expect(throws: ServiceError.invalidParameter(path)) {
      try UnitsCall(CallView(Array(text.utf8).span))
    }
  }

  @Test func `a text that is no JSON is none, whatever is wrong before`() {
    let text = #"{"method":"dev.units.preferences.Get","parameters":{"a":1,"keys":[01]}}"#
    #expect(throws: ProtocolViolation.self) { try UnitsCall(CallView(Array(text.utf8).span)) }
  }

  static let calls: [(UnitsCall, String)] = [
    (.get(.init()), #"{"method":"dev.units.preferences.Get"}"#),
    (
      .get(.init(group: "g", keys: ["a", "b"])),
      #"{"method":"dev.units.preferences.Get","parameters":{"group":"g","keys":["a","b"]}}"#
    ),
    (
      .set(.init(values: ["a": .null], extent: .replace)),
      #"{"method":"dev.units.preferences.Set","parameters":{"values":{"a":null},"replace":true}}"#
    ),
    (
      .compareAndSet(.init(expected: ["a": .null], values: ["a": .integer(1)], origin: .automatic)),
      #"{"method":"dev.units.preferences.CompareAndSet","#
        + #""parameters":{"expected":{"a":null},"values":{"a":1},"automatic":true}}"#
    ),
    (
      .monitorPreferences(.init(keys: [])),
      #"{"method":"dev.units.preferences.Monitor","parameters":{"keys":[]},"more":true}"#
    ),
    (
      .addRecords(.init(records: [.init(type: "distance", value: 5000)])),
      #"{"method":"dev.units.records.Add","#
        + #""parameters":{"records":[{"type":"distance","value":5000.0}]}}"#
    ),
    (
      .importRecords(.init(records: [.init(id: "i", type: "distance", value: 5000, time: "t")])),
      #"{"method":"dev.units.records.Import","#
        + #""parameters":{"records":[{"id":"i","type":"distance","value":5000.0,"time":"t"}]}}"#
    ),
    (
      .removeRecords(.init(ids: ["i", "j"])),
      #"{"method":"dev.units.records.Remove","parameters":{"ids":["i","j"]}}"#
    ),
    (.listRecords(.init()), #"{"method":"dev.units.records.List","more":true}"#),
    (
      .listRecords(.init(type: "weight", limit: 3, order: .oldestFirst)),
      #"{"method":"dev.units.records.List","#
        + #""parameters":{"type":"weight","limit":3,"oldest_first":true},"more":true}"#
    ),
    (
      .summarizeRecords(.init(type: "distance", since: "2026-11-30T00:00:00Z")),
      #"{"method":"dev.units.records.Summary","#
        + #""parameters":{"type":"distance","since":"2026-11-30T00:00:00Z"}}"#
    ),
    (.monitorRecords(.init()), #"{"method":"dev.units.records.Monitor","more":true}"#),
    (.getStatus(.init()), #"{"method":"dev.units.daemon.GetStatus"}"#),
  ]

  @Test(arguments: calls)
  func `a request is the call that a client sends`(call: UnitsCall, text: String) throws {
    #expect(String(decoding: call.request.frame, as: UTF8.self) == text + "\0")
    #expect(try UnitsCall(CallView(Array(text.utf8).span)) == call)
  }

  static let defaults: [(String, JSONValue, UnitsCall)] = [
    ("replace", .bool(false), .set(.init(values: [:]))),
    ("replace", .null, .set(.init(values: [:]))),
    ("automatic", .bool(false), .compareAndSet(.init(expected: [:], values: [:]))),
    ("oldest_first", .bool(false), .listRecords(.init())),
    ("automatic", .null, .compareAndSet(.init(expected: [:], values: [:]))),
  ]

  @Test(arguments: defaults)
  func `a flag that is false is one that is absent`(
    name: String, value: JSONValue, expected: UnitsCall
  ) throws {
    var call = try expected.request.call()
    call.parameters[name] = value
    #expect(try call.read() == expected)
  }

  @Test func `a whole number is a float`() throws {
    let parameters: JSONObject = [
      "records": .array([.object(["type": .string("weight"), "value": .integer(80)])])
    ]
    #expect(
      try Self.decode(.addRecords, parameters)
        == .addRecords(.init(records: [.init(type: "weight", value: 80)])))
  }
}
