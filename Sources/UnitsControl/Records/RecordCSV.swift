// Comma-separated values, after RFC 4180.

internal import Units
internal import UnitsStore

enum RecordCSV {
  static let columns = ["id", "type", "value", "time", "note", "source"]

  /// A record as a line.
  static func line(_ record: Record) -> String {
    let fields = [
      record.id.description, record.type.rawValue, record.value.description,
      record.time.description, record.note ?? "", record.source ?? "",
    ]
    return fields.map(quoted).joined(separator: ",") + "\n"
  }

  private static func quoted(_ field: String) -> String {
    let needsQuotes = field.utf8.contains { byte in
      [UInt8(ascii: ","), UInt8(ascii: "\""), UInt8(ascii: "\n"), UInt8(ascii: "\r")]
        .contains(byte)
    }
    guard needsQuotes else { return field }
    return "\"" + field.flatMap { $0 == "\"" ? "\"\"" : String($0) } + "\""
  }

  /// The fields of a line; nil if a quoted one does not end in it, and the next line belongs to it.
  static func fields(of line: ArraySlice<UInt8>) throws(BadRecord) -> [String]? {
    var fields: [String] = []
    var rest = line
    if rest.last == UInt8(ascii: "\r") { rest.removeLast() }
    while true {
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
        field += rest[..<end]
        rest = rest[end...]
        guard !field.contains(UInt8(ascii: "\"")) else { throw BadRecord("quote within a field") }
      }
      guard let text = String(validating: field, as: UTF8.self) else {
        throw BadRecord("not UTF-8")
      }
      fields.append(text)
      guard let separator = rest.popFirst() else { return fields }
      guard separator == UInt8(ascii: ",") else { throw BadRecord("text behind a quoted field") }
    }
  }
}

/// What is wrong with a line of a file.
struct BadRecord: Error, Equatable {
  let reason: String

  init(_ reason: String) {
    self.reason = reason
  }
}
