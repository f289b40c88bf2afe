/// Asks for the sum of a type's records from `since` on and before `until`; nil is an open end.
package struct RecordsSummary: UnitsRequest {
  package enum Field: String, CaseIterable, Sendable { case group, type, since, until }

  package static let method = UnitsMethod.summarizeRecords

  package let group: String?
  package let type: String
  package let since: String?
  package let until: String?

  package init(
    group: String? = nil, type: String, since: String? = nil, until: String? = nil
  ) {
    self.group = group
    self.type = type
    self.since = since
    self.until = until
  }

  package init(_ fields: inout FieldReader<Field>) throws(InvalidField) {
    group = try fields.optional(.group)
    type = try fields.required(.type)
    since = try fields.optional(.since)
    until = try fields.optional(.until)
  }

  package func write(_ fields: inout FieldWriter<Field>) {
    fields.put(group, .group)
    fields.put(type, .type)
    fields.put(since, .since)
    fields.put(until, .until)
  }

  /// The sum and what belongs to it, in the base unit; nil where there are no records.
  package struct Response: UnitsResponse {
    package enum Field: String, CaseIterable, Sendable { case count, sum, minimum, maximum, last }

    package let count: Int
    package let sum: Double
    package let minimum: Double?
    package let maximum: Double?
    package let last: WireRecord?

    package init(
      count: Int, sum: Double, minimum: Double?, maximum: Double?, last: WireRecord?
    ) {
      self.count = count
      self.sum = sum
      self.minimum = minimum
      self.maximum = maximum
      self.last = last
    }

    package init(_ fields: inout FieldReader<Field>) throws(InvalidField) {
      count = try fields.required(.count)
      sum = try fields.required(.sum)
      minimum = try fields.optional(.minimum)
      maximum = try fields.optional(.maximum)
      last = try fields.optional(.last)
    }

    package func write(_ fields: inout FieldWriter<Field>) {
      fields.put(count, .count)
      fields.put(sum, .sum)
      fields.put(minimum, .minimum)
      fields.put(maximum, .maximum)
      fields.put(last, .last)
    }
  }
}
