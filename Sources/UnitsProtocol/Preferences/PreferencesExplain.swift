package import UnitsJSON

/// Asks which file decides about a key.
package struct PreferencesExplain: UnitsRequest {
  package enum Field: String, CaseIterable, Sendable { case group, key }

  package static let method = UnitsMethod.explainPreference

  package let group: String?
  package let key: String

  package init(group: String? = nil, key: String) {
    self.group = group
    self.key = key
  }

  package init(_ fields: inout FieldReader<Field>) throws(InvalidField) {
    group = try fields.optional(.group)
    key = try fields.required(.key)
  }

  package func write(_ fields: inout FieldWriter<Field>) {
    fields.put(group, .group)
    fields.put(key, .key)
  }

  /// Where the value comes from.
  package struct Response: UnitsResponse {
    package enum Field: String, CaseIterable, Sendable {
      case values, path
      case lockedBy = "locked_by"
      case ignored
    }

    /// The key with its value; empty if it is absent.
    package let values: JSONObject
    /// The file that the value stands in.
    package let path: String?
    /// The file that keeps the user from setting the key.
    package let lockedBy: String?
    /// The key with the user's value that counts for nothing.
    package let ignored: JSONObject

    package init(values: JSONObject, path: String?, lockedBy: String?, ignored: JSONObject) {
      self.values = values
      self.path = path
      self.lockedBy = lockedBy
      self.ignored = ignored
    }

    package init(_ fields: inout FieldReader<Field>) throws(InvalidField) {
      values = try fields.required(.values)
      path = try fields.optional(.path)
      lockedBy = try fields.optional(.lockedBy)
      ignored = try fields.required(.ignored)
    }

    package func write(_ fields: inout FieldWriter<Field>) {
      fields.put(values, .values)
      fields.put(path, .path)
      fields.put(lockedBy, .lockedBy)
      fields.put(ignored, .ignored)
    }
  }
}
