/// Asks for values and for their changes; for those of all keys where `keys` is nil.
package struct PreferencesMonitor: UnitsRequest {
  package enum Field: String, CaseIterable, Sendable { case group, keys }

  package static let method = UnitsMethod.monitorPreferences

  package let group: String?
  package let keys: [String]?

  package init(group: String? = nil, keys: [String]? = nil) {
    self.group = group
    self.keys = keys
  }

  package init(_ fields: inout FieldReader<Field>) throws(InvalidField) {
    group = try fields.optional(.group)
    keys = try fields.optional(.keys)
  }

  package func write(_ fields: inout FieldWriter<Field>) {
    fields.put(group, .group)
    fields.put(keys, .keys)
  }

  /// The whole state, or a change of it.
  package struct Response: UnitsResponse {
    package enum Field: String, CaseIterable, Sendable { case values, complete, epoch, revision }

    package enum Content: Sendable {
      /// The whole state; so is the first reply.
      case complete
      /// A patch: keys to new values, null for a removed one.
      case change
    }

    package let values: WireValues
    package let content: Content
    package let epoch: String
    package let revision: Int

    package init(values: WireValues, content: Content, epoch: String, revision: Int) {
      self.values = values
      self.content = content
      self.epoch = epoch
      self.revision = revision
    }

    package init(_ fields: inout FieldReader<Field>) throws(InvalidField) {
      values = try fields.required(.values)
      content = try fields.required(.complete) ? .complete : .change
      epoch = try fields.required(.epoch)
      revision = try fields.required(.revision)
    }

    package func write(_ fields: inout FieldWriter<Field>) {
      fields.put(values, .values)
      fields.put(content == .complete, .complete)
      fields.put(epoch, .epoch)
      fields.put(revision, .revision)
    }
  }
}
