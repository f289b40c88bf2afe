internal import UnitsClient
internal import UnitsProtocol

/// Why a value or a measurement could not be stored, or the store not be read.
///
/// Each case is something to act upon; ``description`` is the fact, then what it is about.
public enum AppGroupError: Error, Equatable, Sendable {
  /// The text is no key: 1 to 255 bytes of UTF-8 without control characters and `=`.
  case invalidKey(key: String, reason: String)
  /// The value has no place in a property list, or is none of those that the key may have.
  case invalidValue(key: String, reason: String)
  /// The measurement is impossible, or its texts are too long.
  case invalidRecord(reason: String)
  /// The whole group would be larger than it may be, in bytes.
  case tooLarge(limit: Int, size: Int)
  /// The key is fixed by whoever administers the machine.
  case locked(key: String, path: String)
  /// The file is damaged and was left alone; `unitsctl doctor` tells more.
  case damaged(path: String, reason: String)
  /// Another program held the lock until the time was up; it may work later.
  case busy(path: String)
  /// The disk did not take it: the old value stands.
  case notDurable(path: String, reason: String)
  /// The store is another user's, or open to others.
  case refused(reason: String)
  /// Neither the daemon nor the files can be reached, or the time was up before anything was asked.
  case unavailable(reason: String)
  /// The change was sent and the reply is lost: it may have been made.
  case outcomeUnknown(socket: String)
}

extension AppGroupError: CustomStringConvertible {
  /// The fact, then the object: `disk full: /home/me/.config/units/group.dev.units.json`.
  public var description: String {
    switch self {
    case .invalidKey(let key, let reason), .invalidValue(let key, let reason): "\(reason): \(key)"
    case .invalidRecord(let reason), .refused(let reason), .unavailable(let reason): reason
    case .tooLarge(let limit, let size): "\(size) bytes exceed the limit of \(limit) bytes"
    case .locked(let key, let path): "locked by \(path): \(key)"
    case .damaged(let path, let reason), .notDurable(let path, let reason): "\(reason): \(path)"
    case .busy(let path): "held by another program: \(path)"
    case .outcomeUnknown(let socket): "outcome unknown (the reply was lost): \(socket)"
    }
  }
}

extension AppGroupError {
  /// An error of the client in the words of a program that uses the library.
  init(_ error: ClientError) {
    switch error {
    case .notRunning, .unreachable, .timedOut, .violation, .malformedReply, .service, .unknown,
      .noStore, .system:
      self = .unavailable(reason: error.description)
    case .outcomeUnknown(let socket): self = .outcomeUnknown(socket: socket)
    case .preferences(let error): self.init(error)
    case .records(let error): self.init(error)
    }
  }

  private init(_ error: PreferenceError) {
    switch error {
    case .invalidValue(let key, let reason, let allowed):
      let words = allowed.map { " (allowed: \($0.joined(separator: ", ")))" } ?? ""
      self = .invalidValue(key: key, reason: reason + words)
    case .invalidKey(let key, let reason): self = .invalidKey(key: key, reason: reason)
    case .tooLarge(let limit, let size): self = .tooLarge(limit: limit, size: size)
    case .notDurable(let path, let reason): self = .notDurable(path: path, reason: reason)
    case .busy(let path): self = .busy(path: path)
    case .damaged(let damage):
      self = .damaged(
        path: damage.path,
        reason: "line \(damage.line), column \(damage.column): \(damage.reason ?? "damaged")")
    case .unreadable(let path, let reason): self = .unavailable(reason: "\(reason): \(path)")
    case .refused(let reason): self = .refused(reason: reason)
    case .locked(let key, let path): self = .locked(key: key, path: path)
    }
  }

  private init(_ error: RecordsError) {
    switch error {
    case .invalidRecord(_, let reason): self = .invalidRecord(reason: reason)
    case .unknownType: self = .invalidRecord(reason: error.description)
    case .notDurable(let path, let reason): self = .notDurable(path: path, reason: reason)
    case .busy(let path): self = .busy(path: path)
    case .damaged(let path, let reason): self = .damaged(path: path, reason: reason ?? "damaged")
    case .unreadable(let path, let reason): self = .unavailable(reason: "\(reason): \(path)")
    case .refused(let reason): self = .refused(reason: reason)
    }
  }
}
