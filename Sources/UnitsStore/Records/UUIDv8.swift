// Ids of records that had none: made of what is in them, so that the same record has the same id
// wherever it is read.

package import Units

extension RecordID {
  /// The id of version 8 (RFC 9562, section 5.8) of a record's content.
  ///
  /// Its 122 bits are those of FNV-1a over type, value, time, offset, note and source: enough that
  /// two of a person's records never meet, and nothing that an adversary could not make meet.
  package init(
    ofType type: MeasurementType, value: Double, time: Timestamp, note: String?, source: String?
  ) {
    var hash = FNV1a()
    hash.combine(type.rawValue)
    hash.combine(value.bitPattern)
    hash.combine(UInt64(bitPattern: time.instant.microseconds))
    hash.combine(UInt64(bitPattern: Int64(time.offset.minutes)))
    hash.combine(note ?? "")
    hash.combine(source ?? "")
    let bits = hash.value
    let high = UInt64(truncatingIfNeeded: bits >> 64)
    let low = UInt64(truncatingIfNeeded: bits)
    self.init(
      high: high & ~0xF000 | 0x8000, low: low & ~(0b11 << 62) | 0b10 << 62)
  }
}

/// The hash of Fowler, Noll and Vo in its form of 128 bits:
/// https://www.ietf.org/archive/id/draft-eastlake-fnv-29.html
private struct FNV1a {
  private(set) var value: UInt128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d

  private static let prime: UInt128 = 0x0000_0000_0100_0000_0000_0000_0000_013b

  private mutating func combine(_ byte: UInt8) {
    value = (value ^ UInt128(byte)) &* Self.prime
  }

  mutating func combine(_ number: UInt64) {
    for shift in stride(from: 56, through: 0, by: -8) {
      combine(UInt8(truncatingIfNeeded: number >> shift))
    }
  }

  /// The bytes of a text and its end, which no text contains.
  mutating func combine(_ text: String) {
    for byte in text.utf8 { combine(byte) }
    combine(UInt8(0xFF))
  }
}
