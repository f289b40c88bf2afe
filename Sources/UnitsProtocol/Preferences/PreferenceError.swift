/// Why a call of `dev.units.preferences` failed.
///
/// A name that is no group's is `org.varlink.service.InvalidParameter` of `group`.
package enum PreferenceError: UnitsError {
  /// The value cannot be stored under this key; `allowed` lists the words that can, if it is a list.
  case invalidValue(key: String, reason: String, allowed: [String]?)
  case invalidKey(key: String, reason: String)
  /// The group would be larger than it may be, in bytes of JSON.
  case tooLarge(limit: Int, size: Int)
  /// What was to be written may not survive a loss of power, or was not written at all.
  case notDurable(path: String, reason: String)
  /// Another process held the lock until the time was up.
  case busy(path: String)
  /// The file cannot be understood, and no earlier state of it is known.
  case damaged(Damage)
  /// The file cannot be read.
  case unreadable(path: String, reason: String)
  /// The file's directory is not one to be trusted.
  case refused(String)
  /// The key is set by this file, which the caller cannot change.
  case locked(key: String, path: String)

  package enum Name: String, CaseIterable, Sendable {
    case invalidValue = "InvalidValue"
    case invalidKey = "InvalidKey"
    case tooLarge = "TooLarge"
    case notDurable = "NotDurable"
    case busy = "Busy"
    case damaged = "Damaged"
    case unreadable = "Unreadable"
    case refused = "Refused"
    case locked = "Locked"
  }

  package enum Field: String, CaseIterable, Sendable {
    case key, reason, allowed, limit, size, path, line, column
  }

  package static let interface = UnitsInterface.preferences

  package var name: Name {
    switch self {
    case .invalidValue: .invalidValue
    case .invalidKey: .invalidKey
    case .tooLarge: .tooLarge
    case .notDurable: .notDurable
    case .busy: .busy
    case .damaged: .damaged
    case .unreadable: .unreadable
    case .refused: .refused
    case .locked: .locked
    }
  }

  package init(_ name: Name, _ fields: inout FieldReader<Field>) throws(InvalidField) {
    switch name {
    case .invalidValue:
      self = .invalidValue(
        key: try fields.required(.key), reason: try fields.required(.reason),
        allowed: try fields.optional(.allowed))
    case .invalidKey:
      self = .invalidKey(key: try fields.required(.key), reason: try fields.required(.reason))
    case .tooLarge:
      self = .tooLarge(limit: try fields.required(.limit), size: try fields.required(.size))
    case .notDurable:
      self = .notDurable(path: try fields.required(.path), reason: try fields.required(.reason))
    case .busy:
      self = .busy(path: try fields.required(.path))
    case .damaged:
      self = .damaged(
        Damage(
          path: try fields.required(.path), line: try fields.required(.line),
          column: try fields.required(.column), reason: try fields.optional(.reason)))
    case .unreadable:
      self = .unreadable(path: try fields.required(.path), reason: try fields.required(.reason))
    case .refused:
      self = .refused(try fields.required(.reason))
    case .locked:
      self = .locked(key: try fields.required(.key), path: try fields.required(.path))
    }
  }

  package func write(_ fields: inout FieldWriter<Field>) {
    switch self {
    case .invalidValue(let key, let reason, let allowed):
      fields.put(key, .key)
      fields.put(reason, .reason)
      fields.put(allowed, .allowed)
    case .invalidKey(let key, let reason):
      fields.put(key, .key)
      fields.put(reason, .reason)
    case .tooLarge(let limit, let size):
      fields.put(limit, .limit)
      fields.put(size, .size)
    case .notDurable(let path, let reason), .unreadable(let path, let reason):
      fields.put(path, .path)
      fields.put(reason, .reason)
    case .busy(let path):
      fields.put(path, .path)
    case .damaged(let damage):
      fields.put(damage.path, .path)
      fields.put(damage.line, .line)
      fields.put(damage.column, .column)
      fields.put(damage.reason, .reason)
    case .refused(let reason):
      fields.put(reason, .reason)
    case .locked(let key, let path):
      fields.put(key, .key)
      fields.put(path, .path)
    }
  }
}

extension PreferenceError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .invalidValue(let key, let reason, let allowed):
      "\(reason)\(allowed.map { " (allowed: \($0.joined(separator: ", ")))" } ?? ""): \(key)"
    case .invalidKey(let key, let reason): "\(reason): \(key)"
    case .tooLarge(let limit, let size):
      "group of \(size) bytes exceeds the limit of \(limit) bytes"
    case .notDurable(let path, let reason): "not durable (\(reason)): \(path)"
    case .busy(let path): "locked by another process: \(path)"
    case .damaged(let damage): damage.description
    case .unreadable(let path, let reason): "not readable (\(reason)): \(path)"
    case .refused(let reason): reason
    case .locked(let key, let path): "locked by \(path): \(key)"
    }
  }
}

/// A group's file that is not what it should be, and where.
package struct Damage: Equatable, Sendable, CustomStringConvertible {
  package let path: String
  /// From 1.
  package let line: Int
  /// From 1, in characters.
  package let column: Int
  /// Nil where a daemon does not tell it.
  package let reason: String?

  package init(path: String, line: Int, column: Int, reason: String?) {
    self.path = path
    self.line = line
    self.column = column
    self.reason = reason
  }

  package var description: String {
    "damaged (line \(line), column \(column)\(reason.map { ": \($0)" } ?? "")): \(path)"
  }
}
