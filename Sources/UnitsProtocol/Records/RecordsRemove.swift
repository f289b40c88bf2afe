/// Removes records by their ids, all or none.
package struct RecordsRemove: UnitsRequest {
  package enum Field: String, CaseIterable, Sendable { case group, ids }

  package static let method = UnitsMethod.removeRecords

  package let group: String?
  package let ids: [String]

  package init(group: String? = nil, ids: [String]) {
    self.group = group
    self.ids = ids
  }

  package init(_ fields: inout FieldReader<Field>) throws(InvalidField) {
    group = try fields.optional(.group)
    ids = try fields.required(.ids)
  }

  package func write(_ fields: inout FieldWriter<Field>) {
    fields.put(group, .group)
    fields.put(ids, .ids)
  }

  /// The records that were there, in the request's order.
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
