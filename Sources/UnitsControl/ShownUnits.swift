// How stored values are shown to this user.

internal import Units
internal import UnitsClient
internal import UnitsStore

/// The system in which a type is shown, and the style of heights.
struct ShownUnits: Equatable {
  var system: UnitSystem
  var heightStyle = HeightStyle.decimal

  init(system: UnitSystem) { self.system = system }

  /// What these values, those of `PreferenceKey.shown(type)` among them, say of a type; where they
  /// say nothing, the locale.
  init(of type: MeasurementType, in values: SortedMembers, _ options: ClientOptions) {
    system = options.shownSystem(in: values, for: type)
    heightStyle = values.heightStyle
  }

  /// A stored value as people read it.
  func label(of type: MeasurementType, baseValue: Double) -> MeasurementLabel {
    switch type {
    case .distance: return system.distanceLabel(meters: baseValue)
    case .weight: return system.weightLabel(kilograms: baseValue)
    case .height:
      if let label = heightStyle.label(meters: baseValue, in: system) { return label }
    case .temperature, .heartRate: break
    }
    return type.displayUnit(in: system).label(ofBase: baseValue)
  }
}
