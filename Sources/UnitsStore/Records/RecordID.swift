// The name of a record, the same on every machine.

/// A UUID of 128 bits (RFC 9562). Ids made here are of version 7; others are taken as they come.
///
/// Ids are ordered as their texts and their bytes are, which for version 7 is by time.
package struct RecordID: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The first eight bytes.
  package let high: UInt64
  /// The last eight bytes.
  package let low: UInt64

  package init(high: UInt64, low: UInt64) {
    self.high = high
    self.low = low
  }

  /// The id of a text of 32 hexadecimal digits, in either case, with hyphens after 8, 12, 16 and 20
  /// of them; nil for any other.
  package init?(_ text: String) {
    var high: UInt64 = 0
    var low: UInt64 = 0
    var place = 0
    for byte in text.utf8 {
      defer { place += 1 }
      switch place {
      case 8, 13, 18, 23:
        guard byte == UInt8(ascii: "-") else { return nil }
      case 0..<36:
        guard let digit = Self.hexadecimalValue(of: byte) else { return nil }
        high = high << 4 | low >> 60
        low = low << 4 | digit
      default:
        return nil
      }
    }
    guard place == 36 else { return nil }
    self.init(high: high, low: low)
  }

  /// The id of its 16 bytes, the most significant first; nil for another count.
  package init?(bytes: [UInt8]) {
    guard bytes.count == 16 else { return nil }
    func number(_ part: some Sequence<UInt8>) -> UInt64 {
      part.reduce(0) { $0 << 8 | UInt64($1) }
    }
    self.init(high: number(bytes.prefix(8)), low: number(bytes.suffix(8)))
  }

  /// The 16 bytes, the most significant first.
  package var bytes: [UInt8] {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(16)
    for half in [high, low] {
      var shift = 64
      while shift > 0 {
        shift -= 8
        bytes.append(UInt8(truncatingIfNeeded: half >> UInt64(shift)))
      }
    }
    return bytes
  }

  /// The text in lower case: `0193a3c8-7b6e-7cc2-8f5e-0b1c2d3e4f50`.
  package var description: String {
    var text: [UInt8] = []
    text.reserveCapacity(36)
    for (place, byte) in bytes.enumerated() {
      if place == 4 || place == 6 || place == 8 || place == 10 { text.append(UInt8(ascii: "-")) }
      text.append(Self.digit(byte >> 4))
      text.append(Self.digit(byte & 0xF))
    }
    return String(decoding: text, as: UTF8.self)
  }

  package static func < (left: RecordID, right: RecordID) -> Bool {
    (left.high, left.low) < (right.high, right.low)
  }

  private static func digit(_ value: UInt8) -> UInt8 {
    value + (value < 10 ? UInt8(ascii: "0") : UInt8(ascii: "a") - 10)
  }

  private static func hexadecimalValue(of byte: UInt8) -> UInt64? {
    switch byte {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt64(byte - UInt8(ascii: "0"))
    case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt64(byte - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt64(byte - UInt8(ascii: "A") + 10)
    default: nil
    }
  }
}
