// The order of texts in files and look-ups: by bytes, which is the order of code points too.

/// How one text stands to another by their UTF-8 bytes.
///
/// ```swift
/// ByteOrder("imperial", "metric")  // .before
/// ```
public enum ByteOrder: Sendable, Equatable {
  /// The first text comes first.
  case before
  /// Both are the same bytes.
  case same
  /// The first text comes second.
  case after

  /// Compares two texts, eight bytes at a time. O(n)
  public init(_ left: String, _ right: String) {
    let left = left.utf8Span.span
    let right = right.utf8Span.span
    self.init(left.bytes, right.bytes)
  }

  private init(_ left: RawSpan, _ right: RawSpan) {
    let shared = min(left.byteCount, right.byteCount)
    var place = 0
    while shared - place >= 8 {
      let one = left.unsafeLoadUnaligned(fromByteOffset: place, as: UInt64.self)
      let other = right.unsafeLoadUnaligned(fromByteOffset: place, as: UInt64.self)
      if one != other {
        // The first byte decides, so it has to be the highest.
        self = one.bigEndian < other.bigEndian ? .before : .after
        return
      }
      place += 8
    }
    while place < shared {
      let one = left.unsafeLoad(fromByteOffset: place, as: UInt8.self)
      let other = right.unsafeLoad(fromByteOffset: place, as: UInt8.self)
      if one != other {
        self = one < other ? .before : .after
        return
      }
      place += 1
    }
    if left.byteCount == right.byteCount {
      self = .same
    } else {
      self = left.byteCount < right.byteCount ? .before : .after
    }
  }
}
