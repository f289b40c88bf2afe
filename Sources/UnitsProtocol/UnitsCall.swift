package import Varlink

/// A call of one of this project's methods, with its parameters checked.
package enum UnitsCall: Sendable, Equatable {
  case get(PreferencesGet)
  case explain(PreferencesExplain)
  case set(PreferencesSet)
  case compareAndSet(PreferencesCompareAndSet)
  case monitorPreferences(PreferencesMonitor)
  case addRecords(RecordsAdd)
  case importRecords(RecordsImport)
  case removeRecords(RecordsRemove)
  case listRecords(RecordsList)
  case summarizeRecords(RecordsSummary)
  case monitorRecords(RecordsMonitor)
  case getStatus(DaemonGetStatus)

  /// Reads a call of one of our methods from its frame; nil if it is of another.
  ///
  /// Throws the error that answers a call with a missing, undeclared or wrong-typed parameter, and
  /// one of a streaming method without `more`.
  package init?(_ call: CallView) throws(ServiceError) {
    guard let method = UnitsMethod(call.method) else { return nil }
    guard method.mode != .more || call.mode == .more else { throw .expectedMore }
    switch method {
    case .getPreferences: self = .get(try .init(parameters: call.parameters))
    case .explainPreference: self = .explain(try .init(parameters: call.parameters))
    case .setPreferences: self = .set(try .init(parameters: call.parameters))
    case .compareAndSetPreferences: self = .compareAndSet(try .init(parameters: call.parameters))
    case .monitorPreferences: self = .monitorPreferences(try .init(parameters: call.parameters))
    case .addRecords: self = .addRecords(try .init(parameters: call.parameters))
    case .importRecords: self = .importRecords(try .init(parameters: call.parameters))
    case .removeRecords: self = .removeRecords(try .init(parameters: call.parameters))
    case .listRecords: self = .listRecords(try .init(parameters: call.parameters))
    case .summarizeRecords: self = .summarizeRecords(try .init(parameters: call.parameters))
    case .monitorRecords: self = .monitorRecords(try .init(parameters: call.parameters))
    case .getStatus: self = .getStatus(try .init(parameters: call.parameters))
    }
  }

  /// The request alone.
  package var request: any UnitsRequest {
    switch self {
    case .get(let request): request
    case .explain(let request): request
    case .set(let request): request
    case .compareAndSet(let request): request
    case .monitorPreferences(let request): request
    case .addRecords(let request): request
    case .importRecords(let request): request
    case .removeRecords(let request): request
    case .listRecords(let request): request
    case .summarizeRecords(let request): request
    case .monitorRecords(let request): request
    case .getStatus(let request): request
    }
  }
}
