// Whatever value can be made is written so that it reads back as itself.

import Testing
import UnitsJSON

@Suite struct RoundTripTests {
  @Test func `generated values come back from compact, pretty and loose text`() throws {
    let seed = UInt64.random(in: 0 ... .max)
    print("seed of the round trip: \(seed)")
    var generator = ValueGenerator(seed: seed)
    for round in 0..<2_000 {
      let value = generator.value()
      let compact = compactText(value)
      var pretty: [UInt8] = []
      value.write(into: &pretty, style: .pretty)
      for text in [compact, pretty, generator.looseText(of: value)] {
        let read = try JSONValue(parsing: text)
        // Equality takes -0.0 for 0.0; the text tells them apart.
        guard read == value, text == pretty || compactText(read) == compact else {
          Issue.record("seed \(seed), round \(round): \(String(decoding: text, as: UTF8.self))")
          return
        }
      }
      var again: [UInt8] = []
      try JSONValue(parsing: pretty).write(into: &again, style: .pretty)
      #expect(again == pretty, "seed \(seed), round \(round)")
    }
  }

  @Test func `damaged texts are refused or read, and what is read is written as itself`() {
    let seed = UInt64.random(in: 0 ... .max)
    print("seed of the damaged texts: \(seed)")
    var generator = ValueGenerator(seed: seed)
    for round in 0..<3_000 {
      let value = generator.value(depth: 2)
      let text = generator.damaged(generator.looseText(of: value))
      guard let read = try? JSONValue(parsing: text) else {
        // Refusal is as good an outcome; the place must lie in the text.
        let offset = failure(text)?.position.offset ?? -1
        #expect((0...text.count).contains(offset), "seed \(seed), round \(round)")
        continue
      }
      #expect(failure(compactText(read)) == nil, "seed \(seed), round \(round)")
    }
  }

  @Test func `a text, a span and bytes are read alike`() throws {
    let text = #"{"dev.units.system": "metric"}"#
    let bytes = Array(text.utf8)
    let value = try JSONValue(parsing: text)
    #expect(value.objectValue?["dev.units.system"]?.stringValue == "metric")
    #expect(value.description == #"{"dev.units.system":"metric"}"#)
    #expect(try JSONValue(parsing: bytes) == value)
    #expect(try JSONValue(parsing: bytes.span) == value)
    #expect(try JSONValue(parsing: bytes.span.extracting(21..<29)) == .string("metric"))
  }

  @Test func `a view answers for its own kind only`() {
    let values: [JSONValue] = [
      .null, .bool(true), .integer(2), .double(2.5), .string("s"), .array([.null]),
      .object(["k": .null]),
    ]
    #expect(values.map(\.boolValue) == [nil, true, nil, nil, nil, nil, nil])
    #expect(values.map(\.integerValue) == [nil, nil, 2, nil, nil, nil, nil])
    #expect(values.map(\.doubleValue) == [nil, nil, 2.0, 2.5, nil, nil, nil])
    #expect(values.map(\.stringValue) == [nil, nil, nil, nil, "s", nil, nil])
    #expect(values.map(\.arrayValue) == [nil, nil, nil, nil, nil, [.null], nil])
    #expect(values.map(\.objectValue) == [nil, nil, nil, nil, nil, nil, ["k": .null]])
    #expect(Set(values).count == values.count)
  }
}
