public import Units
internal import UnitsStore

/// The preferences that the programs of one person share.
///
/// ```swift
/// let system = SharedDefaults.appGroup.string(forKey: SharedDefaults.Keys.Units.system)
/// ```
public enum SharedDefaults {
  /// The app group of programs that name none, `group.dev.units`: the one of `unitsctl` and
  /// `unitsbar`. Nothing is opened before it is first read or written.
  public static let appGroup = GroupDefaults()

  /// The keys that mean something to every program.
  public enum Keys {
    /// The keys about units of measurement.
    public enum Units {
      /// The unit system: `metric` or `imperial`, the raw values of `UnitSystem`.
      public static let system = PreferenceKey.unitSystem

      /// One type's own unit system, which is stronger: `dev.units.system.heart-rate`.
      public static func system(of type: MeasurementType) -> String {
        PreferenceKey.unitSystem(of: type)
      }
    }
  }
}
