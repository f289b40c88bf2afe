// Integers stay integers to the last bit; doubles come back as the same double.

import Testing
import UnitsJSON

@Suite struct NumberTests {
  @Test(arguments: [
    ("0", JSONValue.integer(0)), ("-0", .integer(0)), ("7", .integer(7)), ("-12", .integer(-12)),
    ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
    ("9223372036854775808", .double(0x1p63)), ("-9223372036854775809", .double(-0x1p63)),
    ("18446744073709551616", .double(0x1p64)), ("1.0", .double(1)), ("1e2", .double(100)),
    ("1E+2", .double(100)), ("100e-2", .double(1)), ("-0e5", .double(0)),
    ("123456789012345678901234567890", .double(1.2345678901234568e29)),
  ])
  func `a number is an integer only without point and exponent and within 64 bits`(
    text: String, value: JSONValue
  ) throws {
    #expect(try JSONValue(parsing: text) == value)
  }

  @Test func `an integer and a double of the same number are two values`() {
    #expect(JSONValue.integer(1) != .double(1))
    #expect(JSONValue.integer(1).doubleValue == 1)
    #expect(JSONValue.double(1).integerValue == nil)
  }

  @Test func `minus zero is kept as a double and not as an integer`() throws {
    #expect(try JSONValue(parsing: "-0.0").doubleValue?.sign == .minus)
    #expect(try JSONValue(parsing: "-0.0").description == "-0.0")
    #expect(try JSONValue(parsing: "-1e-999").doubleValue?.sign == .minus)
    #expect(try JSONValue(parsing: "-0").description == "0")
  }

  @Test func `every power of two of 64 bits and its neighbours stay exact`() throws {
    for shift in 0..<63 {
      for value in [1 << shift - 1, 1 << shift, 1 << shift + 1] {
        try expectSame(value)
        try expectSame(-value)
      }
    }
    try expectSame(.max)
    try expectSame(.min)
  }

  @Test func `random 64-bit integers stay exact`() throws {
    var random = SeededGenerator(seed: 2)
    for _ in 0..<5_000 { try expectSame(Int(truncatingIfNeeded: random.next())) }
  }

  @Test func `every power of two a double can be, and its neighbours, round-trip`() throws {
    for exponent in -1_074...1_023 {
      let power = Double(sign: .plus, exponent: exponent, significand: 1)
      for value in [power.nextDown, power, power.nextUp] { try expectSame(value) }
    }
    for value in [0, Double.greatestFiniteMagnitude, .leastNormalMagnitude, .leastNonzeroMagnitude]
    {
      try expectSame(value)
    }
  }

  @Test func `every power of ten and its neighbours round-trip`() throws {
    for exponent in -323...308 {
      let power = try #require(Double("1e\(exponent)"))
      #expect(try JSONValue(parsing: "1e\(exponent)") == .double(power))
      for value in [power.nextDown, power, power.nextUp] { try expectSame(value) }
    }
  }

  @Test func `random bit patterns round-trip as doubles`() throws {
    var generator = ValueGenerator(seed: 3)
    for _ in 0..<20_000 { try expectSame(generator.finiteDouble()) }
  }

  @Test func `a short decimal is read as the standard library reads it`() throws {
    var random = SeededGenerator(seed: 4)
    for _ in 0..<5_000 {
      let digits = random.next() >> UInt64.random(in: 0..<60, using: &random)
      let text = "\(digits).\(random.next() % 1_000)e\(Int.random(in: -40...40, using: &random))"
      #expect(try JSONValue(parsing: text).doubleValue == Double(text), "\(text)")
    }
  }

