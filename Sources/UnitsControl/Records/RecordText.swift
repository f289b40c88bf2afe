// Records as lines: for people, for other programs, for files.

internal import Units
internal import UnitsClient
internal import UnitsCommandLine
internal import UnitsJSON
internal import UnitsStore

/// The forms in which records are printed.
enum RecordText {
  /// Columns for a terminal: when and where's local time it was, type, value, id, note and source.
  case table([MeasurementType: ShownUnits])
  /// The same for programs: with the whole time, separated by tabs.
  case tabs([MeasurementType: ShownUnits])
  /// An object a line, in base units.
  case json
  /// In base units, with a header.
  case csv(RecordCSV.Cells)

  /// What stands above the records.
  var header: String {
    switch self {
    case .csv: RecordCSV.header
    case .table, .tabs, .json: ""
    }
  }

  /// A record's line.
  func line(_ record: Record) -> String {
    switch self {
    case .table(let units): Self.row(record, units)
    case .tabs(let units):
      [
        record.time.description, record.type.commandWord, Self.label(record, units),
        record.id.description, record.note.map(ValueText.escaped) ?? "", record.source ?? "",
      ].joined(separator: "\t") + "\n"
    case .json: Self.json(record) + "\n"
    case .csv(let cells): RecordCSV.line(record, cells)
    }
  }

  static func json(_ record: Record) -> String { object(record).description }

  /// In base units, as a file has it.
  static func object(_ record: Record) -> JSONObject {
    var object = JSONObject()
    for field in RecordField.allCases {
      if let value = record[field] { object.append(field.rawValue, value) }
    }
    return object
  }

  private static func row(_ record: Record, _ units: [MeasurementType: ShownUnits]) -> String {
    // Without seconds, which nobody looks for; the offset says whose clock it was.
    let time = record.time.description
    let offset = time.hasSuffix("Z") ? "Z" : String(time.suffix(6))
    let minute = "\(time.prefix(10)) \(time.dropFirst(11).prefix(5)) \(offset)"
    var row = padded(minute, 25) + padded(record.type.commandWord, 11)
    let label = label(record, units)
    row += String(repeating: " ", count: max(10 - label.count, 0)) + "\(label)  \(record.id)"
    if let note = record.note { row += "  \(ValueText.escaped(note))" }
    if let source = record.source, source != Control.name {
      row += "  (\(ValueText.escaped(source)))"
    }
    return row + "\n"
  }

  private static func label(
    _ record: Record, _ units: [MeasurementType: ShownUnits]
  ) -> String {
    let units = units[record.type] ?? ShownUnits(system: .metric)
    return units.label(of: record.type, baseValue: record.value).description
  }

  static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(width - TextWidth.columns(of: text), 0))
  }
}

extension Invocation {
  /// How records of each type are shown to this user: what is stored, or where that cannot be read,
  /// what the locale says.
  func shownUnits() -> [MeasurementType: ShownUnits] {
    let types = MeasurementType.allCases
    let options = client.options
    do throws(ClientError) {
      let values = try client.get(
        types.flatMap(PreferenceKey.shown).reduce(into: []) { keys, key in
          if !keys.contains(key) { keys.append(key) }
        })
      return Dictionary(
        uniqueKeysWithValues: types.map { ($0, ShownUnits(of: $0, in: values, options)) })
    } catch {
      warn(error)
      let units = ShownUnits(system: options.locale.system)
      return Dictionary(uniqueKeysWithValues: types.map { ($0, units) })
    }
  }
}
