// Why a preference could not be read or written.

/// The errors of the preferences; each says what its user can act on.
package enum PreferenceError: Error, Equatable, Sendable, CustomStringConvertible {
  /// The value cannot be stored under this key; `allowed` lists the words that can, if it is a list.
  case invalidValue(key: String, reason: String, allowed: [String]?)
  case invalidKey(key: String, reason: String)
  /// The group would be larger than it may be, in bytes of JSON.
  case tooLarge(limit: Int, size: Int)
  /// What was written may not survive a power cut, or was not written at all.
  case notDurable(path: String, reason: String)
  /// The lock was held by somebody else until the deadline.
  case busy(path: String)
  /// The group's file cannot be understood, and no earlier state is known.
  case damaged(Damage)
  /// The file cannot be read.
  case unreadable(path: String, reason: String)
  /// The store's directory is not one that this user may trust.
  case refused(String)

  /// The key is one of those that administrators keep to themselves, in this file.
  case locked(key: String, path: String)

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
  package let reason: String

  package init(path: String, line: Int, column: Int, reason: String) {
    self.path = path
    self.line = line
    self.column = column
    self.reason = reason
  }

  package var description: String {
    "damaged (line \(line), column \(column): \(reason)): \(path)"
  }
}
