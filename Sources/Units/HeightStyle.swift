/// How a height is shown where the system is imperial.
///
/// ```swift
/// let style = HeightStyle.feetAndInches
/// print(style.label(meters: 1.8, in: .imperial)?.description ?? "none")  // 5'11"
/// ```
public enum HeightStyle: String, CaseIterable, Codable, Sendable {
  /// In feet with a fraction: `5.91 ft`.
  case decimal
  /// In feet and whole inches: `5'11"`.
  case feetAndInches = "feet-inches"

  /// The label of a stored height in this style; nil where a plain number in the system's unit is
  /// the style, which is everywhere but for feet and inches in the imperial system.
  ///
  /// Inches are rounded half-even, and twelve of them are a foot more. The label's unit is empty. What
  /// is not finite has no feet and inches.
  public func label(meters: Double, in system: UnitSystem) -> MeasurementLabel? {
    guard self == .feetAndInches, system == .imperial else { return nil }
    let inches = MeasurementUnit.inch(of: .height).value(fromBase: meters)
      .rounded(.toNearestOrEven)
    guard inches.isFinite else { return nil }
    let feet = (inches.magnitude / 12).rounded(.down)
    let rest = inches.magnitude - feet * 12
    let sign = inches < 0 ? "-" : ""
    let whole = DecimalText.fixed(feet, fractionDigits: 0)
    let part = DecimalText.fixed(rest, fractionDigits: 0)
    return MeasurementLabel(number: "\(sign)\(whole)'\(part)\"", unit: "")
  }
}
