/// What a person does at a picker.
enum PickKey: Equatable {
  case left, right, up, down
  /// The next segment.
  case turn
  /// The segment of this number, from one.
  case number(Int)
  case click(column: Int, row: Int)
  case end
}

/// Bytes of a terminal in, keys out. A sequence may come in pieces.
struct PickKeys {
  private var pending: [UInt8] = []

  /// Whether an escape has come that may be a key of its own, or the first byte of a sequence.
  var awaitsMore: Bool { !pending.isEmpty }

  private static let escape: UInt8 = 0x1b
  /// Longer than any sequence that a terminal sends.
  private static let longestSequence = 32

  mutating func take(_ bytes: [UInt8]) -> [PickKey] {
    pending += bytes
    var keys: [PickKey] = []
    while let byte = pending.first {
      if byte == Self.escape {
        guard pending.count > 1 else { break }
        guard let (key, length) = Self.sequence(pending) else {
          if pending.count > Self.longestSequence { pending = [] }
          break
        }
        pending.removeFirst(length)
        if let key { keys.append(key) }
      } else {
        pending.removeFirst()
        if let key = Self.key(of: byte) { keys.append(key) }
      }
    }
    return keys
  }

  /// Nothing followed the escape: it was the key.
  mutating func timeIsOver() -> [PickKey] {
    guard awaitsMore else { return [] }
    pending = []
    return [.end]
  }

  private static func key(of byte: UInt8) -> PickKey? {
    switch Unicode.Scalar(byte) {
    case "h": .left
    case "l": .right
    case "k": .up
    case "j": .down
    case " ", "\t": .turn
    case "1"..."9": .number(Int(byte - UInt8(ascii: "0")))
    case "\r", "\n", "q", "Q", "\u{4}": .end
    default: nil
    }
  }

  /// The key of a sequence, which may be none of ours, and its length; nil if more has to come.
  private static func sequence(_ bytes: [UInt8]) -> (key: PickKey?, length: Int)? {
    switch Unicode.Scalar(bytes[1]) {
    case "O": return bytes.count > 2 ? (arrow(bytes[2]), 3) : nil
    case "[":
      guard let end = bytes.dropFirst(2).firstIndex(where: { (0x40...0x7e).contains($0) }) else {
        return nil
      }
      let body = bytes[2..<end]
      if body.first == UInt8(ascii: "<") {
        return (mouse(body.dropFirst(), end: bytes[end]), end + 1)
      }
      return (body.isEmpty ? arrow(bytes[end]) : nil, end + 1)
    // An escape twice is the key, and what comes behind it another.
    case _ where bytes[1] == escape: return (.end, 1)
    // With the Alt key, which means nothing here.
    default: return (nil, 2)
    }
  }

  private static func arrow(_ byte: UInt8) -> PickKey? {
    switch Unicode.Scalar(byte) {
    case "A": .up
    case "B": .down
    case "C": .right
    case "D": .left
    default: nil
    }
  }

  /// `BUTTON;COLUMN;ROW`, ended by `M` when a button goes down.
  private static func mouse(_ body: ArraySlice<UInt8>, end: UInt8) -> PickKey? {
    let numbers = body.split(separator: UInt8(ascii: ";")).map {
      Int(String(decoding: $0, as: UTF8.self))
    }
    guard end == UInt8(ascii: "M"), numbers.count == 3, numbers[0] == 0, let column = numbers[1],
      let row = numbers[2]
    else { return nil }
    return .click(column: column, row: row)
  }
}
