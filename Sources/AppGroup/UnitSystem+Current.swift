public import Units
internal import UnitsClient
internal import UnitsLinux
internal import UnitsStore

extension UnitSystem {
  /// The person's unit system, shared by all of their programs: ``GroupDefaults/unitSystem`` of
  /// ``SharedDefaults/appGroup``.
  ///
  /// ```swift
  /// print(UnitSystem.current.formatDistance(meters: 5000))
  /// ```
  public static var current: UnitSystem {
    get { SharedDefaults.appGroup.unitSystem }
    set { SharedDefaults.appGroup.unitSystem = newValue }
  }

  /// What the environment's locale says: imperial in the United States, Liberia and Myanmar, metric
  /// elsewhere and where no region is named. `LC_ALL`, `LC_MEASUREMENT` and `LANG` are asked, since
  /// `Locale.current` on Linux does not look at them.
  public static func fromLocale() -> UnitSystem {
    ClientOptions(environment: .process).locale.system
  }
}

extension GroupDefaults {
  /// After a first default that could not be stored, reads do not try again for so long: each would
  /// have to wait for the same disk.
  private static let firstDefaultPause: Duration = .seconds(10)

  /// The unit system: what is stored, or else, at the first access, what the locale says, which is
  /// then stored.
  ///
  /// 1. A stored value is returned. One that is neither word counts as the locale's system, and the
  ///    file is left alone.
  /// 2. Where there is none, this program's locale is asked. One that names no region means metric,
  ///    and nothing is stored.
  /// 3. The detected system is stored if there is still none, and what is then stored is returned,
  ///    whoever stored it: programs that race end with one value.
  ///
  /// Setting it is durable, as ``set(_:forKey:)`` is. Neither traps: what goes wrong is written to
  /// standard error, a read returns the detected system, and a failed set leaves the old value.
  public var unitSystem: UnitSystem {
    get {
      let key = SharedDefaults.Keys.Units.system
      let stored = read { $0.storedValue(key) }
      if case .string(let word) = stored, let system = UnitSystem(rawValue: word) { return system }
      let locale = core.locale
      guard stored == nil, locale.region != nil else { return locale.system }
      let failure = state.withLock { $0.firstDefaultFailure }
      if let failure, !(failure + Self.firstDefaultPause).isPast { return locale.system }
      return firstDefault()
    }
    set { setOrLog(newValue.rawValue, forKey: SharedDefaults.Keys.Units.system) }
  }

  /// The unit system in which values of a type are shown: the one that was set for that type alone,
  /// as `unitsctl set imperial --for distance` does, else ``unitSystem``.
  public func unitSystem(for type: MeasurementType) -> UnitSystem {
    let own = read { $0.storedValue(SharedDefaults.Keys.Units.system(of: type)) }
    if case .string(let word) = own, let system = UnitSystem(rawValue: word) { return system }
    return unitSystem
  }

  /// Sets the unit system of one type alone; nil has it follow ``unitSystem`` again. Durable when it
  /// returns, as ``set(_:forKey:)`` is.
  public func setUnitSystem(
    _ system: UnitSystem?, for type: MeasurementType
  ) throws(AppGroupError) {
    let key = SharedDefaults.Keys.Units.system(of: type)
    if let system { try set(system.rawValue, forKey: key) } else { try removeObject(forKey: key) }
  }

  private func firstDefault() -> UnitSystem {
    do throws(AppGroupError) {
      let shown = try call { (client) throws(ClientError) in try client.unitSystem() }
      guard let warning = shown.warning else { return shown.system }
      noteFirstDefaultFailure(AppGroupError(warning))
      return shown.system
    } catch {
      noteFirstDefaultFailure(error)
      return core.locale.system
    }
  }

  private func noteFirstDefaultFailure(_ error: AppGroupError) {
    state.withLock { $0.firstDefaultFailure = .now() }
    GroupLog.warn("unit system not stored: \(error)")
  }
}

/// Keys that the library declares.
private enum UnitKeys {
  static let system = Key(SharedDefaults.Keys.Units.system, default: UnitSystem.fromLocale())
}

extension Key where Value == UnitSystem {
  /// The unit system. Where none is stored, or none of the two words, it is the locale's, and unlike
  /// ``GroupDefaults/unitSystem`` nothing is stored by reading it: for those who only show.
  public static var unitSystem: Self { UnitKeys.system }
}
