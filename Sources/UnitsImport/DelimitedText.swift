// Tables as spreadsheets write them (RFC 4180), with whatever sign they have between the fields.

/// The rows of a table.
struct DelimitedText {
  struct Row {
    let fields: [String]
    /// The first of its lines, from 1.
    let line: Int
  }

  private(set) var rows: [Row] = []
  /// Of rows that cannot be taken apart.
  private(set) var refusals: [ActivityFileError] = []

  /// A row with a long description.
  private static let rowLimit = 64 << 10
  private static let quote = UInt8(ascii: "\"")
  private static let newline = UInt8(ascii: "\n")

  /// Reads a table whose first row is its header.
  init(_ bytes: [UInt8]) {
    var rest = bytes[...]
    if rest.starts(with: [0xEF, 0xBB, 0xBF]) { rest = rest.dropFirst(3) }
    let delimiter = Self.delimiter(in: rest.prefix(Self.rowLimit))
    var line = 1
    while !rest.isEmpty {
      do throws(Refusal) {
        let (fields, end) = try Self.row(rest, delimiter)
        if fields != [""] { rows.append(Row(fields: fields, line: line)) }
        line += rest[..<end].count { $0 == Self.newline }
        rest = rest[end...]
      } catch {
        refusals.append(ActivityFileError(.line(line, column: 1), error.reason))
        // The next line may be a row again.
        guard let end = rest.firstIndex(of: Self.newline) else { return }
        line += 1
        rest = rest[(end + 1)...]
      }
    }
  }

  private struct Refusal: Error {
    let reason: String
  }

  /// The sign of which the header has most.
  private static func delimiter(in head: ArraySlice<UInt8>) -> UInt8 {
    let header = head.prefix { $0 != newline }
    let signs = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]
    let counts = signs.map { sign in header.count { $0 == sign } }
    return zip(signs, counts).max { $0.1 < $1.1 }?.0 ?? signs[0]
  }

  /// The fields of a row, and where the next begins.
  private static func row(
    _ bytes: ArraySlice<UInt8>, _ delimiter: UInt8
  ) throws(Refusal) -> (fields: [String], end: Int) {
    let bytes = bytes.prefix(rowLimit + 1)
    var fields: [String] = []
    var place = bytes.startIndex
    while true {
      var field: [UInt8] = []
      if place < bytes.endIndex, bytes[place] == quote {
        place = try quoted(bytes, from: place + 1, into: &field)
      } else {
        let end =
          bytes[place...].firstIndex { $0 == delimiter || $0 == newline } ?? bytes.endIndex
        field += bytes[place..<end]
        place = end
      }
      let isLast = place == bytes.endIndex || bytes[place] == newline
      if isLast, field.last == UInt8(ascii: "\r") { field.removeLast() }
      guard let text = String(validating: field, as: UTF8.self) else {
        throw Refusal(reason: "not UTF-8")
      }
      fields.append(text)
      guard place < bytes.endIndex else {
        guard bytes.count <= rowLimit else {
          throw Refusal(reason: "row of more than \(rowLimit) bytes")
        }
        return (fields, place)
      }
      place += 1
      if isLast { return (fields, place) }
      guard bytes[place - 1] == delimiter else {
        throw Refusal(reason: "text behind a quoted field")
      }
    }
  }

  /// Takes a quoted field; returns the place behind it.
  private static func quoted(
    _ bytes: ArraySlice<UInt8>, from start: Int, into field: inout [UInt8]
  ) throws(Refusal) -> Int {
    var place = start
    while true {
      guard let end = bytes[place...].firstIndex(of: quote) else {
        throw Refusal(reason: "quoted field without an end")
      }
      field += bytes[place..<end]
      place = end + 1
      guard place < bytes.endIndex, bytes[place] == quote else { break }
      field.append(quote)
      place += 1
    }
    // A carriage return before the line's end is none of the field.
    if place + 1 < bytes.endIndex, bytes[place] == UInt8(ascii: "\r"), bytes[place + 1] == newline {
      place += 1
    }
    return place
  }
}
