// Comma-separated values, after RFC 4180.

internal import Units
internal import UnitsCommandLine
internal import UnitsStore

enum RecordCSV {
  /// What stands above the records.
  static var header: String { RecordField.allCases.map(\.rawValue).joined(separator: ",") + "\n" }

  /// A record as a line.
  static func line(_ record: Record) -> String {
    let fields = RecordField.allCases.map { record[$0].map(ValueText.plain) ?? "" }
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
}

/// What is wrong with a line of a file.
struct BadRecord: Error, Equatable {
  let reason: String
  /// Where in the line, from 1; nil where the whole of it is to blame.
  let column: Int?

  init(_ reason: String, column: Int? = nil) {
    self.reason = reason
    self.column = column
  }
}
