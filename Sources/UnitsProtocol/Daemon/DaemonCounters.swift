/// What happened since the daemon started.
package struct DaemonCounters: WireStructure {
  package enum Field: String, CaseIterable, Sendable {
    case calls, commits, changes
    case foreignChanges = "foreign_changes"
    case records, violations, refused
  }

  /// Calls that were given an answer.
  package var calls = 0
  /// Files written by commits.
  package var commits = 0
  /// Changes that were accepted.
  package var changes = 0
  /// Changes of files made by others.
  package var foreignChanges = 0
  /// Records that were stored.
  package var records = 0
  /// Connections closed for a message that broke the protocol.
  package var violations = 0
  /// Connections closed at once, for want of room or of permission.
  package var refused = 0

  package init() {}

  package init(_ fields: inout FieldReader<Field>) throws(InvalidField) {
    calls = try fields.required(.calls)
    commits = try fields.required(.commits)
    changes = try fields.required(.changes)
    foreignChanges = try fields.required(.foreignChanges)
    records = try fields.required(.records)
    violations = try fields.required(.violations)
    refused = try fields.required(.refused)
  }

  package func write(_ fields: inout FieldWriter<Field>) {
    fields.put(calls, .calls)
    fields.put(commits, .commits)
    fields.put(changes, .changes)
    fields.put(foreignChanges, .foreignChanges)
    fields.put(records, .records)
    fields.put(violations, .violations)
    fields.put(refused, .refused)
  }
}
