package import UnitsJSON

/// Sets keys, or removes them where the value is null.
package struct PreferencesSet: UnitsRequest {
  package enum Field: String, CaseIterable, Sendable { case group, values, replace }

  /// What becomes of keys that are not named.
  package enum Extent: Sendable {
    case merge
    /// They are removed.
    case replace
  }

  package static let method = UnitsMethod.setPreferences

  package let group: String?
  package let values: JSONObject
  package let extent: Extent

  package init(group: String? = nil, values: JSONObject, extent: Extent = .merge) {
    self.group = group
    self.values = values
    self.extent = extent
  }

  package init(_ fields: inout FieldReader<Field>) throws(InvalidField) {
    group = try fields.optional(.group)
    values = try fields.required(.values)
    extent = try fields.optional(.replace) == true ? .replace : .merge
  }

  package func write(_ fields: inout FieldWriter<Field>) {
    fields.put(group, .group)
    fields.put(values, .values)
    if extent == .replace { fields.put(true, .replace) }
  }

  /// The state of the group that holds the change.
  package struct Response: UnitsResponse {
    package enum Field: String, CaseIterable, Sendable { case epoch, revision }

    package let epoch: String
    package let revision: Int

    package init(epoch: String, revision: Int) {
      self.epoch = epoch
      self.revision = revision
    }

    package init(_ fields: inout FieldReader<Field>) throws(InvalidField) {
      epoch = try fields.required(.epoch)
      revision = try fields.required(.revision)
    }

    package func write(_ fields: inout FieldWriter<Field>) {
      fields.put(epoch, .epoch)
      fields.put(revision, .revision)
    }
  }
}
