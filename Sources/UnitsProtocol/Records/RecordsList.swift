/// Asks for records, a page a reply; nil is every type, an open end, no limit.
package struct RecordsList: UnitsRequest {
  package enum Field: String, CaseIterable, Sendable {
    case group, type, since, until, limit
    case oldestFirst = "oldest_first"
  }

  package enum Order: Sendable {
    case newestFirst
    case oldestFirst
  }

  package static let method = UnitsMethod.listRecords

  package let group: String?
  package let type: String?
  package let since: String?
  package let until: String?
  package let limit: Int?
  package let order: Order

  package init(
    group: String? = nil, type: String? = nil, since: String? = nil, until: String? = nil,
    limit: Int? = nil, order: Order = .newestFirst
  ) {
    self.group = group
    self.type = type
    self.since = since
    self.until = until
    self.limit = limit
    self.order = order
  }

  package init(_ fields: inout FieldReader<Field>) throws(InvalidField) {
    group = try fields.optional(.group)
    type = try fields.optional(.type)
    since = try fields.optional(.since)
    until = try fields.optional(.until)
    limit = try fields.optional(.limit)
    order = try fields.optional(.oldestFirst) == true ? .oldestFirst : .newestFirst
  }

  package func write(_ fields: inout FieldWriter<Field>) {
    fields.put(group, .group)
    fields.put(type, .type)
    fields.put(since, .since)
    fields.put(until, .until)
    fields.put(limit, .limit)
    if order == .oldestFirst { fields.put(true, .oldestFirst) }
  }

  /// The next records.
  package struct Response: UnitsResponse {
    package enum Field: String, CaseIterable, Sendable { case records }

    package let records: [WireRecord]

    package init(records: [WireRecord]) {
      self.records = records
    }

    package init(_ fields: inout FieldReader<Field>) throws(InvalidField) {
      records = try fields.required(.records)
    }

    package func write(_ fields: inout FieldWriter<Field>) {
      fields.put(records, .records)
    }
  }
}
