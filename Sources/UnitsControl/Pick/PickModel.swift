// What a picker shows and changes: rows of segments, of which one is chosen.
//
// What is stored is what is chosen, always: a choice is a change of the group, and what is shown comes
// back from the group, like a change that somebody else has made.

internal import Units
internal import UnitsClient
internal import UnitsJSON
internal import UnitsStore

/// The unit system as a segmented picker, and that of each type that has one of its own.
struct PickModel {
  /// A row: the system of everything, or of one type.
  struct Row: Equatable {
    /// Nil for everything that has no row of its own.
    let type: MeasurementType?
    /// The segments; nil stands for having no system of its own.
    let segments: [UnitSystem?]
    /// The index of the chosen segment.
    let chosen: Int
    /// How measurements look by it.
    let sample: String

    var key: String { type.map(PreferenceKey.unitSystem(of:)) ?? PreferenceKey.unitSystem }
    var title: String { type?.commandWord ?? "unit system" }
  }

  private(set) var rows: [Row] = []
  /// The row that keys act on.
  private(set) var focus = 0

  private let options: ClientOptions
  /// Types that have had a row: one that loses its own system keeps it, so that nothing jumps.
  private var types: Set<MeasurementType> = []

  init(options: ClientOptions, values: SortedMembers) {
    self.options = options
    update(values)
  }

  /// The chosen system of everything.
  var system: UnitSystem { rows[0].segments[rows[0].chosen] ?? .metric }

  /// Takes what is stored now.
  mutating func update(_ values: SortedMembers) {
    for type in MeasurementType.allCases where values.unitSystem(of: type) != nil {
      types.insert(type)
    }
    let focused = rows.isEmpty ? nil : rows[focus].type
    let general = options.shownSystem(in: values)
    rows = [
      Row(
        type: nil, segments: UnitSystem.allCases,
        chosen: UnitSystem.allCases.firstIndex(of: general) ?? 0,
        sample: Self.samples.map { Self.label(of: $0, in: general) }.joined(separator: ", "))
    ]
    for type in MeasurementType.allCases where types.contains(type) {
      let own = values.unitSystem(of: type)
      let segments: [UnitSystem?] = [nil] + UnitSystem.allCases
      rows.append(
        Row(
          type: type, segments: segments, chosen: segments.firstIndex(of: own) ?? 0,
          sample: Self.label(of: type, in: own ?? general)))
    }
    focus = rows.firstIndex { $0.type == focused } ?? 0
  }

  /// Goes to the row below or above, and stays at the ends.
  mutating func moveFocus(by step: Int) {
    focus = min(max(focus + step, 0), rows.count - 1)
  }

  mutating func setFocus(_ row: Int) { focus = min(max(row, 0), rows.count - 1) }

  /// The change that chooses the segment beside the chosen one; nil at the end.
  func step(_ step: Int) -> JSONObject? { choose(rows[focus].chosen + step) }

  /// The change that chooses the next segment, behind the last the first.
  func turn() -> JSONObject? {
    choose((rows[focus].chosen + 1) % rows[focus].segments.count)
  }

  /// The change that chooses a segment of the row with the focus; nil if there is no such.
  func choose(_ segment: Int) -> JSONObject? {
    let row = rows[focus]
    guard row.segments.indices.contains(segment) else { return nil }
    return [row.key: row.segments[segment].map { .string($0.rawValue) } ?? .null]
  }

  private static let samples: [MeasurementType] = [.distance, .weight, .temperature]

  private static func label(of type: MeasurementType, in system: UnitSystem) -> String {
    ShownUnits(system: system).label(of: type, baseValue: sampleValue(of: type)).description
  }

  /// Something that people know, in the base unit.
  private static func sampleValue(of type: MeasurementType) -> Double {
    switch type {
    case .distance: 5_000
    case .weight: 70
    case .height: 1.8
    case .temperature: 37
    case .heartRate: 62
    }
  }
}

extension SortedMembers {
  /// One type's own system; nil if it has none.
  fileprivate func unitSystem(of type: MeasurementType) -> UnitSystem? {
    self[PreferenceKey.unitSystem(of: type)]?.stringValue.flatMap(UnitSystem.init(rawValue:))
  }
}
