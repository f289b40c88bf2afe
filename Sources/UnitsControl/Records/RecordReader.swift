// Records from a file: an object a line, or comma-separated values.

internal import Units
internal import UnitsClient
internal import UnitsCommandLine
internal import UnitsJSON
internal import UnitsLinux
internal import UnitsStore

/// Reads records one after the other; what is wrong with one is told with its line.
struct RecordReader {
  /// What comes next in a file.
  enum Item {
    case record(Record)
    case bad(BadRecord, line: Int)
    case end
  }

  private enum Form {
    case unknown
    case json
    /// The column of each field.
    case csv([RecordField])
  }

  /// A line longer than any record's may be, all of it escaped.
  static let lineLimit = 64 << 10

  private var lines: LineReader
  private var form = Form.unknown

  /// `read` appends more of the file, and tells how many bytes; none at its end.
  init(_ read: @escaping (inout [UInt8]) throws(SystemError) -> Int) {
    lines = LineReader(keeping: Self.lineLimit, read)
  }

  mutating func next() throws(SystemError) -> Item {
    while let line = try lines.next() {
      let number = lines.number
      do throws(Problem) {
        if let record = try record(of: line) { return .record(record) }
      } catch {
        switch error {
        case .bad(let bad): return .bad(bad, line: number)
        case .system(let error): throw error
        }
      }
    }
    return .end
  }

  private enum Problem: Error {
    case bad(BadRecord)
    case system(SystemError)
  }

  /// Nil for a line without a record.
  private mutating func record(of line: ArraySlice<UInt8>) throws(Problem) -> Record? {
    guard line.count <= Self.lineLimit else {
      throw .bad(BadRecord("line of more than \(Self.lineLimit) bytes"))
    }
    let isBlank = line.allSatisfy { $0 == UInt8(ascii: " ") || (0x09...0x0d).contains($0) }
    if isBlank { return nil }
    switch form {
    case .json:
      return try bad { () throws(BadRecord) in try Self.record(ofJSON: line) }
    case .csv(let columns):
      let fields = try fields(of: line)
      return try bad { () throws(BadRecord) in try Self.record(of: fields, in: columns) }
    case .unknown:
      if line.first(where: { $0 != UInt8(ascii: " ") }) == UInt8(ascii: "{") {
        form = .json
        return try record(of: line)
      }
      // Spreadsheets put a byte order mark in front.
      let header = try fields(of: line.starts(with: [0xEF, 0xBB, 0xBF]) ? line.dropFirst(3) : line)
      form = .csv(try bad { () throws(BadRecord) in try Self.columns(of: header) })
      return nil
    }
  }

  private func bad<Value>(_ body: () throws(BadRecord) -> Value) throws(Problem) -> Value {
    do throws(BadRecord) { return try body() } catch { throw .bad(error) }
  }

  // MARK: JSON

  private static func record(ofJSON line: ArraySlice<UInt8>) throws(BadRecord) -> Record {
    let value: JSONValue
    do throws(JSONError) { value = try JSONValue(parsing: line.span) } catch {
      throw BadRecord(error.reason.description, column: error.position.column)
    }
    guard case .object(let members) = value else { throw BadRecord("not a JSON object") }
    var draft = RecordDraft()
    for member in members where member.value != .null {
      guard let field = RecordField(rawValue: member.key) else {
        throw BadRecord("unknown member: \(ValueText.escaped(member.key))")
      }
      switch (field, member.value) {
      case (.value, .double(let number)): draft.value = number
      case (.value, .integer(let number)): draft.value = Double(number)
      case (.value, _): throw BadRecord("wrong type of value: \(field.rawValue)")
      case (_, .string(let text)): draft[field] = text
      default: throw BadRecord("wrong type of value: \(field.rawValue)")
      }
    }
    return try draft.record()
  }

  // MARK: CSV

  /// The fields that begin on a line; a quoted one may go on over the next.
  private mutating func fields(of line: ArraySlice<UInt8>) throws(Problem) -> [String] {
    var text = Array(line)
    while true {
      do throws(CSVError) {
        if let fields = try CSVFields.fields(of: text[...]) { return fields }
      } catch {
        throw .bad(BadRecord(error.reason, column: error.column))
      }
      let more: ArraySlice<UInt8>?
      do throws(SystemError) { more = try lines.next() } catch { throw .system(error) }
      guard let more, text.count + more.count < Self.lineLimit else {
        throw .bad(BadRecord("quoted field without an end"))
      }
      text.append(UInt8(ascii: "\n"))
      text += more
    }
  }

  private static func columns(of header: [String]) throws(BadRecord) -> [RecordField] {
    var columns: [RecordField] = []
    for name in header {
      guard let field = RecordField(rawValue: name), !columns.contains(field) else {
        throw BadRecord("neither a JSON object nor a header of CSV")
      }
      columns.append(field)
    }
    for needed in RecordField.allCases where needed.isNeeded && !columns.contains(needed) {
      throw BadRecord("column missing: \(needed.rawValue)")
    }
    return columns
  }

  private static func record(
    of fields: [String], in columns: [RecordField]
  ) throws(BadRecord) -> Record {
    guard fields.count == columns.count else {
      throw BadRecord("\(fields.count) fields where there are \(columns.count) columns")
    }
    var draft = RecordDraft()
    for (column, field) in zip(columns, fields) where !field.isEmpty {
      if column == .value {
        guard let number = Double(field) else { throw BadRecord("not a number: \(field)") }
        draft.value = number
      } else {
        draft[column] = RecordCSV.unguarded(field, column)
      }
    }
    return try draft.record()
  }
}

/// What a file says of a record, before it is known to be one.
private struct RecordDraft {
  /// Every field but the value, by its place.
  private var texts = [String?](repeating: nil, count: RecordField.allCases.count)
  var value: Double?

  subscript(field: RecordField) -> String? {
    get { texts[field.place] }
    set { texts[field.place] = newValue }
  }

  func record() throws(BadRecord) -> Record {
    guard let word = self[.type] else { throw BadRecord("type missing") }
    guard let value else { throw BadRecord("value missing") }
    guard let text = self[.time] else { throw BadRecord("time missing") }
    let note = self[.note]
    let source = self[.source]
    guard let type = MeasurementType(rawValue: word) ?? MeasurementType(commandWord: word) else {
      throw BadRecord("not a measurement type: \(ValueText.escaped(word))")
    }
    let time: Timestamp
    do throws(RFC3339Error) { time = try RFC3339.parse(text) } catch {
      throw BadRecord(ValueText.escaped(error.description))
    }
    let id: RecordID
    if let text = self[.id] {
      guard let read = RecordID(text) else {
        throw BadRecord("not a UUID: \(ValueText.escaped(text))")
      }
      id = read
    } else {
      // The same line is the same record, however often it is imported.
      id = RecordID(ofType: type, value: value, time: time, note: note, source: source)
    }
    do throws(InvalidRecord) {
      return try Record(
        checking: id, type: type, value: value, time: time, note: note, source: source)
    } catch {
      throw BadRecord(error.description)
    }
  }
}
