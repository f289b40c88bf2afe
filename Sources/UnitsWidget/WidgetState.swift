// What a widget shows, before any bar's format.

internal import Units

/// Today's distance and the system in which it is shown: all that a line is made of.
struct WidgetState: Equatable, Sendable {
  let system: UnitSystem
  /// Today's total in metres.
  let distance: Double

  /// The number and the unit: `3.1` and `mi`.
  var label: MeasurementLabel { system.distanceLabel(meters: distance) }
}
