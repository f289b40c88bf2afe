// Values and texts made from a seed: the same seed makes the same ones on every machine.

import UnitsJSON

/// SplitMix64: small, and the same everywhere.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// Makes values of every kind, and texts of them that no writer of ours would write.
struct ValueGenerator {
  var random: SeededGenerator

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
  }

  mutating func value(depth: Int = 4) -> JSONValue {
    switch Int.random(in: 0..<(depth > 0 ? 8 : 5), using: &random) {
    case 0: return [.null, .bool(true), .bool(false)].randomElement(using: &random) ?? .null
    case 1: return .integer(integer())
    case 2: return .double(finiteDouble())
    case 3, 4: return .string(text())
    case 5:
      let count = Int.random(in: 0..<6, using: &random)
      return .array((0..<count).map { _ in value(depth: depth - 1) })
    default:
      // Now and then enough members for the object to keep an index.
      let most = Int.random(in: 0..<12, using: &random) == 0 ? 60 : 6
      var object = JSONObject()
      for _ in 0..<Int.random(in: 0..<most, using: &random) {
        object[text()] = value(depth: depth - 1)
      }
      return .object(object)
    }
  }

  mutating func integer() -> Int {
    // Every width is as likely as another.
    Int(truncatingIfNeeded: random.next()) >> Int.random(in: 0..<64, using: &random)
  }

  mutating func finiteDouble() -> Double {
    while true {
      let value = Double(bitPattern: random.next())
      if value.isFinite { return value }
    }
  }

  mutating func text() -> String {
    var text = ""
    for _ in 0..<Int.random(in: 0..<10, using: &random) {
      text.unicodeScalars.append(scalar())
    }
    return text
  }

  private mutating func scalar() -> Unicode.Scalar {
    // Up to the last one of one, two, three, four bytes; below the space often.
    let ends: [UInt32] = [0x20, 0x7F, 0x7F, 0x7FF, 0xFFFF, 0x10FFFF]
    let end = ends.randomElement(using: &random) ?? 0x7F
    while true {
      if let scalar = Unicode.Scalar(UInt32.random(in: 1...end, using: &random)) { return scalar }
    }
  }

  /// A text of `value` with white space, escapes and number forms of all kinds.
  mutating func looseText(of value: JSONValue) -> [UInt8] {
    var output: [UInt8] = []
    write(value, into: &output)
    return output
  }

  private mutating func write(_ value: JSONValue, into output: inout [UInt8]) {
    space(into: &output)
    switch value {
    case .string(let text): write(text, into: &output)
    case .array(let elements):
      output.append(UInt8(ascii: "["))
      for (place, element) in elements.enumerated() {
        if place > 0 { output.append(UInt8(ascii: ",")) }
        write(element, into: &output)
      }
      output.append(UInt8(ascii: "]"))
    case .object(let object):
      output.append(UInt8(ascii: "{"))
      for (place, member) in object.enumerated() {
        if place > 0 { output.append(UInt8(ascii: ",")) }
        space(into: &output)
        write(member.key, into: &output)
        space(into: &output)
        output.append(UInt8(ascii: ":"))
        write(member.value, into: &output)
      }
      output.append(UInt8(ascii: "}"))
    default: value.write(into: &output)
    }
    space(into: &output)
  }

  private mutating func write(_ text: String, into output: inout [UInt8]) {
    output.append(UInt8(ascii: "\""))
    for scalar in text.unicodeScalars {
      if Bool.random(using: &random) {
        for unit in String(scalar).utf16 {
          let digits = String(unit, radix: 16, uppercase: Bool.random(using: &random))
          output.append(contentsOf: "\\u".utf8)
          output.append(contentsOf: String(repeating: "0", count: 4 - digits.count).utf8)
          output.append(contentsOf: digits.utf8)
        }
      } else {
        var quoted: [UInt8] = []
        JSONText.writeString(String(scalar), into: &quoted)
        output.append(contentsOf: quoted.dropFirst().dropLast())
      }
    }
    output.append(UInt8(ascii: "\""))
  }

  private mutating func space(into output: inout [UInt8]) {
    for _ in 0..<Int.random(in: 0..<3, using: &random) {
      output.append(Array(" \t\n\r".utf8).randomElement(using: &random) ?? 0x20)
    }
  }

  /// `text` with one small thing changed.
  mutating func damaged(_ text: [UInt8]) -> [UInt8] {
    var text = text
    let place = Int.random(in: 0...text.count, using: &random)
    switch Int.random(in: 0..<5, using: &random) {
    case 0: text.removeLast(text.count - place)
    case 1 where place < text.count: text.remove(at: place)
    case 2 where place < text.count: text[place] = UInt8.random(in: 0...255, using: &random)
    case 3 where place < text.count: text[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    default:
      let pieces = [
        ",", ":", "[", "]", "{", "}", "\"", "\\", "0", "-", "+", ".", "e9", "1e400", "\u{0}", "tru",
        "\\u0000", "\\ud800", "\\udc00", "\\x", "\u{FEFF}", "\u{B}", "NaN", "null", "\"a\":1,",
      ]
      text.insert(contentsOf: (pieces.randomElement(using: &random) ?? ",").utf8, at: place)
    }
    return text
  }
}

/// The text of a value.
func compactText(_ value: JSONValue) -> [UInt8] {
  var output: [UInt8] = []
  value.write(into: &output)
  return output
}
