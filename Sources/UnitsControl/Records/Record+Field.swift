internal import Units
internal import UnitsCommandLine
internal import UnitsJSON
internal import UnitsStore

extension Record {
  /// What is in a field; nil for one that is left out.
  subscript(field: RecordField) -> JSONValue? {
    switch field {
    case .id: .string(id.description)
    case .type: .string(type.rawValue)
    case .value: .double(value)
    case .time: .string(time.description)
    case .note: note.map { .string($0) }
    case .source: source.map { .string($0) }
    }
  }
}
