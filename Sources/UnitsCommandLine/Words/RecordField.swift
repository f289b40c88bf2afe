internal import Units

/// A field of a record, by its name in JSON and in a header of comma-separated values, in the order in
/// which it is written.
package enum RecordField: String, CaseIterable, Sendable {
  case id, type, value, time, note, source

  /// What is in it.
  package var summary: String {
    switch self {
    case .id: "a UUID"
    case .type:
      "one of \(MeasurementType.allCases.map(\.rawValue).joined(separator: ", "))"
    case .value: "in the base unit: m, kg, °C, or beats a minute"
    case .time: "when and in which offset it was taken, by RFC 3339"
    case .note: "the remark; left out where there is none"
    case .source: "what it comes from; left out where nobody said"
    }
  }

  /// Its place among them, from 0.
  package var place: Int { Self.allCases.firstIndex(of: self) ?? 0 }

  /// Whether a record without it is none.
  package var isNeeded: Bool {
    switch self {
    case .type, .value, .time: true
    case .id, .note, .source: false
    }
  }

  /// The members of a record's object.
  static var members: [JSONShape.Member] { allCases.map { .init($0.rawValue, $0.summary) } }
}
