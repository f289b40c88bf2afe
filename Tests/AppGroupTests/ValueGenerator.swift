import AppGroup
import Foundation

/// Random numbers that replay: SplitMix64.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

enum Mood: String, Codable, CaseIterable, Sendable { case calm, angry = "Ärger", none = "" }
enum Rank: Int64, Codable, CaseIterable, Sendable {
  case low = -9_223_372_036_854_775_808, zero = 0, high = 9_223_372_036_854_775_807
}

/// An enum that the compiler writes as an object.
enum Shape: Codable, Equatable, Sendable {
  case point
  case circle(radius: Double?)
  case labelled(String, at: [Int?])
}

/// A value of everything, as a program may have one.
struct Everything: Codable, Equatable, Sendable {
  var text: String
  var maybeText: String?
  var numbers: [Int?]
  var doubles: [Double?]
  var small: Int8
  var large: UInt64
  var ratio: Float
  var price: Decimal
  var flag: Bool?
  var date: Date
  var dates: [String: Date?]
  var data: Data?
  var address: URL?
  var mood: Mood?
  var rank: Rank
  var shape: Shape
  var nested: [[String?]]
  var byNumber: [Int: String]
  var children: [Everything]
  var explicitNil: ExplicitNil
}

/// A type that writes its nil, as hand-written code does.
struct ExplicitNil: Codable, Equatable, Sendable {
  var value: Int?
  private enum CodingKeys: String, CodingKey { case value }

  init(value: Int?) { self.value = value }

  init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    value =
      try members.decodeNil(forKey: .value) ? nil : try members.decode(Int.self, forKey: .value)
  }

  func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    if let value {
      try members.encode(value, forKey: .value)
    } else {
      try members.encodeNil(forKey: .value)
    }
  }
}

/// Random values: ordinary ones, and those at the ends of what there is.
struct ValueGenerator {
  private var random: SeededGenerator

  init(seed: UInt64) { random = SeededGenerator(seed: seed) }

  mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }

  mutating func isChosen(oneIn count: Int) -> Bool { below(count) == 0 }

  mutating func maybe<Value>(_ make: (inout ValueGenerator) -> Value) -> Value? {
    isChosen(oneIn: 3) ? nil : make(&self)
  }

  mutating func some<Value>(_ make: (inout ValueGenerator) -> Value) -> [Value] {
    (0..<below(4)).map { _ in make(&self) }
  }

  mutating func integer<Value: FixedWidthInteger>() -> Value {
    switch below(6) {
    case 0: .max
    case 1: .min
    case 2: .max - 1
    case 3: 0
    case 4: Value(truncatingIfNeeded: below(1000) - 500)
    default: Value.random(in: .min ... .max, using: &random)
    }
  }

  mutating func double() -> Double {
    switch below(9) {
    case 0: .greatestFiniteMagnitude
    case 1: -.leastNonzeroMagnitude
    case 2: -0.0
    case 3: 0x1p53 + 2
    case 4: .infinity
    case 5: Double(below(2000) - 1000)
    case 6: Double(bitPattern: random.next())
    default: Double.random(in: -1e6...1e6, using: &random)
    }
  }

  mutating func float() -> Float {
    isChosen(oneIn: 2)
      ? Float(bitPattern: UInt32(truncatingIfNeeded: random.next()))
      : Float.random(in: -10...10, using: &random)
  }

  mutating func decimal() -> Decimal {
    let digits = String(random.next()) + (isChosen(oneIn: 2) ? String(random.next()) : "")
    let text = isChosen(oneIn: 3) ? "0.\(digits)" : String(digits.prefix(below(25) + 1))
    return Decimal(string: (isChosen(oneIn: 2) ? "-" : "") + text) ?? 0
  }

  mutating func text() -> String {
    let parts = ["", "a", "é", "e\u{301}", "\u{1F468}\u{200D}\u{1F469}", "\n", "\"", "\\", "$null"]
    let rare = ["\u{0}", "\u{7f}", "\u{2028}", "$data"]
    return some { generator in
      generator.isChosen(oneIn: 12)
        ? rare[generator.below(rare.count)] : parts[generator.below(parts.count)]
    }.joined()
  }

  mutating func data() -> Data { Data((0..<below(20)).map { _ in integer() as UInt8 }) }

  mutating func date() -> Date {
    switch below(7) {
    case 0: .distantFuture
    case 1: .distantPast
    case 2: Date(timeIntervalSinceReferenceDate: double())
    case 3: Date(timeIntervalSince1970: Double(below(2_000_000_000)))
    case 4: Date(timeIntervalSinceReferenceDate: .random(in: -1...1, using: &random))
    default: Date(timeIntervalSinceReferenceDate: .random(in: -4e10...2e11, using: &random))
    }
  }

  mutating func address() -> URL {
    let texts = [
      "https://example.org/a?b=c#d", "file:///tmp/", "file:///tmp", "file:///tmp/a%2Fb",
      "mailto:a@example.org", "images/a.png", "//host/path", "file:///tmp/%7E/x", "~/notes",
    ]
    switch below(4) {
    case 0: return URL(fileURLWithPath: "/tmp")
    case 1: return URL(filePath: "/\(text().replacingOccurrences(of: "\u{0}", with: ""))")
    case 2: return URL(string: "b", relativeTo: URL(string: "https://example.org/a/")) ?? address()
    default: return URL(string: texts[below(texts.count)]) ?? address()
    }
  }

  mutating func shape() -> Shape {
    switch below(3) {
    case 0: .point
    case 1: .circle(radius: maybe { $0.double() })
    default: .labelled(text(), at: some { $0.maybe { $0.integer() } })
    }
  }

  mutating func everything(depth: Int = 2) -> Everything {
    Everything(
      text: text(), maybeText: maybe { $0.text() }, numbers: some { $0.maybe { $0.integer() } },
      doubles: some { $0.maybe { $0.double() } }, small: integer(),
      large: isChosen(oneIn: 4) ? integer() : UInt64(below(1000)), ratio: float(),
      price: decimal(), flag: maybe { $0.isChosen(oneIn: 2) }, date: date(),
      dates: dictionary { $0.maybe { $0.date() } }, data: maybe { $0.data() },
      address: maybe { $0.address() }, mood: maybe { Mood.allCases[$0.below(3)] },
      rank: Rank.allCases[below(3)], shape: shape(),
      nested: some { $0.some { $0.maybe { $0.text() } } },
      byNumber: Dictionary(
        some { ($0.integer() as Int, $0.text()) }, uniquingKeysWith: { $1 }),
      children: depth == 0 ? [] : some { $0.everything(depth: depth - 1) },
      explicitNil: ExplicitNil(value: maybe { $0.integer() }))
  }

  mutating func dictionary<Value>(_ make: (inout ValueGenerator) -> Value) -> [String: Value] {
    Dictionary(some { ($0.text(), make(&$0)) }, uniquingKeysWith: { $1 })
  }
}
