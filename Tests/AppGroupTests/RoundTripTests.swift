import Foundation
import Testing
import Units
import UnitsJSON

@testable import AppGroup

/// What is stored is what is read: ten thousand random values of random types, through the codec and
/// the text of the store, and some of them through real groups.
@Suite(.timeLimit(.minutes(10))) struct RoundTripTests {
  private struct Outcome {
    var kept = 0
    var refused = 0
  }

  /// A round trip of one value by whichever way; nil for one that was refused.
  private protocol Way {
    func roundTrip<Value>(_ value: Value, _ key: Key<Value>) throws -> Value?
  }

  /// Through the codec and the store's text.
  private struct TextWay: Way {
    func roundTrip<Value>(_ value: Value, _ key: Key<Value>) throws -> Value? {
      let json: JSONValue
      do { json = try key.stored(value)?.json() ?? .null } catch { return nil }
      // What the store's own rules refuse.
      var bytes: [UInt8] = []
      json.write(into: &bytes)
      guard let parsed = try? JSONValue(parsing: bytes) else { return nil }
      return key.value(of: Preference.stored(parsed))
    }
  }

  /// Through two groups, as one program writes and another reads.
  private struct GroupWay: Way {
    let writer: GroupDefaults
    let reader: GroupDefaults

    func roundTrip<Value>(_ value: Value, _ key: Key<Value>) throws -> Value? {
      do { try writer.set(value, for: key) } catch .invalidValue {
        return nil
      }
      guard reader.synchronize() else { throw AppGroupError.unavailable(reason: "synchronize") }
      return reader[key]
    }
  }

  private func check<Value: Equatable>(
    _ value: Value, _ key: Key<Value>, _ way: some Way, _ outcome: inout Outcome
  ) throws {
    guard let read = try way.roundTrip(value, key) else {
      outcome.refused += 1
      return
    }
    outcome.kept += 1
    if let left = read as? Double, let right = value as? Double {
      #expect(left.bitPattern == right.bitPattern)
    } else {
      #expect(read == value, "\(Value.self)")
    }
  }

  /// One value of a type that is chosen by the generator.
  private func checkOne(
    _ generator: inout ValueGenerator, _ way: some Way, _ outcome: inout Outcome
  ) throws {
    let date = Date(timeIntervalSinceReferenceDate: 0)
    switch generator.below(24) {
    case 0: try check(generator.text(), Key("k", default: "d"), way, &outcome)
    case 1: try check(generator.integer(), Key("k", default: 5), way, &outcome)
    case 2: try check(generator.integer(), Key("k", default: UInt64(5)), way, &outcome)
    case 3: try check(generator.integer(), Key("k", default: Int8(5)), way, &outcome)
    case 4: try check(generator.double(), Key("k", default: 0.5), way, &outcome)
    case 5: try check(generator.float(), Key("k", default: Float(0.5)), way, &outcome)
    case 6: try check(generator.decimal(), Key("k", default: Decimal(5)), way, &outcome)
    case 7: try check(generator.data(), Key("k", default: Data([5])), way, &outcome)
    case 8, 9: try check(generator.date(), Key("k", default: date), way, &outcome)
    case 10: try check(generator.address(), Key("k", default: URL(filePath: "/d")), way, &outcome)
    case 11:
      try check(
        generator.some { $0.maybe { $0.integer() } }, Key("k", default: [Int?]()), way, &outcome)
    case 12:
      try check(
        generator.some { $0.maybe { $0.double() } }, Key("k", default: [Double?]()), way, &outcome)
    case 13:
      try check(
        generator.dictionary { $0.maybe { $0.integer() } }, Key("k", default: ["d": Int?(1)]), way,
        &outcome)
    case 14:
      try check(
        generator.some { $0.some { $0.maybe { $0.text() } } }, Key("k", default: [["d"]]), way,
        &outcome)
    case 15:
      try check(generator.maybe { $0.text() }, Key("k", default: String?("d")), way, &outcome)
    case 16: try check(generator.maybe { $0.date() }, Key("k", default: Date?.none), way, &outcome)
    case 17:
      try check(
        generator.maybe { $0.maybe { $0.integer() } }, Key("k", default: Int??(1)), way, &outcome)
    case 18:
      try check(
        generator.maybe { Mood.allCases[$0.below(3)] }, Key<Mood?>("k", default: .calm), way,
        &outcome)
    case 19: try check(Rank.allCases[generator.below(3)], Key("k", default: .zero), way, &outcome)
    case 20: try check(generator.shape(), Key("k", default: .point), way, &outcome)
    case 21:
      try check(
        ExplicitNil(value: generator.maybe { $0.integer() }),
        Key("k", default: ExplicitNil(value: 5)), way, &outcome)
    default:
      var standard = ValueGenerator(seed: 1)
      let value = standard.everything(depth: 0)
      try check(generator.everything(), Key("k", default: value), way, &outcome)
    }
  }

  @Test(arguments: [UInt64(20_261_201)])
  func `ten thousand values come back or are refused`(_ seed: UInt64) throws {
    var generator = ValueGenerator(seed: seed)
    var outcome = Outcome()
    for _ in 0..<10_000 { try checkOne(&generator, TextWay(), &outcome) }
    // Both happen, and most values are ordinary.
    #expect(outcome.kept > 6000)
    #expect(outcome.refused > 500)
    print("10,000 random values: \(outcome.kept) came back, \(outcome.refused) were refused")
  }

  @Test(arguments: GroupDefaultsTests.Way.allCases)
  func `and through real groups`(_ way: GroupDefaultsTests.Way) throws {
    let (sandbox, daemon) = try GroupDefaultsTests.sandbox(way)
    defer { daemon?.stop() }
    let groups = GroupWay(writer: sandbox.group(), reader: sandbox.group())
    var generator = ValueGenerator(seed: 42)
    var outcome = Outcome()
    let full = ProcessInfo.processInfo.environment["UNITS_LONG"] != nil
    for _ in 0..<(full ? 10_000 : 400) { try checkOne(&generator, groups, &outcome) }
    #expect(outcome.kept > outcome.refused)
    print("random values (\(way)): \(outcome.kept) came back, \(outcome.refused) were refused")
  }

  @Test func `a refusal says why`() throws {
    let sandbox = try Sandbox()
    let group = sandbox.group()
    func reason<Value>(_ value: Value, _ key: Key<Value>) -> String? {
      do throws(AppGroupError) { try group.set(value, for: key) } catch {
        if case .invalidValue("k", let reason) = error { return reason }
      }
      return nil
    }
    let range = "integer outside of -2^63 to 2^63 - 1: 18446744073709551615"
    #expect(reason(.max, Key("k", default: UInt64(0))) == range)
    #expect(reason([.max], Key("k", default: [UInt64]())) == range)
    #expect(reason(["a": [.max]], Key("k", default: [String: Set<UInt64>]())) == range)
    let digits = "1234567890123456789012345"
    #expect(
      reason(Decimal(string: digits), Key("k", default: Decimal?.none))
        == "decimal of more digits than are stored exactly: \(digits)")
    #expect(reason(.infinity, Key("k", default: 1.0)) == "number that is not finite")
    #expect(
      reason(.distantFuture + 1e12, Key("k", default: Date.now))
        == "date outside of the years 0000 to 9999")
    #expect(
      reason(["$data": "AAAA"], Key("k", default: [String: String]()))
        == "$data is a reserved name")
    #expect(reason(.some(nil), Key("k", default: Int??.none)) == "nil inside of an optional")
    #expect(group.dictionaryRepresentation().isEmpty)
  }

  @Test func `dates are exact`() throws {
    for interval in [
      0.1, -0.1, 1e-9, -1e-9, 817_779_583.441469, -978_307_201.000001, 0x1p-20, 63_113_904_000,
      253_402_300_799.5 - 978_307_200, -978_307_200.25,
    ] {
      let date = Date(timeIntervalSinceReferenceDate: interval)
      let text = try DateText.text(of: date)
      #expect(DateText.date(of: text) == date, "\(interval): \(text)")
    }
    for (text, interval) in [
      ("2001-01-01T01:00:00.50+01:00", 0.5), ("2000-12-31T23:59:59.250Z", -0.75),
    ] {
      #expect(DateText.date(of: text)?.timeIntervalSinceReferenceDate == interval)
    }
    let text = try DateText.text(of: Date(timeIntervalSinceReferenceDate: -0.75))
    #expect(text == "2000-12-31T23:59:59.25Z")
  }

  @Test func `what another program wrote by hand is read`() throws {
    let sandbox = try Sandbox()
    try sandbox.write(preferences: #"{"a": [1, {"$null": true}, 3], "n": 5.0, "s": {"value": 7}}"#)
    let group = sandbox.group()
    #expect(group[Key("a", default: [Int?]())] == [1, nil, 3])
    #expect(group[Key("n", default: 0)] == 5)
    #expect(group[Key("s", default: ExplicitNil(value: nil))].value == 7)
  }
}
