package import UnitsJSON

/// Sets keys if others, or the same, hold what is expected; null in `expected` means absent.
package struct PreferencesCompareAndSet: UnitsRequest {
  package enum Field: String, CaseIterable, Sendable { case group, expected, values, automatic }

  /// Who asks.
  package enum Origin: Sendable {
    /// A person.
    case explicit
    /// A program on its own, for a first default: it leaves a damaged file alone.
    case automatic
  }

  package static let method = UnitsMethod.compareAndSetPreferences

  package let group: String?
  package let expected: JSONObject
  package let values: JSONObject
  package let origin: Origin

  package init(
    group: String? = nil, expected: JSONObject, values: JSONObject, origin: Origin = .explicit
  ) {
    self.group = group
    self.expected = expected
    self.values = values
    self.origin = origin
  }

  package init(_ fields: inout FieldReader<Field>) throws(InvalidField) {
    group = try fields.optional(.group)
    expected = try fields.required(.expected)
    values = try fields.required(.values)
    origin = try fields.optional(.automatic) == true ? .automatic : .explicit
  }

  package func write(_ fields: inout FieldWriter<Field>) {
    fields.put(group, .group)
    fields.put(expected, .expected)
    fields.put(values, .values)
    if origin == .automatic { fields.put(true, .automatic) }
  }

  /// What came of it, and what is now stored under the named keys.
  package struct Response: UnitsResponse {
    package enum Field: String, CaseIterable, Sendable { case applied, values, epoch, revision }

    package enum Outcome: Sendable {
      case applied
      /// The comparison did not hold; nothing was written.
      case comparisonFailed
    }

    package let outcome: Outcome
    package let values: WireValues
    package let epoch: String
    package let revision: Int

    package init(outcome: Outcome, values: WireValues, epoch: String, revision: Int) {
      self.outcome = outcome
      self.values = values
      self.epoch = epoch
      self.revision = revision
    }

    package init(_ fields: inout FieldReader<Field>) throws(InvalidField) {
      outcome = try fields.required(.applied) ? .applied : .comparisonFailed
      values = try fields.required(.values)
      epoch = try fields.required(.epoch)
      revision = try fields.required(.revision)
    }

    package func write(_ fields: inout FieldWriter<Field>) {
      fields.put(outcome == .applied, .applied)
      fields.put(values, .values)
      fields.put(epoch, .epoch)
      fields.put(revision, .revision)
    }
  }
}
