// From a file to records.

internal import Glibc
internal import Units
internal import UnitsClient
internal import UnitsJSON
internal import UnitsLinux
internal import UnitsStore

/// Reads files and hands their activities on.
final class Importer {
  /// What became of one file.
  struct Outcome: Equatable {
    let activityCount: Int
    /// How many were not there before.
    let addedCount: Int
    /// Of all its activities, in metres.
    let distance: Double
    /// In the user's units.
    let label: MeasurementLabel

    func line(of path: String) -> String {
      let activities = activityCount == 1 ? "1 activity" : "\(activityCount) activities"
      return "\(path): \(label) in \(activities), \(addedCount) added\n"
    }

    func json(of path: String) -> String {
      let object: JSONObject = [
        "file": .string(path), "activities": .integer(activityCount),
        "added": .integer(addedCount), "distance": .double(distance),
      ]
      return "\(object)\n"
    }
  }

  private let options: ClientOptions
  private let records: RecordImport
  /// Asked once: it is only shown.
  private lazy var system = shownSystem()

  init(_ options: ClientOptions) {
    self.options = options
    records = GroupClient(options: options).importRecords()
  }

  /// Imports a file, all of it or nothing of what is wrong.
  func add(_ path: String) throws(ImportError) -> Outcome {
    let (activities, modified) = try Self.read(path)
    let new = try Self.records(of: activities, path: path, modified: modified)
    let before = records.addedCount
    do throws(ClientError) {
      var rest = new[...]
      while !rest.isEmpty {
        try records.add(Array(rest.prefix(RecordImport.batchSize)))
        rest = rest.dropFirst(RecordImport.batchSize)
      }
      try records.finish()
    } catch {
      throw .store(error)
    }
    let distance = activities.reduce(0) { $0 + $1.distance }
    return Outcome(
      activityCount: activities.count, addedCount: records.addedCount - before,
      distance: distance, label: system.distanceLabel(meters: distance))
  }

  /// The activities of a file, and when it was changed last, in nanoseconds since 1970.
  private static func read(
    _ path: String
  ) throws(ImportError) -> (activities: [Activity], modified: Int64) {
    let bytes: [UInt8]
    let identity: FileIdentity
    do throws(SystemError) {
      // Opening a pipe must not wait for somebody to write to it.
      let file = try openFile(path, flags: O_RDONLY | O_NONBLOCK | O_NOCTTY)
      identity = try FileIdentity(of: file, path: path)
      bytes =
        if identity.isRegularFile, identity.size <= Int64(ActivityFile.sizeLimit) {
          try file.readToEnd(path: path, limit: ActivityFile.sizeLimit)
        } else {
          []
        }
    } catch {
      throw .unreadable(error)
    }
    do throws(ActivityFileError) {
      guard identity.isRegularFile else { throw ActivityFileError(.file, "not a regular file") }
      guard identity.size <= Int64(ActivityFile.sizeLimit) else {
        throw ActivityFileError(.file, "file of more than \(ActivityFile.sizeLimit >> 20) MiB")
      }
      return (try ActivityFile.read(bytes), identity.modified)
    } catch {
      throw .file(path: path, error)
    }
  }

  /// Where a file has no time, that of its last change is the nearest there is.
  private static func records(
    of activities: [Activity], path: String, modified: Int64
  ) throws(ImportError) -> [Record] {
    var records: [Record] = []
    for activity in activities {
      let instant = activity.start ?? Instant(microseconds: modified / 1000) ?? .latest
      let local = Timestamp.local(instant)
      do throws(InvalidRecord) {
        let new = try NewRecord(
          id: activity.id, type: .distance, value: activity.distance,
          time: Timestamp(instant, offset: activity.offset ?? local.offset),
          note: plain(activity.name, limit: NewRecord.noteLimit),
          source: plain(activity.creator ?? activity.format.rawValue, limit: NewRecord.sourceLimit))
        records.append(
          Record(
            id: activity.id, type: new.type, value: new.value, time: new.time,
            note: new.note, source: new.source))
      } catch {
        throw .file(path: path, ActivityFileError(.file, error.description))
      }
    }
    return records
  }

  /// A text of somebody else as a record can have it: no control characters, not too long.
  private static func plain(_ text: String?, limit: Int) -> String? {
    guard let text else { return nil }
    var result = String.UnicodeScalarView()
    var size = 0
    for scalar in text.unicodeScalars {
      let isControl = scalar.properties.generalCategory == .control
      let scalar: Unicode.Scalar = isControl ? " " : scalar
      size += UTF8.width(scalar)
      if size > limit { break }
      result.append(scalar)
    }
    return String(result)
  }

  private func shownSystem() -> UnitSystem {
    do throws(ClientError) {
      let values = try GroupClient(options: options).get(PreferenceKey.shown(.distance))
      return options.shownSystem(in: values, for: .distance)
    } catch {
      // The records are stored; how they are shown here is the lesser thing.
      return options.locale.system
    }
  }
}
