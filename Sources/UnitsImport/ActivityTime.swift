// Times as devices and services write them.

internal import Units

/// Reads a time that is meant for RFC 3339 and often is not.
enum ActivityTime {
  /// An instant; one without an offset is taken as UTC, which most mean. A blank may stand for the
  /// `T`, seconds may be missing, and the offset may be without its colon or its minutes. Nil for
  /// what is no time.
  static func parse(_ text: String) -> Timestamp? {
    do throws(RFC3339Error) { return try RFC3339.parse(text) } catch {
      return normalized(text).flatMap { text in
        do throws(RFC3339Error) { return try RFC3339.parse(text) } catch { return nil }
      }
    }
  }

  /// Clocks that were never set, and counters since a device was turned on, are before it.
  static func isPlausible(_ instant: Instant) -> Bool { instant.seconds >= 631_152_000 }

  /// The text as RFC 3339 has it; nil if it is too far from that.
  private static func normalized(_ text: String) -> String? {
    let bytes = Array(text.utf8)
    guard bytes.count >= "2026-11-30T07:15".utf8.count, bytes.count < 64 else { return nil }
    let date = bytes[..<10]
    var rest = bytes[10...]
    guard let separator = rest.popFirst(),
      separator | 0x20 == UInt8(ascii: "t") || separator == 0x20
    else { return nil }
    rest = rest.drop { $0 == 0x20 }
    let signs = [UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "Z"), UInt8(ascii: "z"), 0x20]
    var clock = Array(rest.prefix { !signs.contains($0) })
    let zone = Array(rest.dropFirst(clock.count).filter { $0 != 0x20 })
    if clock.count == 5 { clock += Array(":00".utf8) }
    if let comma = clock.firstIndex(of: UInt8(ascii: ",")) { clock[comma] = UInt8(ascii: ".") }
    guard let offset = offset(zone) else { return nil }
    var all = Array(date)
    all.append(UInt8(ascii: "T"))
    return String(decoding: all + clock + offset, as: UTF8.self)
  }

  /// `+02:00` of `+0200`, `+02` and itself.
  private static func offset(_ zone: [UInt8]) -> [UInt8]? {
    switch zone.count {
    case 0: Array("Z".utf8)
    case 1, 6: zone
    case 3: zone + Array(":00".utf8)
    case 5 where zone[3] != UInt8(ascii: ":"): Array(zone[..<3]) + [UInt8(ascii: ":")] + zone[3...]
    default: nil
    }
  }
}

extension Timestamp {
  /// The offset of local time, where the text had one: most files have UTC, which says nothing of
  /// where they were made.
  var localOffset: UTCOffset? { offset == .zero ? nil : offset }
}
