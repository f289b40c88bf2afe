package import Varlink

/// The methods that `unitsd` answers.
package enum UnitsMethod: CaseIterable, Sendable {
  case getPreferences
  case explainPreference
  case setPreferences
  case compareAndSetPreferences
  case monitorPreferences
  case addRecords
  case importRecords
  case removeRecords
  case listRecords
  case summarizeRecords
  case monitorRecords
  case getStatus

  /// The method of this full name; nil if there is none.
  package init?(fullName: String) {
    guard let method = Self.byFullName[fullName] else { return nil }
    self = method
  }

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
  package var name: String {
    switch self {
    case .getPreferences: "Get"
    case .explainPreference: "Explain"
    case .setPreferences: "Set"
    case .compareAndSetPreferences: "CompareAndSet"
    case .monitorPreferences, .monitorRecords: "Monitor"
    case .addRecords: "Add"
    case .importRecords: "Import"
    case .removeRecords: "Remove"
    case .listRecords: "List"
    case .summarizeRecords: "Summary"
    case .getStatus: "GetStatus"
    }
  }

  /// The interface's name, a dot, and the method's.
  package var fullName: String { interface.name + "." + name }

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

  private static let byFullName = Dictionary(
    uniqueKeysWithValues: allCases.map { ($0.fullName, $0) })
}
