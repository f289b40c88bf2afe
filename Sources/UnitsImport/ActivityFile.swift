// Files that devices and their services write about activities: GPX, TCX, FIT.
//
// - A file is read whole, or refused with a place in it; nothing of a refused file is stored.
// - It may be hostile. XML is parsed by expat, with no document type, hence no entity, allowed; FIT by
//   `FITFile`, which believes no size that it has not checked. What is kept of a file is a few sums,
//   never what it says the size of something is.
// - It may be packed, alone or with thousands in an archive: `ByteSource` has it unpacked in passing.
// - An activity's id is a hash of what was measured, so the same activity has the same id on every
//   machine and after every export that changes only the file's look.
// - Nothing here touches a file or the clock; `ImportProgram` does.

package import Units
package import UnitsStore

/// A file of activities.
package enum ActivityFile {
  /// The formats, by what they are called.
  package enum Format: String, Sendable, CaseIterable {
    case gpx = "GPX"
    case tcx = "TCX"
    case fit = "FIT"
  }

  /// The longest file that is read: a week of points in every second, with everything that a watch
  /// says of each.
  package static let sizeLimit = 256 << 20

  /// The activities with a distance that a file holds, in its order. Throws if anything in it is
  /// wrong, and if there is none.
  package static func read(_ bytes: [UInt8]) throws(ActivityFileError) -> [Activity] {
    let activities = try activities(in: ArraySource(bytes))
    guard !activities.isEmpty else {
      throw ActivityFileError(.file, "no activity with a distance")
    }
    return activities
  }

  /// The same of a file of which there may be none: most archives have one of yoga.
  static func activities(in source: any ByteSource) throws(ActivityFileError) -> [Activity] {
    let source = try SourceWithHead(source, atLeast: FITFile.shortestHeader)
    guard FITFile.hasSignature(source.head) else { return try XMLActivities.read(source) }
    // They are held whole, and a day of points in every second has a tenth of this.
    return try FITFile.activities(in: try LimitedSource(source, limit: 64 << 20).rest())
  }
}

/// An activity with its distance.
package struct Activity: Sendable, Equatable {
  /// Nil for one that only a list has.
  package let format: ActivityFile.Format?
  /// When it began; nil where the file has no time.
  package let start: Instant?
  /// The offset of local time there, where the file says it.
  package let offset: UTCOffset?
  /// In metres, above zero.
  package let distance: Double
  /// What it is called, or the sport.
  package let name: String?
  /// The device or the program that wrote the file.
  package let creator: String?
  /// Made of what was measured.
  package let id: RecordID
}

/// Why a file is no file of activities, and where it says so.
package struct ActivityFileError: Error, Equatable, Sendable, CustomStringConvertible {
  package enum Position: Equatable, Sendable {
    case file
    /// Both from 1; the column in bytes.
    case line(Int, column: Int)
    /// From 0.
    case byte(Int)
  }

  package let position: Position
  package let reason: String

  static func tooLarge(limit: Int) -> ActivityFileError {
    ActivityFileError(.file, "file of more than \(limit >> 20) MiB")
  }

  package init(_ position: Position, _ reason: String) {
    self.position = position
    self.reason = reason
  }

  package var description: String {
    switch position {
    case .file: reason
    case .line(let line, let column): "line \(line), column \(column): \(reason)"
    case .byte(let offset): "byte \(offset): \(reason)"
    }
  }
}
