/// Stores records, all or none.
package struct RecordsAdd: UnitsRequest {
  package enum Field: String, CaseIterable, Sendable { case group, records }

  package static let method = UnitsMethod.addRecords

  package let group: String?
  package let records: [WireNewRecord]

  package init(group: String? = nil, records: [WireNewRecord]) {
    self.group = group
    self.records = records
  }

  package init(_ fields: inout FieldReader<Field>) throws(InvalidField) {
    group = try fields.optional(.group)
    records = try fields.required(.records)
  }

  package func write(_ fields: inout FieldWriter<Field>) {
    fields.put(group, .group)
    fields.put(records, .records)
  }

  /// The records as they are stored, in the request's order.
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
