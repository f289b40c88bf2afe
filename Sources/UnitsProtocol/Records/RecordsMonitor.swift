/// Asks to be told which records change.
package struct RecordsMonitor: UnitsRequest {
  package enum Field: String, CaseIterable, Sendable { case group }

  package static let method = UnitsMethod.monitorRecords

  package let group: String?

  package init(group: String? = nil) {
    self.group = group
  }

  package init(_ fields: inout FieldReader<Field>) throws(InvalidField) {
    group = try fields.optional(.group)
  }

  package func write(_ fields: inout FieldWriter<Field>) {
    fields.put(group, .group)
  }

  /// What has to be asked for again.
  package struct Response: UnitsResponse {
    package enum Field: String, CaseIterable, Sendable { case complete, type, since, until }

    package enum Content: Sendable {
      /// Whatever is shown; so is the first reply.
      case complete
      /// What `type`, `since` and `until` name.
      case change
    }

    package let content: Content
    /// Nil for every type.
    package let type: String?
    /// The first instant concerned, nil if there is none.
    package let since: String?
    /// The first instant no longer concerned, nil if there is none.
    package let until: String?

    /// The first reply.
    package static let complete = Response(content: .complete, type: nil, since: nil, until: nil)

    package init(content: Content, type: String?, since: String?, until: String?) {
      self.content = content
      self.type = type
      self.since = since
      self.until = until
    }

    package init(_ fields: inout FieldReader<Field>) throws(InvalidField) {
      content = try fields.required(.complete) ? .complete : .change
      type = try fields.optional(.type)
      since = try fields.optional(.since)
      until = try fields.optional(.until)
    }

    package func write(_ fields: inout FieldWriter<Field>) {
      fields.put(content == .complete, .complete)
      fields.put(type, .type)
      fields.put(since, .since)
      fields.put(until, .until)
    }
  }
}
