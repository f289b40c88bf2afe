/// Why a call of `dev.units.records` failed.
///
/// A name that is no group's, and a text that is no instant, are
/// `org.varlink.service.InvalidParameter` of that parameter.
package enum RecordsError: UnitsError {
  /// The record at this index of the request cannot be stored.
  case invalidRecord(index: Int, reason: String)
  /// There is no such type; these are the ones there are.
  case unknownType(type: String, allowed: [String])
  /// What was to be written may not survive a loss of power, or was not written at all.
  case notDurable(path: String, reason: String)
  /// Another process held the database until the time was up.
  case busy(path: String)
  /// The database is damaged.
  case damaged(path: String, reason: String?)
  /// The database cannot be read.
  case unreadable(path: String, reason: String)
  /// The database's directory is not one to be trusted.
  case refused(reason: String)

  package enum Name: String, CaseIterable, Sendable {
    case invalidRecord = "InvalidRecord"
    case unknownType = "UnknownType"
    case notDurable = "NotDurable"
    case busy = "Busy"
    case damaged = "Damaged"
    case unreadable = "Unreadable"
    case refused = "Refused"
  }

  package enum Field: String, CaseIterable, Sendable {
    case index, reason, type, allowed, path
  }

  package static let interface = UnitsInterface.records

  package var name: Name {
    switch self {
    case .invalidRecord: .invalidRecord
    case .unknownType: .unknownType
    case .notDurable: .notDurable
    case .busy: .busy
    case .damaged: .damaged
    case .unreadable: .unreadable
    case .refused: .refused
    }
  }

  package init(_ name: Name, _ fields: inout FieldReader<Field>) throws(InvalidField) {
    switch name {
    case .invalidRecord:
      self = .invalidRecord(
        index: try fields.required(.index), reason: try fields.required(.reason))
    case .unknownType:
      self = .unknownType(type: try fields.required(.type), allowed: try fields.required(.allowed))
    case .notDurable:
      self = .notDurable(path: try fields.required(.path), reason: try fields.required(.reason))
    case .busy:
      self = .busy(path: try fields.required(.path))
    case .damaged:
      self = .damaged(path: try fields.required(.path), reason: try fields.optional(.reason))
    case .unreadable:
      self = .unreadable(path: try fields.required(.path), reason: try fields.required(.reason))
    case .refused:
      self = .refused(reason: try fields.required(.reason))
    }
  }

  package func write(_ fields: inout FieldWriter<Field>) {
    switch self {
    case .invalidRecord(let index, let reason):
      fields.put(index, .index)
      fields.put(reason, .reason)
    case .unknownType(let type, let allowed):
      fields.put(type, .type)
      fields.put(allowed, .allowed)
    case .notDurable(let path, let reason), .unreadable(let path, let reason):
      fields.put(path, .path)
      fields.put(reason, .reason)
    case .busy(let path):
      fields.put(path, .path)
    case .damaged(let path, let reason):
      fields.put(path, .path)
      fields.put(reason, .reason)
    case .refused(let reason):
      fields.put(reason, .reason)
    }
  }
}

extension RecordsError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .invalidRecord(let index, let reason): "\(reason): record \(index + 1)"
    case .unknownType(let type, let allowed):
      "no type of measurement (allowed: \(allowed.joined(separator: ", "))): \(type)"
    case .notDurable(let path, let reason): "not durable (\(reason)): \(path)"
    case .busy(let path): "locked by another process: \(path)"
    case .damaged(let path, let reason): "damaged\(reason.map { " (\($0))" } ?? ""): \(path)"
    case .unreadable(let path, let reason): "not readable (\(reason)): \(path)"
    case .refused(let reason): reason
    }
  }
}
