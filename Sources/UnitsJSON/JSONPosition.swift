// Where something stands in a JSON text, in the terms of an editor. Nothing counts lines while it
// parses: a position is made from an offset when someone has to be told.

/// A place in a JSON text.
public struct JSONPosition: Sendable, Equatable {
  /// The line, from 1. Lines end with a line feed.
  public let line: Int
  /// The column, from 1, in Unicode scalars.
  public let column: Int
  /// The bytes before the place.
  public let offset: Int

  /// Makes a position.
  public init(line: Int, column: Int, offset: Int) {
    self.line = line
    self.column = column
    self.offset = offset
  }

  /// The beginning of a text.
  static let start = JSONPosition(line: 1, column: 1, offset: 0)

  /// The position of a later offset of the same text. Costs the bytes between the two.
  func advanced(to offset: Int, in bytes: borrowing Span<UInt8>) -> JSONPosition {
    var line = line
    var column = column
    for place in self.offset..<offset {
      let byte = bytes[place]
      if byte == UInt8(ascii: "\n") {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        // A byte of the form 10xxxxxx continues a scalar that was counted at its first byte.
        column += 1
      }
    }
    return JSONPosition(line: line, column: column, offset: offset)
  }
}
