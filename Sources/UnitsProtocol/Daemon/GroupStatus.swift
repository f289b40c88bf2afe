/// The state of a group that the daemon has open.
package struct GroupStatus: WireStructure {
  package enum Field: String, CaseIterable, Sendable {
    case name
    case preferencesPath = "preferences_path"
    case recordsPath = "records_path"
    case revision, watched, damaged
    case damagedLine = "damaged_line"
    case damagedColumn = "damaged_column"
  }

  /// Whether changes of the file by others are noticed at once.
  package enum Watch: Sendable {
    case watched
    /// Only at the next call.
    case unwatched
  }

  package let name: String
  package let preferencesPath: String
  package let recordsPath: String
  package let revision: Int
  package let watch: Watch
  /// Why the file cannot be understood, nil if it can.
  package let damaged: String?
  /// Where in the file, from 1.
  package let damagedLine: Int?
  package let damagedColumn: Int?

  package init(
    name: String, preferencesPath: String, recordsPath: String, revision: Int, watch: Watch,
    damaged: String? = nil, damagedLine: Int? = nil, damagedColumn: Int? = nil
  ) {
    self.name = name
    self.preferencesPath = preferencesPath
    self.recordsPath = recordsPath
    self.revision = revision
    self.watch = watch
    self.damaged = damaged
    self.damagedLine = damagedLine
    self.damagedColumn = damagedColumn
  }

  package init(_ fields: inout FieldReader<Field>) throws(InvalidField) {
    name = try fields.required(.name)
    preferencesPath = try fields.required(.preferencesPath)
    recordsPath = try fields.required(.recordsPath)
    revision = try fields.required(.revision)
    watch = try fields.required(.watched) ? .watched : .unwatched
    damaged = try fields.optional(.damaged)
    damagedLine = try fields.optional(.damagedLine)
    damagedColumn = try fields.optional(.damagedColumn)
  }

  package func write(_ fields: inout FieldWriter<Field>) {
    fields.put(name, .name)
    fields.put(preferencesPath, .preferencesPath)
    fields.put(recordsPath, .recordsPath)
    fields.put(revision, .revision)
    fields.put(watch == .watched, .watched)
    fields.put(damaged, .damaged)
    fields.put(damagedLine, .damagedLine)
    fields.put(damagedColumn, .damagedColumn)
  }
}
