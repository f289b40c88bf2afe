/// Stores records that were stored elsewhere, all or none; those that are here are left alone.
package struct RecordsImport: UnitsRequest {
  package enum Field: String, CaseIterable, Sendable { case group, records }

  package static let method = UnitsMethod.importRecords

  package let group: String?
  package let records: [WireRecord]

  package init(group: String? = nil, records: [WireRecord]) {
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

  /// How many records were not there before.
  package struct Response: UnitsResponse {
    package enum Field: String, CaseIterable, Sendable { case added }

    package let added: Int

    package init(added: Int) {
      self.added = added
    }

    package init(_ fields: inout FieldReader<Field>) throws(InvalidField) {
      added = try fields.required(.added)
    }

    package func write(_ fields: inout FieldWriter<Field>) {
      fields.put(added, .added)
    }
  }
}
