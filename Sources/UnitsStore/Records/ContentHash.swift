// Ids of records that had none: made of what is in them, so that the same record has the same id
// wherever it is read.

package import Units

/// The hash of Fowler, Noll and Vo in its form of 128 bits, of values one after the other:
/// https://www.ietf.org/archive/id/draft-eastlake-fnv-29.html
///
/// The 122 bits that an id keeps are enough that two of a person's records never meet, and nothing
/// that an adversary could not make meet: he would keep out a record of his own.
package struct ContentHash: Sendable, Hashable {
  private var value: UInt128 = 0x6c62_272e_07bb_0142_62b8_2175_6295_c58d

  private static let prime: UInt128 = 0x0000_0000_0100_0000_0000_0000_0000_013b

  package init() {}

  /// The id of version 8, "custom" (RFC 9562, section 5.8), of what was added.
  package var id: RecordID {
    let high = UInt64(truncatingIfNeeded: value >> 64)
    let low = UInt64(truncatingIfNeeded: value)
    return RecordID(high: high & ~0xF000 | 0x8000, low: low & ~(0b11 << 62) | 0b10 << 62)
  }

  /// The id of what was added, with its time in front as an id of version 7 has it: records that
  /// are read in the order of their times then stand in the database in that order, too, and each
  /// batch of a million touches a few pages. A time before 1970 counts as 1970.
  package func id(at time: Instant) -> RecordID {
    let milliseconds = UInt64(clamping: time.microseconds / 1000)
    let low = UInt64(truncatingIfNeeded: value)
    let middle = UInt64(truncatingIfNeeded: value >> 64) & 0xFFF
    return RecordID(
      high: milliseconds << 16 | 0x8000 | middle, low: low & ~(0b11 << 62) | 0b10 << 62)
  }

  private mutating func add(_ byte: UInt8) {
    value = (value ^ UInt128(byte)) &* Self.prime
  }

  /// Eight bytes, the most significant first.
  package mutating func add(_ number: UInt64) {
    for shift in stride(from: 56, through: 0, by: -8) {
      add(UInt8(truncatingIfNeeded: number >> shift))
    }
  }

  /// A number that is not there differs from every one that is.
  package mutating func add(_ number: Int?) {
    add(UInt8(number == nil ? 0 : 1))
    add(UInt64(bitPattern: Int64(number ?? 0)))
  }

  /// The value, whatever its sign of zero.
  package mutating func add(_ number: Double) {
    add((number == 0 ? 0 : number).bitPattern)
  }

  /// The bytes of a text and its end, which no text contains.
  package mutating func add(_ text: String) {
    for byte in text.utf8 { add(byte) }
    add(UInt8(0xFF))
  }
}

extension RecordID {
  /// The id of a record's content.
  package init(
    ofType type: MeasurementType, value: Double, time: Timestamp, note: String?, source: String?
  ) {
    var hash = ContentHash()
    hash.add(type.rawValue)
    hash.add(value.bitPattern)
    hash.add(UInt64(bitPattern: time.instant.microseconds))
    hash.add(UInt64(bitPattern: Int64(time.offset.minutes)))
    hash.add(note ?? "")
    hash.add(source ?? "")
    self = hash.id
  }
}
