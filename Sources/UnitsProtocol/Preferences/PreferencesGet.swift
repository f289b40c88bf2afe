/// Asks for values; for those of all keys where `keys` is nil.
package struct PreferencesGet: UnitsRequest {
  package enum Field: String, CaseIterable, Sendable { case group, keys, own }

  /// Whose values are asked for.
  package enum Layers: Sendable {
    case all
    /// Only what the user has set, without the administrators' values.
    case own
  }

  package static let method = UnitsMethod.getPreferences

  package let group: String?
  package let keys: [String]?
  package let layers: Layers

  package init(group: String? = nil, keys: [String]? = nil, layers: Layers = .all) {
    self.layers = layers
    self.group = group
    self.keys = keys
  }

  package init(_ fields: inout FieldReader<Field>) throws(InvalidField) {
    group = try fields.optional(.group)
    keys = try fields.optional(.keys)
    layers = try fields.optional(.own) == true ? .own : .all
  }

  package func write(_ fields: inout FieldWriter<Field>) {
    fields.put(group, .group)
    fields.put(keys, .keys)
    if layers == .own { fields.put(true, .own) }
  }

  /// The values of the keys that are present.
  package struct Response: UnitsResponse {
    package enum Field: String, CaseIterable, Sendable { case values, epoch, revision }

    package let values: WireValues
    package let epoch: String
    package let revision: Int

    package init(values: WireValues, epoch: String, revision: Int) {
      self.values = values
      self.epoch = epoch
      self.revision = revision
    }

    package init(_ fields: inout FieldReader<Field>) throws(InvalidField) {
      values = try fields.required(.values)
      epoch = try fields.required(.epoch)
      revision = try fields.required(.revision)
    }

    package func write(_ fields: inout FieldWriter<Field>) {
      fields.put(values, .values)
      fields.put(epoch, .epoch)
      fields.put(revision, .revision)
    }
  }
}
