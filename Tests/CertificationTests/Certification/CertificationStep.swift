import UnitsJSON
import Varlink

/// One call of the certification: how it is made, what it has to carry, what is replied.
enum CertificationStep: String, CaseIterable {
  case start = "Start"
  case test01 = "Test01"
  case test02 = "Test02"
  case test03 = "Test03"
  case test04 = "Test04"
  case test05 = "Test05"
  case test06 = "Test06"
  case test07 = "Test07"
  case test08 = "Test08"
  case test09 = "Test09"
  case test10 = "Test10"
  case test11 = "Test11"
  case end = "End"

  /// The steps of a client once it has an id.
  static let first = CertificationStep.test01

  var method: String { "\(CertificationInterface.name).\(rawValue)" }

  var mode: Call.Mode {
    switch self {
    case .test10: .more
    case .test11: .oneway
    default: .single
    }
  }

  var next: CertificationStep? {
    let steps = Self.allCases
    return steps.firstIndex(of: self).flatMap { $0 + 1 < steps.count ? steps[$0 + 1] : nil }
  }

  /// What our service replies, without `continues`. The values are the awkward ones of their types:
  /// an integer that no double holds, a double of seventeen digits, text of every length in UTF-8.
  var replies: [JSONObject] {
    switch self {
    case .start: []
    case .test01: [["bool": .bool(true)]]
    case .test02: [["int": .integer(9_007_199_254_740_993)]]
    case .test03: [["float": .double(1.0)]]
    case .test04: [["string": .string("ping \"\\ / \n\t\u{1} é € 𝄞 <&>")]]
    case .test05: [Self.scalars]
    case .test06: [["struct": .object(Self.scalars)]]
    case .test07:
      [["map": .object(["foo": .string("Foo"), "": .string("no key"), "é": .string("")])]]
    case .test08: [["set": .object(Self.set)]]
    case .test09: [["mytype": .object(Self.myType)]]
    case .test10: (1...10).map { ["string": .string("Reply number \($0)")] }
    case .test11: [[:]]
    case .end: [["all_ok": .bool(true)]]
    }
  }

  /// What the call has to carry besides the client's id: what the step before it replied.
  var parameters: JSONObject {
    switch self {
    case .start, .test01, .end: [:]
    case .test11:
      ["last_more_replies": .array(Self.test10.replies.compactMap { $0["string"] })]
    default:
      Self.allCases.first { $0.next == self }?.replies.first ?? [:]
    }
  }

  private static let scalars: JSONObject = [
    "bool": .bool(false), "int": .integer(Int.min), "float": .double(0.1 + 0.2),
    "string": .string("a lot of string"),
  ]

  private static let set: JSONObject = [
    "one": .object([:]), "two": .object([:]), "three": .object([:]),
  ]

  private static let myType: JSONObject = [
    "object": .object([
      "method": .string("org.varlink.certification.Test09"),
      "parameters": .object(["map": .object(["foo": .string("Foo"), "bar": .string("Bar")])]),
    ]),
    "enum": .string("two"),
    "struct": .object(["first": .integer(-1), "second": .string("2")]),
    "array": .array([.string("one"), .string("two"), .string("three")]),
    "dictionary": .object(["foo": .string("Foo"), "bar": .string("Bar")]),
    "stringset": .object(set),
    "interface": .object([
      "foo": .array([
        .null, .object(["foo": .string("foo"), "bar": .string("bar")]),
        .null, .object(["one": .string("foo"), "two": .string("bar")]),
      ]),
      "anon": .object(["foo": .bool(true), "bar": .bool(false)]),
    ]),
  ]
}
