// Files that devices and their services write about activities: GPX, TCX, FIT.
//
// The rule: what happened is kept, what is garbage is left out and told, and a file is refused only
// when nothing of it can be trusted, cut off, its checksum wrong, not what it says it is. Nothing is
// counted that nobody did, and no date is invented. In every format
// - the distance is the session's; else the sum of its laps, one that says none by its records or
//   points; else the records' last less their first, counted anew where they fall back to zero; else
//   the way along the positions, on the ellipsoid. One of zero says none.
// - the start is the session's, the lap's or the activity's, if it is a time of people and no counter;
//   else that of the first record or point; else what the file says of itself; else that of the list
//   with the file in it. Else there is none, and whoever imports it says one.
//
// - What is left out is counted in `LeftOut`.
// - A file may be hostile. XML is parsed by expat, with no entity allowed; FIT by `FITFile`, which
//   believes no size that it has not checked. What is kept of a file is a few sums, or a few numbers
//   for each record, of which there is a limit; never what it says the size of something is.
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

  /// What a file holds.
  package struct Content: Sendable, Equatable {
    /// Those with a distance, in their order.
    package var activities: [Activity] = []
    package var leftOut = LeftOut()

    package init() {}
  }

  /// What a file holds. Throws if nothing of it can be trusted, and if it has no activity with a
  /// distance.
  package static func read(
    _ bytes: [UInt8], _ courses: Courses = .refused
  ) throws(ActivityFileError) -> Content {
    let content = try content(of: ArraySource(bytes), courses)
    guard !content.activities.isEmpty else { throw .nothing(content.leftOut) }
    return content
  }

  /// The same of a file without activities: most archives have one of yoga.
  static func content(
    of source: any ByteSource, _ courses: Courses
  ) throws(ActivityFileError) -> Content {
    let source = try SourceWithHead(source, atLeast: FITFile.shortestHeader)
    guard FITFile.hasSignature(source.head) else {
      if XMLActivities.isHTML(source.head) { throw ActivityFileError(.file, XMLActivities.html) }
      return try XMLActivities.read(XMLText(source), courses)
    }
    // They are held whole, and a day of points in every second has a tenth of this.
    return try FITFile.content(of: try LimitedSource(source, limit: 64 << 20).rest(), courses)
  }
}

/// What becomes of courses, which are plans: a way that somebody wants to go.
package enum Courses: Sendable {
  case refused
  /// Some programs write what was done as a course.
  case taken
}

/// An activity with its distance.
package struct Activity: Sendable, Equatable {
  /// Nil for one that only a list has.
  package let format: ActivityFile.Format?
  /// When it began; nil where the file does not say.
  package var start: Instant?
  /// The offset of local time there, where the file says it.
  package var offset: UTCOffset?
  /// In metres, above zero.
  package let distance: Double
  /// What it is called, or the sport.
  package var name: String?
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

  static func nothing(_ leftOut: LeftOut) -> ActivityFileError {
    let rest = leftOut.sentence.map { "; \($0)" } ?? ""
    return ActivityFileError(.file, "no activity with a distance\(rest)")
  }

  static let course = ActivityFileError(
    .file,
    "a course, which is a plan: --courses takes it for what was done (GPSBabel writes tracks so)")

  static let timeless = ActivityFileError(
    .file, "nothing in it says when it was: --at TIME does")

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
