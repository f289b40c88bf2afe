package import UnitsJSON
package import Varlink

/// The methods that `unitsd` answers, by their full names: the interface's, a dot, and the method's.
package enum UnitsMethod: String, CaseIterable, Sendable {
  case getPreferences = "dev.units.preferences.Get"
  case explainPreference = "dev.units.preferences.Explain"
  case setPreferences = "dev.units.preferences.Set"
  case compareAndSetPreferences = "dev.units.preferences.CompareAndSet"
  case monitorPreferences = "dev.units.preferences.Monitor"
  case addRecords = "dev.units.records.Add"
  case importRecords = "dev.units.records.Import"
  case removeRecords = "dev.units.records.Remove"
  case listRecords = "dev.units.records.List"
  case summarizeRecords = "dev.units.records.Summary"
  case monitorRecords = "dev.units.records.Monitor"
  case getStatus = "dev.units.daemon.GetStatus"

  /// The method of this full name; nil if there is none. The one that is called most is found first.
  package init?(_ fullName: JSONView) {
    for method in Self.allCases where fullName.isString(method.rawValue) {
      self = method
      return
    }
    return nil
  }

  /// The full name.
  package var fullName: String { rawValue }

  /// The interface that declares the method.
  package var interface: UnitsInterface {
    switch self {
    case .getPreferences, .explainPreference, .setPreferences, .compareAndSetPreferences,
      .monitorPreferences:
      .preferences
    case .addRecords, .importRecords, .removeRecords, .listRecords, .summarizeRecords,
      .monitorRecords:
      .records
    case .getStatus: .daemon
    }
  }

  /// The method's name in its interface.
  package var name: String { String(fullName.dropFirst(interface.name.count + 1)) }

  /// How the method has to be called: those that stream need `more`.
  package var mode: Call.Mode {
    switch self {
    case .monitorPreferences, .monitorRecords, .listRecords: .more
    default: .single
    }
  }

  /// Whether the method changes nothing and may be called on the socket for readers.
  package var isForReaders: Bool {
    switch self {
    case .getPreferences, .monitorPreferences, .listRecords, .summarizeRecords, .monitorRecords:
      true
    case .explainPreference, .setPreferences, .compareAndSetPreferences, .addRecords,
      .importRecords, .removeRecords, .getStatus:
      false
    }
  }
}
