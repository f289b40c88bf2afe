// One measurement, as it is stored and as it is handed in.

package import Units

/// A measurement in the database.
package struct Record: Sendable, Hashable {
  package let id: RecordID
  package let type: MeasurementType
  /// In the type's base unit.
  package let value: Double
  /// When it was taken, and the offset of the local time where it was taken.
  package let time: Timestamp
  package let note: String?
  /// What made it: a program's or a device's name.
  package let source: String?

  package init(
    id: RecordID, type: MeasurementType, value: Double, time: Timestamp, note: String? = nil,
    source: String? = nil
  ) {
    self.id = id
    self.type = type
    self.value = value
    self.time = time
    self.note = note
    self.source = source
  }

  /// A record that was stored elsewhere; throws what is wrong with one that cannot be.
  package init(
    checking id: RecordID, type: MeasurementType, value: Double, time: Timestamp, note: String?,
    source: String?
  ) throws(InvalidRecord) {
    let new = try NewRecord(type: type, value: value, time: time, note: note, source: source)
    self.init(
      id: id, type: type, value: new.value, time: time, note: new.note, source: new.source)
  }
}

/// A measurement to be added, checked.
package struct NewRecord: Sendable, Hashable {
  /// Nil for one that the store shall make.
  package let id: RecordID?
  package let type: MeasurementType
  package let value: Double
  package let time: Timestamp
  package let note: String?
  package let source: String?

  /// Throws if the value is impossible for the type, or a text is too long or has control
  /// characters. An empty text counts as none.
  package init(
    id: RecordID? = nil, type: MeasurementType, value: Double, time: Timestamp,
    note: String? = nil, source: String? = nil
  ) throws(InvalidRecord) {
    do {
      try type.validate(value)
    } catch {
      throw .impossible(error)
    }
    self.id = id
    self.type = type
    // Minus zero would come back as another value than zero where texts are compared.
    self.value = value == 0 ? 0 : value
    self.time = time
    self.note = try Self.check(note, "note", limit: Self.noteLimit, .lines)
    self.source = try Self.check(source, "source", limit: Self.sourceLimit, .oneLine)
  }

  /// A note is a few lines; in bytes of UTF-8, so that a page of records stays small.
  package static let noteLimit = 4096
  /// A source is a name; in bytes of UTF-8.
  package static let sourceLimit = 255

  private enum Shape {
    /// Tabs and ends of lines are allowed.
    case lines
    case oneLine
  }

  private static func check(
    _ text: String?, _ field: String, limit: Int, _ shape: Shape
  ) throws(InvalidRecord) -> String? {
    guard let text, !text.isEmpty else { return nil }
    let size = text.utf8.count
    guard size <= limit else { throw .tooLong(field: field, limit: limit, size: size) }
    let hasControl = text.unicodeScalars.contains { scalar in
      if shape == .lines, scalar == "\t" || scalar == "\n" { return false }
      // The general category Cc, which is these for ever, without looking it up.
      return scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
    }
    guard !hasControl else { throw .controlCharacter(field: field) }
    return text
  }
}

/// Why a measurement cannot be a record.
package enum InvalidRecord: Error, Equatable, Sendable, CustomStringConvertible {
  case impossible(ImpossibleMeasurement)
  /// In bytes of UTF-8.
  case tooLong(field: String, limit: Int, size: Int)
  case controlCharacter(field: String)

  package var description: String {
    switch self {
    case .impossible(let error): error.description
    case .tooLong(let field, let limit, let size):
      "text of \(size) bytes exceeds the limit of \(limit) bytes: \(field)"
    case .controlCharacter(let field): "control character in text: \(field)"
    }
  }
}

/// What became of a record that was handed in.
package struct Addition: Sendable, Hashable {
  package enum Outcome: Sendable, Hashable {
    case added
    /// A record of that id was there before and stays as it is.
    case alreadyPresent
  }

  /// The record as it is stored.
  package let record: Record
  package let outcome: Outcome
}

/// What became of records that were merged into the database.
package struct MergeReceipt: Sendable, Hashable {
  /// How many were not there before.
  package let addedCount: Int
  /// Which range of records is no longer what it was; nil where nothing was added.
  package let change: RecordsChange?

  /// Nothing came of nothing.
  static let none = MergeReceipt(addedCount: 0, change: nil)
}
