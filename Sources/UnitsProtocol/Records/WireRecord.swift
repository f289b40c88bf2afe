/// A stored record as it is sent; the value is in the base unit, the time an RFC 3339 text.
package struct WireRecord: WireStructure {
  package enum Field: String, CaseIterable, Sendable { case id, type, value, time, note, source }

  package let id: String
  package let type: String
  package let value: Double
  package let time: String
  package let note: String?
  package let source: String?

  package init(
    id: String, type: String, value: Double, time: String, note: String? = nil,
    source: String? = nil
  ) {
    self.id = id
    self.type = type
    self.value = value
    self.time = time
    self.note = note
    self.source = source
  }

  package init(_ fields: inout FieldReader<Field>) throws(InvalidField) {
    id = try fields.required(.id)
    type = try fields.required(.type)
    value = try fields.required(.value)
    time = try fields.required(.time)
    note = try fields.optional(.note)
    source = try fields.optional(.source)
  }

  package func write(_ fields: inout FieldWriter<Field>) {
    fields.put(id, .id)
    fields.put(type, .type)
    fields.put(value, .value)
    fields.put(time, .time)
    fields.put(note, .note)
    fields.put(source, .source)
  }
}

/// A record to be stored; its id and time are made up where they are nil.
package struct WireNewRecord: WireStructure {
  package typealias Field = WireRecord.Field

  package let id: String?
  package let type: String
  package let value: Double
  package let time: String?
  package let note: String?
  package let source: String?

  package init(
    id: String? = nil, type: String, value: Double, time: String? = nil, note: String? = nil,
    source: String? = nil
  ) {
    self.id = id
    self.type = type
    self.value = value
    self.time = time
    self.note = note
    self.source = source
  }

  package init(_ fields: inout FieldReader<Field>) throws(InvalidField) {
    id = try fields.optional(.id)
    type = try fields.required(.type)
    value = try fields.required(.value)
    time = try fields.optional(.time)
    note = try fields.optional(.note)
    source = try fields.optional(.source)
  }

  package func write(_ fields: inout FieldWriter<Field>) {
    fields.put(id, .id)
    fields.put(type, .type)
    fields.put(value, .value)
    fields.put(time, .time)
    fields.put(note, .note)
    fields.put(source, .source)
  }
}
