// Finding where the items of an endless JSON array begin and end, before it ends.

/// Cuts a stream into items: the objects outside of any array, and the objects and arrays inside the
/// outermost one. Linear, whatever the pieces in which the bytes come.
struct JSONItemScanner {
  /// More than any status line; what is longer is dropped.
  private static let itemLimit = 1 << 20

  private var item: [UInt8] = []
  /// Open brackets, without that of the outermost array.
  private var depth = 0
  private var isInsideArray = false
  private var isInString = false
  private var isEscaped = false

  /// Takes bytes in, and returns the items that they complete.
  mutating func feed(_ bytes: [UInt8]) -> [[UInt8]] {
    var items: [[UInt8]] = []
    for byte in bytes {
      if depth == 0 {
        begin(byte)
      } else {
        item.append(byte)
        if isInString { continueString(byte) } else { continueItem(byte) }
        if depth == 0 {
          items.append(item)
          item = []
        }
      }
      if item.count > Self.itemLimit { self = JSONItemScanner() }
    }
    return items
  }

  private mutating func begin(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "["):
      if isInsideArray { start(byte) } else { isInsideArray = true }
    case UInt8(ascii: "{"): start(byte)
    default: break
    }
  }

  private mutating func start(_ byte: UInt8) {
    item = [byte]
    depth = 1
  }

  private mutating func continueItem(_ byte: UInt8) {
    switch byte {
    case UInt8(ascii: "["), UInt8(ascii: "{"): depth += 1
    case UInt8(ascii: "]"), UInt8(ascii: "}"): depth -= 1
    case UInt8(ascii: "\""): isInString = true
    default: break
    }
  }

  private mutating func continueString(_ byte: UInt8) {
    if isEscaped {
      isEscaped = false
    } else if byte == UInt8(ascii: "\\") {
      isEscaped = true
    } else if byte == UInt8(ascii: "\"") {
      isInString = false
    }
  }
}
