// Comma-separated values, after RFC 4180.

/// Takes rows of comma-separated values apart.
package enum CSVFields {
  /// The fields of a line; nil if a quoted one does not end in it, and the next line belongs to it.
  package static func fields(of line: ArraySlice<UInt8>) throws(CSVError) -> [String]? {
    func error(_ reason: String, at place: Int) -> CSVError {
      // Behind the end of a line that is part of a field, columns count from elsewhere.
      let before = line[..<place]
      let isFirstLine = !before.contains(UInt8(ascii: "\n"))
      return CSVError(reason: reason, column: isFirstLine ? before.count + 1 : nil)
    }
    var fields: [String] = []
    var rest = line
    if rest.last == UInt8(ascii: "\r") { rest.removeLast() }
    while true {
      let start = rest.startIndex
      var field: [UInt8] = []
      if rest.first == UInt8(ascii: "\"") {
        rest.removeFirst()
        while true {
          guard let end = rest.firstIndex(of: UInt8(ascii: "\"")) else { return nil }
          field += rest[..<end]
          rest = rest[(end + 1)...]
          guard rest.first == UInt8(ascii: "\"") else { break }
          field.append(UInt8(ascii: "\""))
          rest.removeFirst()
        }
      } else {
        let end = rest.firstIndex(of: UInt8(ascii: ",")) ?? rest.endIndex
        if let quote = rest[..<end].firstIndex(of: UInt8(ascii: "\"")) {
          throw error("quote within a field", at: quote)
        }
        field += rest[..<end]
        rest = rest[end...]
      }
      guard let text = String(validating: field, as: UTF8.self) else {
        throw error("not UTF-8", at: start)
      }
      fields.append(text)
      guard let separator = rest.first else { return fields }
      guard separator == UInt8(ascii: ",") else {
        throw error("text behind a quoted field", at: rest.startIndex)
      }
      rest.removeFirst()
    }
  }

  /// The fields of the next row of a text that is there as a whole, which is taken off. `lines` is
  /// raised by the lines that the row has; one of more bytes than the limit is refused.
  package static func next(
    _ rest: inout ArraySlice<UInt8>, lines: inout Int, limit: Int
  ) throws(CSVError) -> [String] {
    let whole = rest
    while true {
      let end = rest.firstIndex(of: UInt8(ascii: "\n")) ?? rest.endIndex
      let row = whole[..<end]
      guard row.count <= limit else {
        throw CSVError(reason: "row of more than \(limit) bytes", column: nil)
      }
      lines += 1
      let isLast = end == rest.endIndex
      let fields = try fields(of: row)
      rest = rest[(isLast ? end : end + 1)...]
      if let fields { return fields }
      if isLast { throw CSVError(reason: "quoted field without an end", column: nil) }
    }
  }
}

/// Why a row cannot be taken apart.
package struct CSVError: Error, Equatable, Sendable {
  package let reason: String
  /// Where in the row's first line, from 1; nil where it is in another, or nowhere.
  package let column: Int?
}