  @Test func `a decimal halfway between two doubles goes to the even one, digits beyond decide`()
    throws
  {
    var random = SeededGenerator(seed: 5)
    for _ in 0..<40 {
      let lower = Double(bitPattern: random.next() % 0x3FF0_0000_0000_0000)
      let upper = lower.nextUp
      let even = lower.significandBitPattern & 1 == 0 ? lower : upper
      let middle = Halfway.text(above: lower)
      #expect(try JSONValue(parsing: "\(middle.digits)e\(middle.exponent)") == .double(even))
      // The last digit is a 5; a bit less and a bit more, a thousand digits further on.
      let more = middle.digits + String(repeating: "0", count: 1_000) + "1"
      #expect(try JSONValue(parsing: "\(more)e\(middle.exponent - 1_001)") == .double(upper))
      let less = middle.digits.dropLast() + "4" + String(repeating: "9", count: 1_000)
      #expect(try JSONValue(parsing: "\(less)e\(middle.exponent - 1_000)") == .double(lower))
    }
  }

  @Test(arguments: [
    ("1.7976931348623157e308", Double.greatestFiniteMagnitude),
    ("1.7976931348623158079e308", .greatestFiniteMagnitude),
    ("4.9406564584124654e-324", .leastNonzeroMagnitude),
    ("2.4703282292062328e-324", .leastNonzeroMagnitude),
    ("2.4703282292062327e-324", 0), ("1e-400", 0), ("0e999999999999999999999", 0),
    ("1e-999999999999999999999", 0),
  ])
  func `numbers at the ends of a double round as they must`(text: String, value: Double) throws {
    #expect(try JSONValue(parsing: text) == .double(value))
  }

  @Test(arguments: [
    "1e309", "-1e309", "1.7976931348623159e308", "1e999999999999999999999",
    "1" + String(repeating: "0", count: 309), "0.1e310",
  ])
  func `a number beyond the largest double is refused`(text: String) {
    #expect(failure(Array(text.utf8))?.reason == .numberTooLarge)
  }

  @Test func `zeros around a number do not change it`() throws {
    let zeros = String(repeating: "0", count: 5_000)
    #expect(try JSONValue(parsing: "0.\(zeros)25e5001") == .double(2.5))
    #expect(try JSONValue(parsing: "25\(zeros)e-5001") == .double(2.5))
    #expect(try JSONValue(parsing: "2.5\(zeros)") == .double(2.5))
    #expect(try JSONValue(parsing: "0.\(zeros)") == .double(0))
  }

  private func expectSame(_ value: Int) throws {
    let text = compactText(.integer(value))
    #expect(text == Array(String(value).utf8))
    #expect(try JSONValue(parsing: text) == .integer(value))
  }

  private func expectSame(_ value: Double) throws {
    let text = compactText(.double(value))
    guard case .double(let read) = try JSONValue(parsing: text) else {
      Issue.record("\(value) was not read as a double")
      return
    }
    #expect(read.bitPattern == value.bitPattern, "\(value)")
  }
}

/// The exact decimal halfway between a double below 1 and the next one.
private enum Halfway {
  static func text(above value: Double) -> (digits: String, exponent: Int) {
    // The value is m / 2^k, the middle (2m + 1) / 2^(k + 1), which is (2m + 1) · 5^(k + 1) / 10^(k + 1).
    let isNormal = value.exponentBitPattern > 0
    let mantissa = value.significandBitPattern | (isNormal ? 1 << 52 : 0)
    let power = 1_075 - Int(max(value.exponentBitPattern, 1)) + 1
    // Nine digits a limb, the lowest first.
    var limbs: [UInt64] = []
    var rest = 2 * mantissa + 1
    while rest > 0 {
      limbs.append(rest % 1_000_000_000)
      rest /= 1_000_000_000
    }
    for _ in 0..<power {
      var carry: UInt64 = 0
      for place in limbs.indices {
        let product = limbs[place] * 5 + carry
        limbs[place] = product % 1_000_000_000
        carry = product / 1_000_000_000
      }
      if carry > 0 { limbs.append(carry) }
    }
    var digits = String(limbs[limbs.count - 1])
    for limb in limbs.dropLast().reversed() { digits += String(1_000_000_000 + limb).dropFirst() }
    return (digits, -power)
  }
}
