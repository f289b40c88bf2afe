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

  /// Reads a call that `Service` routed to one of our methods.
  ///
  /// Throws the error that answers a call with a missing, undeclared or wrong-typed parameter, and
  /// one of a streaming method without `more`.
  package init(decoding call: Call) throws(ServiceError) {
    guard let method = UnitsMethod(fullName: call.method) else {
      throw .methodNotFound(call.method)
    }
    guard method.mode != .more || call.mode == .more else { throw .expectedMore }
    switch method {
    case .getPreferences: self = .get(try .init(decoding: call.parameters))
    case .explainPreference: self = .explain(try .init(decoding: call.parameters))
    case .setPreferences: self = .set(try .init(decoding: call.parameters))
    case .compareAndSetPreferences: self = .compareAndSet(try .init(decoding: call.parameters))
    case .monitorPreferences: self = .monitorPreferences(try .init(decoding: call.parameters))
    case .addRecords: self = .addRecords(try .init(decoding: call.parameters))
    case .importRecords: self = .importRecords(try .init(decoding: call.parameters))
    case .removeRecords: self = .removeRecords(try .init(decoding: call.parameters))
    case .listRecords: self = .listRecords(try .init(decoding: call.parameters))
    case .summarizeRecords: self = .summarizeRecords(try .init(decoding: call.parameters))
    case .monitorRecords: self = .monitorRecords(try .init(decoding: call.parameters))
    case .getStatus: self = .getStatus(try .init(decoding: call.parameters))
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
