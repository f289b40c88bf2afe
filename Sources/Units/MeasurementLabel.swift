/// A measurement ready to be shown: its number and its unit, which templates place apart.
///
/// ```swift
/// let label = UnitSystem.imperial.distanceLabel(meters: 5000)
/// print(label.number, label.unit)  // 3.1 mi
/// ```
public struct MeasurementLabel: Sendable, Hashable, CustomStringConvertible {
  /// The rounded number: `3.1`.
  public let number: String
  /// The unit's symbol: `mi`. Empty where the number says it: `5'11"`.
  public let unit: String

  /// A label of a number and a unit's symbol.
  public init(number: String, unit: String) {
    self.number = number
    self.unit = unit
  }

  /// Number, blank, unit: `3.1 mi`.
  public var description: String { unit.isEmpty ? number : "\(number) \(unit)" }
}
