// Comma-separated values, after RFC 4180.

internal import Units
internal import UnitsCommandLine
internal import UnitsStore

enum RecordCSV {
  /// What stands above the records.
  static var header: String { RecordField.allCases.map(\.rawValue).joined(separator: ",") + "\n" }

  /// What becomes of a note or a source that a spreadsheet would take for a formula.
  enum Cells {
    /// An apostrophe is put in front.
    case guarded
    case raw
  }

  /// A record as a line.
  static func line(_ record: Record, _ cells: Cells) -> String {
    let fields = RecordField.allCases.map { field in
      let text = record[field].map(ValueText.plain) ?? ""
      return cells == .guarded && isText(field) && isFormula(text[...]) ? "'\(text)" : text
    }
    return fields.map(quoted).joined(separator: ",") + "\n"
  }

  /// A field as it was before it was guarded.
  static func unguarded(_ text: String, _ field: RecordField) -> String {
    guard text.first == "'", isText(field), isFormula(text.dropFirst()) else { return text }
    return String(text.dropFirst())
  }

  /// Whether anything may stand in it. Numbers may begin with a sign.
  private static func isText(_ field: RecordField) -> Bool { field == .note || field == .source }

  /// What begins as a formula does, or looks as if one was guarded.
  private static func isFormula(_ text: Substring) -> Bool {
    guard let first = text.unicodeScalars.first(where: { $0 != "'" }) else { return false }
    return ["=", "+", "-", "@", "\t", "\r"].contains(first)
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
