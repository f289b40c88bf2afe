import Foundation
import Units
import UnitsLinux

@testable import UnitsStore

/// A directory of its own for one test, removed at its end, with a place for a database in it.
final class RecordFixture {
  /// Exists; the database's directory in it does not, at first.
  let root: String

  init() throws {
    root = FileManager.default.temporaryDirectory.appending(path: "units-\(UUID())").path
    try FileManager.default.createDirectory(atPath: root, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: root)
  }

  var directory: String { root + "/share/units" }
  var path: String { directory + "/group.sqlite" }

  func makeDirectory() throws {
    try FileManager.default.createDirectory(
      atPath: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: directory).sorted()
  }

  func mode(of path: String) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    return attributes[.posixPermissions] as? Int ?? -1
  }

  func content() throws -> Data { try Data(contentsOf: URL(filePath: path)) }

  /// A connection beside the store, as another program has it.
  func otherConnection() throws -> SQLiteDatabase {
    let database = try SQLiteDatabase(path: path)
    database.deadline = .soon
    return database
  }
}

extension MonotonicTime {
  /// Later than any test takes.
  static var soon: MonotonicTime { .now() + .seconds(30) }
}

/// 2026-11-30T07:15:00Z.
let morning = Timestamp(instant(0), offset: .zero)

/// A moment some seconds after ``morning``.
func instant(_ seconds: Int64) -> Instant {
  Instant(seconds: 1_796_022_900 + seconds) ?? .latest
}

func distance(
  _ meters: Double, after seconds: Int64 = 0, id: RecordID? = nil, note: String? = nil
) throws -> NewRecord {
  try NewRecord(
    id: id, type: .distance, value: meters, time: Timestamp(instant(seconds)), note: note)
}

extension RecordStore {
  /// Adds at ``morning``, waiting as long as it takes.
  @discardableResult
  func add(_ records: NewRecord...) throws -> [Addition] {
    try add(records, now: morning.instant, deadline: .soon)
  }

  /// Everything of a type.
  func whole(_ type: MeasurementType = .distance) throws -> RecordSummary {
    try summary(type: type, since: .earliest, until: .latest, deadline: .soon)
  }
}
